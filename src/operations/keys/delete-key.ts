import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';
import { keyEvent } from './key-event.ts';

export const deleteKey = defineOperation({
  http: 'DELETE /keys/{id}',
  summary: 'delete a key for good',
  role: 'admin',
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), deleted: flag() }),
  before: async (accounts, { id }) => ({ state: (await accounts.findKey(id))?.state }),
  async run({ accounts }, { id }) {
    const store = await accounts();
    const key = await store.findKey(id);
    await store.deleteKey(id);
    const events = key ? [await keyEvent(store, 'key.deleted', key)] : [];
    return { id, deleted: true, account: key?.account, events };
  },
  events: ({ events }) => events,
  text: ({ id }) => `Key ${id} is deleted.`,
});
