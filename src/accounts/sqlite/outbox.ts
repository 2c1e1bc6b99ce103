import type { DatabaseSync } from 'node:sqlite';
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
import { rowOf, rowsOf } from './query.ts';
import { inTransaction } from './transaction.ts';

const SELECT_WEBHOOKS = `
  SELECT webhook.*, count(delivery.number) FILTER (WHERE state = 'waiting') AS waiting,
         min(since) FILTER (WHERE state = 'waiting') AS waiting_since,
         count(delivery.number) FILTER (WHERE state = 'failed') AS failed
  FROM webhook LEFT JOIN delivery ON delivery.webhook = webhook.id
  WHERE removed_at IS NULL`;

const SELECT_DELIVERIES =
  'SELECT delivery.*, event.type, event.at, event.data FROM delivery JOIN event ON event.id = delivery.event';

export class SqliteOutbox implements Outbox {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async addWebhook({ id, url, events, secret }: NewWebhook): Promise<Webhook> {
    this.#db
      .prepare('INSERT INTO webhook (id, url, events, secret, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(id, url, events?.join(',') ?? null, secret, Date.now());
    return this.#webhook(id);
  }

  async hasWebhooks(): Promise<boolean> {
    return this.#db.prepare('SELECT 1 FROM webhook WHERE removed_at IS NULL').get() !== undefined;
  }

  async listWebhooks(): Promise<Webhook[]> {
    const all = `${SELECT_WEBHOOKS} GROUP BY webhook.id ORDER BY created_at`;
    return rowsOf<WebhookRow>(this.#db, all).map(toWebhook);
  }

  async backlog(): Promise<Pick<Webhook, 'waiting' | 'waitingSince'>> {
    const row = this.#db
      .prepare('SELECT count(*) AS waiting, min(since) AS since FROM delivery WHERE next_at IS NOT NULL')
      .get();
    return {
      waiting: Number(row?.waiting),
      waitingSince: row?.since == null ? null : new Date(Number(row.since)),
    };
  }

  async removeWebhook(id: string): Promise<void> {
    inTransaction(this.#db, () => {
      this.#webhook(id);
      this.#db.prepare('UPDATE webhook SET removed_at = ? WHERE id = ?').run(Date.now(), id);
      this.#db
        .prepare(
          `UPDATE delivery SET next_at = NULL, state = 'failed' WHERE webhook = ? AND state = 'waiting'`,
        )
        .run(id);
    });
  }

  async rotateWebhook(id: string, secret: string, oldUntil: Date): Promise<Webhook> {
    return inTransaction(this.#db, () => {
      this.#webhook(id);
      this.#db
        .prepare('UPDATE webhook SET old_secret = secret, secret = ?, old_until = ? WHERE id = ?')
        .run(secret, oldUntil.getTime(), id);
      return this.#webhook(id);
    });
  }

