import { GRANT_KINDS } from '../../accounts/grants.ts';
import { formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { expiryOf } from '../books-days.ts';
import { defineOperation } from '../operation.ts';
import { choice, day, flag, nullable, object, optional, points, text, whole } from '../schema.ts';
import { checkedReference, REFERENCE } from './reference.ts';

export const grantPoints = defineOperation({
  http: 'POST /accounts/{account}/grants',
  summary: 'top up an account',
  role: 'support',
  input: {
    account: text(),
    points: points({ minimum: 1, label: 'n' }),
    note: text({ description: 'what for', default: '' }),
    kind: choice(GRANT_KINDS, { description: 'what they are', label: 'kind', default: 'paid' }),
    reference: REFERENCE,
    expires: optional(day({ description: 'last day they are valid on; without it they do not expire' })),
  },
  args: ['account', 'points'],
  output: object({
    account: text(),
    granted: whole(),
    balance: whole(),
    grant: whole(),
    expires: nullable(text()),
    repeated: flag(),
  }),
  countsDays: ({ expires }) => expires !== undefined,
  before: async (accounts, { account }) => ({ balance: (await accounts.findAccount(account)).balance }),
  async run(context, { account, points, note, kind, reference, expires }) {
    const store = await context.accounts();
    const { name, balance, change, isRepeated } = await store.grant(account, {
      ...{ points, by: context.by, note, kind },
      reference: checkedReference(reference),
      expires: expires === undefined ? undefined : await expiryOf(context, store, expires),
    });
    const last = change.expires === null ? null : formatDay(change.expires);
    return {
      ...{ account: name, granted: points, balance, grant: change.number, expires: last },
      repeated: isRepeated,
    };
  },
  adds: ({ granted, repeated }) => (repeated ? 0 : granted),
  text({ account, granted, balance, expires, repeated }, { reference }) {
    const has = `it now has ${thousands(balance)}`;
    if (repeated)
      return `"${reference}" was granted to "${account}" before, and is not granted again; ${has}.`;
    const until = expires === null ? '' : `, valid through ${expires}`;
    return `Granted ${thousands(granted)} points to "${account}"${until}; ${has}.`;
  },
});
