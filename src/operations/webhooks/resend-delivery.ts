import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const resendDelivery = defineOperation({
  http: 'POST /webhooks/deliveries/{number}/resend',
  summary: 'send a delivery again, whatever came of it',
  role: 'admin',
  input: { number: whole({ minimum: 1 }) },
  args: ['number'],
  output: object({ number: whole(), webhook: text(), event: text() }),
  async run({ accounts }, { number }) {
    const { webhook, event } = await (await accounts()).outbox.resend(number);
    return { number, webhook, event };
  },
  text: ({ number, webhook }) =>
    `Delivery ${number} is sent to webhook ${webhook} again, by a server that runs.`,
});
