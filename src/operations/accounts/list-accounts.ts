import { defineList } from '../operation.ts';
import { choice, rows, text, time, whole } from '../schema.ts';

export const listAccounts = defineList({
  http: 'GET /accounts',
  summary: 'list all accounts',
  role: 'viewer',
  input: {},
  output: rows({ account: text(), balance: whole(), state: choice(['active', 'inactive']), created: time() }),
  async run({ accounts }) {
    return (await (await accounts()).listAccounts()).map(({ name, balance, active, createdAt }) => ({
      account: name,
      balance,
      state: active ? 'active' : 'inactive',
      created: createdAt,
    }));
  },
  empty: () => 'No accounts yet; "mdq account create NAME" makes one',
});