  async emit(events: readonly Event[]): Promise<void> {
    inTransaction(this.#db, () => emit(this.#db, events));
  }

  async deliveries(after: number, limit: number): Promise<Delivery[]> {
    const next = `${SELECT_DELIVERIES} WHERE number > ? ORDER BY number LIMIT ?`;
    return rowsOf<DeliveryRow>(this.#db, next, after, limit).map(toDelivery);
  }

  async resend(number: number): Promise<Delivery> {
    return inTransaction(this.#db, () => {
      const now = Date.now();
      const { changes } = this.#db
        .prepare(
          `UPDATE delivery SET state = 'waiting', since = ?1, next_at = ?1, attempts = 0
           WHERE number = ?2 AND webhook IN (SELECT id FROM webhook WHERE removed_at IS NULL)`,
        )
        .run(now, number);
      const row = rowOf<DeliveryRow>(this.#db, `${SELECT_DELIVERIES} WHERE number = ?`, number);
      if (changes === 0 || !row) throw noSuchDelivery(number);
      return toDelivery(row);
    });
  }

  async resendFailed(webhook: string, after: number, limit: number): Promise<number[]> {
    return inTransaction(this.#db, () => {
      this.#webhook(webhook);
      const resent = rowsOf<{ number: number }>(
        this.#db,
        `UPDATE delivery SET state = 'waiting', since = ?1, next_at = ?1, attempts = 0 WHERE number IN (
           SELECT number FROM delivery WHERE webhook = ?2 AND state = 'failed' AND number > ?3 ORDER BY number LIMIT ?4)
         RETURNING number`,
        ...[Date.now(), webhook, after, limit],
      );
      return resent.map(({ number }) => number);
    });
  }

  async takeLease(courier: string, forMs: number): Promise<boolean> {
    const now = Date.now();
    const row = this.#db
      .prepare(
        `INSERT INTO lease (name, holder, until) VALUES ('webhooks', ?1, ?2)
         ON CONFLICT DO UPDATE SET holder = ?1, until = ?2 WHERE holder = ?1 OR until < ?3 RETURNING 1`,
      )
      .get(courier, now + forMs, now);
    return row !== undefined;
  }

  async forgetOld(): Promise<void> {
    inTransaction(this.#db, () => {
      this.#db.prepare('DELETE FROM delivery WHERE next_at IS NULL AND since < ?').run(Date.now() - KEPT_MS);
      this.#db.exec('DELETE FROM event WHERE id NOT IN (SELECT event FROM delivery)');
    });
  }

  async dueWebhooks(): Promise<DueWebhook[]> {
    const now = Date.now();
    return this.#db
      .prepare(
        'SELECT * FROM webhook WHERE removed_at IS NULL AND id IN (SELECT webhook FROM delivery WHERE next_at <= ?)',
      )
      .all(now)
      .map((row) => ({
        id: String(row.id),
        url: String(row.url),
        secrets: [
          String(row.secret),
          ...(row.old_secret !== null && Number(row.old_until) > now ? [String(row.old_secret)] : []),
        ],
      }));
  }

  async nextDue(webhook: string): Promise<Due | undefined> {
    const next = `${SELECT_DELIVERIES} WHERE webhook = ? AND next_at <= ? ORDER BY next_at, number LIMIT 1`;
    const row = rowOf<DeliveryRow>(this.#db, next, webhook, Date.now());
    return row && toDue(row);
  }

  async noteAttempt(number: number, { isDelivered, result, nextInMs }: Attempt): Promise<void> {
    const state = isDelivered ? 'delivered' : nextInMs === null ? 'failed' : 'waiting';
    this.#db
      .prepare(
        'UPDATE delivery SET attempts = attempts + 1, state = ?, next_at = ?, last_result = ? WHERE number = ? AND next_at IS NOT NULL',
      )
      .run(state, isDelivered || nextInMs === null ? null : Date.now() + nextInMs, result, number);
  }

  #webhook(id: string): Webhook {
    const one = `${SELECT_WEBHOOKS} AND webhook.id = ? GROUP BY webhook.id`;
    const row = rowOf<WebhookRow>(this.#db, one, id);
    if (!row) throw noSuchWebhook(id);
    return toWebhook(row);
  }
}

/** Inside a transaction of the caller. */
export function emit(db: DatabaseSync, events: readonly Event[]): void {
  const now = Date.now();
  for (const { id, type, data } of events) {
    const wanted = `removed_at IS NULL AND (events IS NULL OR ',' || events || ',' LIKE '%,' || ? || ',%')`;
    const ids = db.prepare(`SELECT id FROM webhook WHERE ${wanted}`).all(type);
    if (ids.length === 0) continue;
    const { changes } = db
      .prepare('INSERT INTO event (id, type, at, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(id, type, now, JSON.stringify(data));
    if (changes === 0) continue;
    const add = db.prepare('INSERT INTO delivery (webhook, event, since, next_at) VALUES (?, ?, ?, ?)');
    for (const webhook of ids) add.run(String(webhook.id), id, now, now);
  }
}
