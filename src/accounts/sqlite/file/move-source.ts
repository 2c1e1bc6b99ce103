import { chmodSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { UserError } from '../../../errors/operators.ts';
import type { Day } from '../../../lib/calendar.ts';
import { IDEMPOTENCY_MS } from '../../common/rules.ts';
import { type Entry, type MoveSource, OFFICE, type Rest, type Rows } from '../../move.ts';
import { hashedFingerprint } from '../ledger/settle.ts';
import { isBusy } from '../sqlite-error.ts';
import { inReading, inTransaction } from '../transaction.ts';
import { accountsPath } from './accounts-file.ts';
import { LEAVING_TRIGGERS } from './leaving.ts';
import { movedTo, openDatabase } from './schema.ts';

/** The accounts in a data folder, to be moved elsewhere. */
export class SqliteMoveSource implements MoveSource {
  readonly name: string;
  readonly #db: DatabaseSync;
  /** Held for as long as this is open, and let go by the system should the process be killed. */
  readonly #lock: DatabaseSync;

  constructor(dataDir: string) {
    this.name = `${hostname()}:${dataDir}`;
    this.#lock = lockMove(dataDir);
    try {
      this.#db = openDatabase(dataDir, 'refuse', 'also-moved');
    } catch (error) {
      this.#lock.close();
      throw error;
    }
    // A finish that was cut off before it was done: nobody charges on the other side, so calls go on here.
    if (this.movedTo() === undefined) this.thaw();
  }

  newest(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(id), 0) AS id FROM entry').get()?.id);
  }

  countAfter(id: number): number {
    return Number(this.#db.prepare('SELECT count(*) AS count FROM entry WHERE id > ?').get(id)?.count);
  }

  entriesAfter(id: number, limit: number): Entry[] {
    return this.#db
      .prepare(
        `SELECT id, account, at, change, balance, key, path, request_id, day, parameters, granted_by, note,
                kind AS what, reference, expires, ends_at, of_grant, asked
         FROM entry LEFT JOIN grant ON grant.entry = entry.id WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .all(id, limit)
      .map(toEntry);
  }

  rest(usageFrom: Day): Rest {
    const rows = (sql: string, ...values: number[]): Rows => this.#db.prepare(sql).all(...values);
    return inReading(this.#db, () => {
      const [pruned] = rows('SELECT coalesce(max(day) + 1, 0) AS before FROM pruned');
      return {
        accounts: rows(
          `SELECT id, account_id, name, balance, active, created_at, contact, remark, external_id, closed_at, next_due,
                  low_below, is_low_set, exhausted_at, per_day, per_month,
                  (SELECT coalesce(max(id), 0) FROM entry WHERE account = account.id) AS last_entry FROM account`,
        ),
        formerNames: rows('SELECT name, account FROM former_name'),
        lots: rows('SELECT account, number, ends_at, points_left, is_plan FROM lot'),
        plans: rows('SELECT account, points, from_day, keep, next_day FROM plan'),
        spent: rows('SELECT * FROM spent'),
        timeZone: (rows('SELECT time_zone FROM books')[0]?.time_zone as string | undefined) ?? null,
        keys: rows('SELECT * FROM key'),
        paths: rows('SELECT id, path FROM path'),
        prices: rows('SELECT path, base FROM price'),
        brand: rows('SELECT name, value, content FROM brand'),
        idempotency: rows(
          'SELECT account, key, fingerprint, at FROM idempotency WHERE at > ?',
          Date.now() - IDEMPOTENCY_MS,
        ).map((row) => ({ ...row, fingerprint: hashedFingerprint(String(row.fingerprint)) })),
        office: Object.fromEntries(
          OFFICE.map((table) => [table, rows(`SELECT * FROM ${table}`)]),
        ) as Rest['office'],
        usage: rows('SELECT account, day, path, key, calls, points FROM usage WHERE day >= ?', usageFrom),
        usageFrom,
        prunedBefore: Number(pruned?.before),
      };
    });
  }

  freeze(): void {
    inTransaction(this.#db, () => {
      for (const { sql } of LEAVING_TRIGGERS) this.#db.exec(`CREATE TRIGGER IF NOT EXISTS ${sql}`);
    });
  }

  thaw(): void {
    inTransaction(this.#db, () => {
      for (const { name } of LEAVING_TRIGGERS) this.#db.exec(`DROP TRIGGER IF EXISTS ${name}`);
    });
  }

  movedTo(): string | undefined {
    return movedTo(this.#db);
  }

  markMoved(target: string): void {
    inTransaction(this.#db, () => {
      this.#db.exec('CREATE TABLE IF NOT EXISTS moved (target TEXT NOT NULL)');
      this.#db.exec('DELETE FROM moved');
      this.#db.prepare('INSERT INTO moved (target) VALUES (?)').run(target);
    });
  }

  close(): void {
    this.#lock.close();
    this.#db.close();
  }
}

/** One move at a time: another would let calls in again that the first keeps out. */
function lockMove(dataDir: string): DatabaseSync {
  const path = `${accountsPath(dataDir)}.moving`;
  const lock = new DatabaseSync(path, { timeout: 0 });
  chmodSync(path, 0o600);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new UserError('Another "mdq migrate" is at work on this DATA_DIR; wait until it is done');
  }
}

function toEntry(row: Record<string, SQLOutputValue>): Entry {
  const change = Number(row.change);
  const common = {
    id: Number(row.id),
    account: Number(row.account),
    at: Number(row.at),
    balance: Number(row.balance),
  };
  if (row.day === null) {
    const { what, reference, expires, ends_at, of_grant, asked } = row;
    const details = { what, reference, expires, ends_at, of_grant, asked };
    const [by, note] = [String(row.granted_by), String(row.note)];
    return { ...common, kind: 'change', points: change, by, note, details };
  }
  return {
    ...common,
    kind: 'charge',
    points: -change,
    day: Number(row.day),
    key: Number(row.key),
    path: Number(row.path),
    requestId: String(row.request_id),
    parameters: row.parameters === null ? null : String(row.parameters),
  };
}
