import type { Accounts } from '../../accounts/accounts.ts';
import { numberOf } from '../../accounts/cursor.ts';
import type { Delivery } from '../../accounts/outbox.ts';
import { defineList } from '../operation.ts';
import { choice, nullable, optional, rows, text, time, whole } from '../schema.ts';

const PAGE = 1000;
const STATES = ['waiting', 'delivered', 'failed'] as const;

export const listDeliveries = defineList({
  http: 'GET /webhooks/deliveries',
  summary: 'what was sent to webhooks or waits, of the last 30 days, the newest last',
  role: 'viewer',
  input: {
    webhook: optional(text({ description: 'only those to this webhook', label: 'id' })),
    state: optional(choice(STATES, { description: 'only those in this state', label: 'state' })),
  },
  output: rows({
    number: whole(),
    time: time(),
    webhook: text(),
    event: text(),
    type: text(),
    state: choice(STATES),
    attempts: whole(),
    last_result: nullable(text()),
    next_attempt: nullable(time()),
  }),
  async run({ accounts, cursor }, { webhook, state }) {
    return pages(
      await accounts(),
      numberOf(cursor),
      (each) => [webhook ?? each.webhook, state ?? each.state].join() === [each.webhook, each.state].join(),
    );
  },
  cursorAfter: ({ number }) => String(number),
  empty: () => 'Nothing was sent yet',
});

async function* pages({ outbox }: Accounts, from: number, isWanted: (each: Delivery) => boolean) {
  for (let after = from; ; ) {
    const page = await outbox.deliveries(after, PAGE);
    const rows = page.filter(isWanted).map(({ at, lastResult, nextAt, ...each }) => ({
      ...each,
      time: at,
      last_result: lastResult,
      next_attempt: nextAt,
    }));
    after = page.at(-1)?.number ?? after;
    const isLast = page.length < PAGE;
    yield { rows, next: isLast ? undefined : String(after) };
    if (isLast) return;
  }
}
