import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const grantPoints = defineOperation({
  http: 'POST /accounts/{account}/grants',
  summary: 'top up an account',
  role: 'support',
  input: {
    account: text(),
    points: whole({ minimum: 1, label: 'n' }),
    note: text({ description: 'what for', default: '' }),
  },
  args: ['account', 'points'],
  output: object({ account: text(), granted: whole(), balance: whole() }),
  async run({ accounts, by }, { account, points, note }) {
    const { name, balance } = await (await accounts()).grant(account, { points, by, note });
    return { account: name, granted: points, balance };
  },
  adds: ({ granted }) => granted,
  text: ({ account, granted, balance }) =>
    `Granted ${granted.toLocaleString('en')} points to "${account}"; it now has ${balance.toLocaleString('en')}.`,
});
