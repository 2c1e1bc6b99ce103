import type { Accounts } from '../../accounts/accounts.ts';
import { defineList } from '../operation.ts';
import { listOf, nullable, rows, text, time, whole } from '../schema.ts';

export const listWebhooks = defineList({
  http: 'GET /webhooks',
  summary: 'list webhooks, and what waits to be sent; never shows a secret',
  role: 'viewer',
  input: {},
  output: rows({
    id: text(),
    url: text({
      isAddress: true,
      description: 'of others than admins, without its path, which often holds a secret',
    }),
    events: nullable(listOf(text())),
    created: time(),
    waiting: whole(),
    waiting_since: nullable(time()),
    failed: whole(),
  }),
  async run({ accounts }) {
    return (await (await accounts()).outbox.listWebhooks()).map((each) => ({
      id: each.id,
      url: each.url,
      events: each.events,
      created: each.createdAt,
      waiting: each.waiting,
      waiting_since: each.waitingSince,
      failed: each.failed,
    }));
  },
  cursorAfter: ({ created, id }) => `${created.toISOString()} ${id}`,
  empty: () => 'No webhooks yet; "mdq webhook add URL" makes one',
});

/** A webhook as it is now, for the log: without its address, which often holds a secret. */
export async function webhookNow({ outbox }: Accounts, id: string) {
  const found = (await outbox.listWebhooks()).find((each) => each.id === id);
  return found && { id, events: found.events, waiting: found.waiting };
}
