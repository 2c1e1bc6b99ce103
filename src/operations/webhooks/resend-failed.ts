import { count } from '../../lib/count.ts';
import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

/** So many are one transaction: calls come in between, however many have failed. */
const PAGE = 1000;

export const resendFailed = defineOperation({
  http: 'POST /webhooks/{webhook}/resend',
  summary: 'send again all that was given up of a webhook',
  role: 'admin',
  isLong: true,
  input: { webhook: text({ label: 'id' }) },
  output: object({ webhook: text(), resent: whole() }),
  async run({ accounts }, { webhook }) {
    const { outbox } = await accounts();
    let [resent, after] = [0, 0];
    for (;;) {
      const numbers = await outbox.resendFailed(webhook, after, PAGE);
      resent += numbers.length;
      after = Math.max(after, ...numbers);
      if (numbers.length < PAGE) return { webhook, resent };
    }
  },
  text: ({ webhook, resent }) =>
    resent === 0
      ? `Nothing was given up of webhook ${webhook}; nothing is sent again.`
      : `${count(resent, 'message')} to webhook ${webhook} will be sent again, by a server that runs.`,
});
