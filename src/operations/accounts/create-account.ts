import { checkedDetails, checkedName, DETAILS } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const createAccount = defineOperation({
  http: 'POST /accounts',
  summary: 'make an account',
  role: 'support',
  input: {
    name: text(),
    points: whole({ description: 'points to begin with', label: 'n', default: 0 }),
    note: text({ description: 'what the points are for', default: 'first points' }),
    ...DETAILS,
  },
  args: ['name'],
  output: object({ id: text(), account: text(), balance: whole() }),
  async run({ accounts, by }, { name, points, note, ...details }) {
    const newName = checkedName(name);
    const checked = checkedDetails(details);
    const made = await (await accounts('make')).createAccount(newName, { points, by, note }, checked);
    return { id: made.id, account: made.name, balance: made.balance };
  },
  text: ({ account, balance }) =>
    `Account "${account}" made, with ${balance.toLocaleString('en')} points. ` +
    `Make a key for it: mdq key create ${JSON.stringify(account)}`,
});
