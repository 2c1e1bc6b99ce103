import { table } from '../../lib/table.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { defineList } from '../operation.ts';
import { rows } from '../schema.ts';

export const listAccounts = defineList({
  http: 'GET /accounts',
  summary: 'list all accounts',
  role: 'viewer',
  input: {},
  output: rows(ACCOUNT),
  async run({ accounts }) {
    return (await (await accounts()).listAccounts()).map(accountFields);
  },
  text: (all) =>
    table(all.map(({ account, balance, state, created, id }) => ({ account, balance, state, created, id }))),
  empty: () => 'No accounts yet; "mdq account create NAME" makes one',
});
