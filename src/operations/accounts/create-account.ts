import { UserError } from '../../errors/operators.ts';
import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const createAccount = defineOperation({
  http: 'POST /accounts',
  summary: 'make an account',
  role: 'support',
  ifMissing: 'make',
  input: {
    name: text(),
    points: whole({ description: 'points to begin with', label: 'n', default: 0 }),
    note: text({ description: 'what the points are for', default: 'first points' }),
  },
  args: ['name'],
  output: object({ account: text(), balance: whole() }),
  // Before a store is made for it.
  check: async (_, { name }) => void checkedName(name),
  async run({ accounts, by }, { name, points, note }) {
    const made = await (await accounts()).createAccount(checkedName(name), { points, by, note });
    return { account: made.name, balance: made.balance };
  },
  adds: (_, { points }) => points,
  text: ({ account, balance }) =>
    `Account "${account}" made, with ${balance.toLocaleString('en')} points. ` +
    `Make a key for it: mdq key create ${JSON.stringify(account)}`,
});

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100 || /\p{Cc}/u.test(trimmed)) {
    throw new UserError('An account name must have 1 to 100 characters, on one line');
  }
  return trimmed;
}
