import { defineOperation, InputError } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const takePoints = defineOperation({
  http: 'POST /accounts/{account}/takes',
  summary: 'take points back, never below 0',
  role: 'admin',
  input: {
    account: text(),
    points: whole({ minimum: 1, label: 'n' }),
    note: text({ description: 'what for' }),
  },
  args: ['account', 'points'],
  output: object({ account: text(), taken: whole(), balance: whole() }),
  async run({ accounts, by }, { account, points, note }) {
    if (note.trim() === '') throw new InputError('{note} must say what the points are taken back for');
    const { name, balance } = await (await accounts()).take(account, { points, by, note });
    return { account: name, taken: points, balance };
  },
  text: ({ account, taken, balance }) =>
    `Took ${taken.toLocaleString('en')} points back from "${account}"; it now has ${balance.toLocaleString('en')}.`,
});
