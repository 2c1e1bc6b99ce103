import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';

export const activateAccount = setActive('activate', true);
export const deactivateAccount = setActive('deactivate', false);

function setActive(verb: 'activate' | 'deactivate', active: boolean) {
  const effect = active ? 'its keys work again' : 'all its keys are refused from now on';
  return defineOperation({
    http: `POST /accounts/{name}/${verb}`,
    summary: `${verb} an account: ${effect}`,
    role: 'support',
    input: { name: text() },
    args: ['name'],
    output: object({ account: text(), active: flag() }),
    before: async (accounts, { name }) => ({
      active: (await accounts.listAccounts()).find((account) => account.name === name)?.active,
    }),
    async run({ accounts }, { name }) {
      await (await accounts()).setAccountActive(name, active);
      return { account: name, active };
    },
    text: ({ account }) => `Account "${account}" is ${active ? 'active' : 'inactive'}: ${effect}.`,
  });
}
