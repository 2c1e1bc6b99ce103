import { newWebhookSecret } from '../../accounts/outbox.ts';
import { SHOWN_ONCE } from '../keys/create-key.ts';
import { defineOperation } from '../operation.ts';
import { object, secret, text, time } from '../schema.ts';
import { webhookNow } from './list-webhooks.ts';

const DAY_MS = 86_400_000;

export const rotateWebhook = defineOperation({
  http: 'POST /webhooks/{id}/rotate',
  summary: 'make a new secret; for a day the old one signs as well',
  role: 'admin',
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), secret: secret(), old_signs_until: time() }),
  before: (accounts, { id }) => webhookNow(accounts, id),
  async run({ accounts }, { id }) {
    const made = newWebhookSecret();
    const until = new Date(Date.now() + DAY_MS);
    await (await accounts()).outbox.rotateWebhook(id, made, until);
    return { id, secret: made, old_signs_until: until };
  },
  text: ({ id, secret, old_signs_until }) =>
    `The new secret of webhook ${id}; the old one signs as well until ${old_signs_until.toISOString()}:\n\n  ${secret}\n\n${SHOWN_ONCE}`,
});
