import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';

export const deleteKey = defineOperation({
  http: 'DELETE /keys/{id}',
  summary: 'delete a key for good',
  role: 'admin',
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), deleted: flag() }),
  before: async (accounts, { id }) => ({
    state: (await accounts.listKeys()).find((key) => key.id === id)?.state,
  }),
  async run({ accounts }, { id }) {
    await (await accounts()).deleteKey(id);
    return { id, deleted: true };
  },
  text: ({ id }) => `Key ${id} is deleted.`,
});
