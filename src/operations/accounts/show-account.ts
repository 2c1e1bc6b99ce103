import { table } from '../../lib/text/table.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { object, text } from '../schema.ts';

export const showAccount = defineOperation({
  http: 'GET /accounts/{account}',
  summary: 'show an account, by its id or name',
  role: 'viewer',
  input: { account: text() },
  args: ['account'],
  output: object(ACCOUNT),
  async run({ accounts }, { account }) {
    return accountFields(await (await accounts()).findAccount(account));
  },
  text: (account) => table([account]),
});
