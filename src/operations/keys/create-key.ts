import { newKey } from '../../accounts/key.ts';
import { keyEvent } from '../change-event.ts';
import { defineOperation } from '../operation.ts';
import { object, secret, text } from '../schema.ts';

export const SHOWN_ONCE = 'It is shown this once; keep it safe.';

export const createKey = defineOperation({
  http: 'POST /accounts/{account}/keys',
  summary: 'make a key',
  role: 'support',
  input: { account: text(), name: text({ description: 'what the key is for', default: '' }) },
  args: ['account'],
  output: object({ id: text(), key: secret() }),
  async run({ accounts }, { account, name }) {
    const { key, stored } = newKey(name);
    const store = await accounts();
    const made = await store.createKey(account, stored);
    return { id: made.id, key, event: await keyEvent(store, 'key.created', made) };
  },
  events: ({ event }) => [event],
  text: ({ id, key }, { account }) => `Key ${id} of account "${account}":\n\n  ${key}\n\n${SHOWN_ONCE}`,
});
