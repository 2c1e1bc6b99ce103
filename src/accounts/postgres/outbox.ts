import { type DeliveryRow, toDelivery, toDue, toWebhook, type WebhookRow } from '../common/rows.ts';
import { noSuchDelivery, noSuchWebhook } from '../common/rules.ts';
import {
  type Attempt,
  type Delivery,
  type Due,
  type DueWebhook,
  type Event,
  KEPT_MS,
  type NewWebhook,
  type Outbox,
  type Webhook,
} from '../outbox.ts';
import type { Client, Queries } from './database/connections.ts';
import { inTransaction } from './transaction.ts';

const SELECT_WEBHOOKS = `
  SELECT webhook.*, count(delivery.number) FILTER (WHERE state = 'waiting') AS waiting,
         min(since) FILTER (WHERE state = 'waiting') AS waiting_since,
         count(delivery.number) FILTER (WHERE state = 'failed') AS failed
  FROM mdq.webhook LEFT JOIN mdq.delivery ON delivery.webhook = webhook.id
  WHERE removed_at IS NULL`;

const SELECT_DELIVERIES = `
  SELECT delivery.*, event.type, event.at, event.data
  FROM mdq.delivery JOIN mdq.event ON event.id = delivery.event`;

/** Adds events that are new, each for the webhooks that want to know of it. */
const EMIT = `
  WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, type, data)), wanted AS (
    SELECT given.id AS event, webhook.id AS webhook FROM given JOIN mdq.webhook
      ON removed_at IS NULL AND (events IS NULL OR type = ANY (string_to_array(events, ',')))), added AS (
    INSERT INTO mdq.event (id, type, data) SELECT id, type, data FROM given WHERE id IN (SELECT event FROM wanted)
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO mdq.delivery (webhook, event)
  SELECT webhook, event FROM wanted WHERE event IN (SELECT id FROM added)`;

