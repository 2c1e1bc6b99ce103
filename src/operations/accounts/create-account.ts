import { GRANT_KINDS } from '../../accounts/grants.ts';
import { newEvent } from '../../accounts/outbox.ts';
import { thousands } from '../../lib/count.ts';
import { lastShellWord } from '../../lib/text/shell-word.ts';
import { checkedDetails, checkedName, DETAILS } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { choice, object, points, text, whole } from '../schema.ts';

export const createAccount = defineOperation({
  http: 'POST /accounts',
  summary: 'make an account',
  role: 'support',
  ifMissing: 'make',
  input: {
    name: text({ description: 'what it is called; no other account has, or had, this name' }),
    points: points({ description: 'points to begin with', label: 'n', default: 0 }),
    kind: choice(GRANT_KINDS, { description: 'what the points are', label: 'kind', default: 'paid' }),
    note: text({ description: 'what the points are for', default: 'first points' }),
    ...DETAILS,
  },
  args: ['name'],
  output: object({ id: text(), account: text(), balance: whole() }),
  // Before a store is made for it.
  async check(_, { name, points: _points, kind: _kind, note: _note, ...details }) {
    checkedName(name);
    checkedDetails(details);
  },
  async run({ accounts, by }, { name, points, kind, note, ...details }) {
    const store = await accounts();
    const first = { points, by, kind, note };
    const made = await store.createAccount(checkedName(name), first, checkedDetails(details));
    return { id: made.id, account: made.name, balance: made.balance };
  },
  adds: (_, { points }) => points,
  events: ({ id, balance }, { externalId = null }) => [
    newEvent('account.created', { account: id, external_id: externalId, balance }),
  ],
  text: ({ account, balance }) =>
    `Account "${account}" made, with ${thousands(balance)} points. ` +
    `Make a key for it: mdq key create ${lastShellWord(account)}`,
});
