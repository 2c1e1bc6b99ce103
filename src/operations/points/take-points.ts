import { thousands } from '../../lib/count.ts';
import { defineOperation, InputError } from '../operation.ts';
import { flag, object, optional, points, text, whole } from '../schema.ts';
import { checkedReference, REFERENCE } from './reference.ts';

export const takePoints = defineOperation({
  http: 'POST /accounts/{account}/takes',
  summary: 'take points back, never below 0',
  role: 'admin',
  input: {
    account: text(),
    points: points({ minimum: 1, label: 'n' }),
    note: text({ description: 'what for' }),
    reference: REFERENCE,
    grant: optional(
      whole({
        description: 'the grant to take them from; without it those that would be used next',
        label: 'id',
      }),
    ),
    atMost: optional(flag({ description: 'take as many as are left where there are fewer' })),
  },
  args: ['account', 'points'],
  output: object({ account: text(), taken: whole(), balance: whole(), repeated: flag() }),
  before: async (accounts, { account }) => ({ balance: (await accounts.findAccount(account)).balance }),
  async run({ accounts, by }, { account, points, note, reference, ...more }) {
    if (note.trim() === '') throw new InputError('{note} must say what the points are taken back for');
    const taking = { points, by, note, reference: checkedReference(reference), ...more };
    const { name, balance, change, isRepeated } = await (await accounts()).take(account, taking);
    return { account: name, taken: 0 - change.points, balance, repeated: isRepeated };
  },
  text({ account, taken, balance, repeated }, { reference }) {
    const has = `it now has ${thousands(balance)}`;
    return repeated
      ? `"${reference}" was taken back from "${account}" before, and is not taken again; ${has}.`
      : `Took ${thousands(taken)} points back from "${account}"; ${has}.`;
  },
});
