import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';

export const activateKey = setActive('activate', true);
export const deactivateKey = setActive('deactivate', false);

function setActive(verb: 'activate' | 'deactivate', active: boolean) {
  return defineOperation({
    http: `POST /keys/{id}/${verb}`,
    summary: `${verb} a key`,
    role: 'support',
    input: { id: text() },
    args: ['id'],
    output: object({ id: text(), active: flag() }),
    before: async (accounts, { id }) => ({ state: (await accounts.findKey(id))?.state }),
    async run({ accounts }, { id }) {
      const store = await accounts();
      await store.setKeyActive(id, active);
      return { id, active, account: (await store.findKey(id))?.account };
    },
    text: ({ id }) => `Key ${id} is ${active ? 'active' : 'inactive'}.`,
  });
}
