import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';
import { webhookNow } from './list-webhooks.ts';

export const removeWebhook = defineOperation({
  http: 'DELETE /webhooks/{id}',
  summary: 'send nothing more to a webhook, also what still waits',
  role: 'admin',
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), removed: flag() }),
  before: (accounts, { id }) => webhookNow(accounts, id),
  async run({ accounts }, { id }) {
    await (await accounts()).outbox.removeWebhook(id);
    return { id, removed: true };
  },
  text: ({ id }) => `Nothing more is sent to webhook ${id}.`,
});