export class PostgresOutbox implements Outbox {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async addWebhook({ id, url, events, secret }: NewWebhook): Promise<Webhook> {
    await this.#queries.query('INSERT INTO mdq.webhook (id, url, events, secret) VALUES ($1, $2, $3, $4)', [
      ...[id, url, events?.join(',') ?? null, secret],
    ]);
    return this.#webhook(id);
  }

  async hasWebhooks(): Promise<boolean> {
    return (await this.#queries.query('SELECT FROM mdq.webhook WHERE removed_at IS NULL LIMIT 1')).length > 0;
  }

  async listWebhooks(): Promise<Webhook[]> {
    const rows = await this.#queries.query<WebhookRow>(
      `${SELECT_WEBHOOKS} GROUP BY webhook.id ORDER BY created_at, id`,
    );
    return rows.map(toWebhook);
  }

  async backlog(): Promise<Pick<Webhook, 'waiting' | 'waitingSince'>> {
    const [row] = await this.#queries.query<{ waiting: number; since: number | null }>(
      'SELECT count(*) AS waiting, min(since) AS since FROM mdq.delivery WHERE next_at IS NOT NULL',
    );
    return {
      waiting: row?.waiting ?? 0,
      waitingSince: row?.since == null ? null : new Date(row.since),
    };
  }

  async removeWebhook(id: string): Promise<void> {
    await this.#webhook(id);
    await this.#queries.query('UPDATE mdq.webhook SET removed_at = mdq.now() WHERE id = $1', [id]);
    await this.#queries.query(
      `UPDATE mdq.delivery SET next_at = NULL, state = 'failed' WHERE webhook = $1 AND state = 'waiting'`,
      [id],
    );
  }

  async rotateWebhook(id: string, secret: string, oldUntil: Date): Promise<Webhook> {
    await this.#webhook(id);
    await this.#queries.query(
      'UPDATE mdq.webhook SET old_secret = secret, secret = $2, old_until = $3 WHERE id = $1',
      [id, secret, oldUntil.getTime()],
    );
    return this.#webhook(id);
  }

  async emit(events: readonly Event[]): Promise<void> {
    await this.#queries.use((client) => emit(client, events));
  }

  async deliveries(after: number, limit: number): Promise<Delivery[]> {
    const rows = await this.#queries.query<DeliveryRow>(
      `${SELECT_DELIVERIES} WHERE number > $1 ORDER BY number LIMIT $2`,
      [after, limit],
    );
    return rows.map(toDelivery);
  }

  async resend(number: number): Promise<Delivery> {
    await this.#queries.query(
      `UPDATE mdq.delivery SET state = 'waiting', since = mdq.now(), next_at = mdq.now(), attempts = 0
       WHERE number = $1 AND webhook IN (SELECT id FROM mdq.webhook WHERE removed_at IS NULL)`,
      [number],
    );
    const [row] = await this.#queries.query<DeliveryRow>(
      `${SELECT_DELIVERIES} WHERE number = $1 AND state = 'waiting'`,
      [number],
    );
    if (!row) throw noSuchDelivery(number);
    return toDelivery(row);
  }

  async resendFailed(webhook: string, after: number, limit: number): Promise<number[]> {
    await this.#webhook(webhook);
    const rows = await this.#queries.query<{ number: number }>(
      `UPDATE mdq.delivery SET state = 'waiting', since = mdq.now(), next_at = mdq.now(), attempts = 0 WHERE number IN (
         SELECT number FROM mdq.delivery WHERE webhook = $1 AND state = 'failed' AND number > $2 ORDER BY number LIMIT $3)
       RETURNING number`,
      [webhook, after, limit],
    );
    return rows.map(({ number }) => number);
  }

  async takeLease(courier: string, forMs: number): Promise<boolean> {
    const taken = await this.#queries.query(
      `INSERT INTO mdq.lease AS lease (name, holder, until) VALUES ('webhooks', $1, mdq.now() + $2)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE lease.holder = $1 OR lease.until < mdq.now() RETURNING 1`,
      [courier, forMs],
    );
    return taken.length > 0;
  }

  async forgetOld(): Promise<void> {
    await inTransaction(this.#queries, async (client) => {
      await client.query('DELETE FROM mdq.delivery WHERE next_at IS NULL AND since < mdq.now() - $1', [
        KEPT_MS,
      ]);
      // One that is being added now has no delivery that could be seen yet.
      await client.query(
        `DELETE FROM mdq.event WHERE at < mdq.now() - $1 AND NOT EXISTS (SELECT FROM mdq.delivery WHERE event = event.id)`,
        [KEPT_MS],
      );
    });
  }

  async dueWebhooks(): Promise<DueWebhook[]> {
    const rows = await this.#queries.query<{ id: string; url: string; secrets: string[] }>(
      `SELECT id, url, array_remove(ARRAY[secret, CASE WHEN old_until > mdq.now() THEN old_secret END], NULL) AS secrets
       FROM mdq.webhook
       WHERE removed_at IS NULL AND id IN (SELECT webhook FROM mdq.delivery WHERE next_at <= mdq.now())`,
    );
    return rows;
  }

  async nextDue(webhook: string): Promise<Due | undefined> {
    const [row] = await this.#queries.query<DeliveryRow>(
      `${SELECT_DELIVERIES} WHERE webhook = $1 AND next_at <= mdq.now() ORDER BY next_at, number LIMIT 1`,
      [webhook],
    );
    return row && toDue(row);
  }

  async noteAttempt(number: number, { isDelivered, result, nextInMs }: Attempt): Promise<void> {
    const state = isDelivered ? 'delivered' : nextInMs === null ? 'failed' : 'waiting';
    await this.#queries.query(
      `UPDATE mdq.delivery SET attempts = attempts + 1, state = $2, next_at = mdq.now() + $3, last_result = $4
       WHERE number = $1 AND next_at IS NOT NULL`,
      [number, state, isDelivered ? null : nextInMs, result],
    );
  }

  async #webhook(id: string): Promise<Webhook> {
    const [row] = await this.#queries.query<WebhookRow>(
      `${SELECT_WEBHOOKS} AND webhook.id = $1 GROUP BY webhook.id`,
      [id],
    );
    if (!row) throw noSuchWebhook(id);
    return toWebhook(row);
  }
}

export async function emit(client: Client, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(EMIT, [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
  ]);
}
