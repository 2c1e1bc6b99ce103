import { newEvent } from '../../accounts/outbox.ts';
import { thousands } from '../../lib/count.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { object, text } from '../schema.ts';

export const closeAccount = defineOperation({
  http: 'POST /accounts/{account}/close',
  summary: 'close an account for good: its keys end, and it gets no points any more',
  role: 'admin',
  input: { account: text() },
  args: ['account'],
  output: object(ACCOUNT),
  before: async (accounts, { account }) => accountFields(await accounts.findAccount(account)),
  async run({ accounts }, { account }) {
    return accountFields(await (await accounts()).closeAccount(account));
  },
  events: ({ id, external_id, balance }) => [
    newEvent('account.closed', { account: id, external_id, balance }),
  ],
  text: ({ account, balance }) =>
    `Account "${account}" is closed, with ${thousands(balance)} points left. This cannot be undone.`,
});
