import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';

export const activateAccount = setActive('activate', true);
export const deactivateAccount = setActive('deactivate', false);

function setActive(verb: 'activate' | 'deactivate', active: boolean) {
  const effect = active ? 'its keys work again' : 'all its keys are refused from now on';
  return defineOperation({
    http: `POST /accounts/{account}/${verb}`,
    summary: `${verb} an account: ${effect}`,
    role: 'support',
    input: { account: text() },
    args: ['account'],
    output: object({ account: text(), active: flag() }),
    before: async (accounts, { account }) => ({ active: (await accounts.findAccount(account)).active }),
    async run({ accounts }, { account }) {
      await (await accounts()).setAccountActive(account, active);
      return { account, active };
    },
    text: ({ account }) => `Account "${account}" is ${active ? 'active' : 'inactive'}: ${effect}.`,
  });
}
