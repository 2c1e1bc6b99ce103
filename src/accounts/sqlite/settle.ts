import type { DatabaseSync } from 'node:sqlite';
import type { Holder, Outcome, Settlement } from '../accounts.ts';
import { inTransaction } from './schema.ts';

const IDEMPOTENCY_MS = 3_600_000;

/** A key with its account, as one batch sees it. */
interface Standing {
  readonly key: number;
  readonly account: number;
  readonly endsAt: number | null;
  readonly isKeyActive: boolean;
  readonly isAccountActive: boolean;
  readonly holder: Omit<Holder, 'balance'>;
  /** Shared by all keys of the account, so that a batch spends no point twice. */
  readonly purse: { balance: number };
}

/** Decides batches of calls, each in one transaction, so that one write to disk serves all calls of it. */
export class Settler {
  readonly #db: DatabaseSync;
  readonly #pathIds = new Map<string, number>();
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = {
      findKey: db.prepare(`
        SELECT key.id AS key, key.public_id, key.last4, key.active AS key_active, key.ends_at,
               account.id AS account, account.name, account.active AS account_active, account.balance
        FROM key JOIN account ON account.id = key.account
        WHERE key.hash = ? AND key.deleted_at IS NULL`),
      setBalance: db.prepare('UPDATE account SET balance = ? WHERE id = ?'),
      setLastUsed: db.prepare('UPDATE key SET last_used_at = ? WHERE id = ?'),
      addEntry: db.prepare(`
        INSERT INTO entry (account, at, change, balance, key, path, request_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)`),
      addUsage: db.prepare(`
        INSERT INTO usage (account, day, key, path, calls, points) VALUES (?, ?, ?, ?, 1, ?)
        ON CONFLICT DO UPDATE SET calls = calls + 1, points = points + excluded.points`),
      addPath: db.prepare('INSERT OR IGNORE INTO path (path) VALUES (?)'),
      findPath: db.prepare('SELECT id FROM path WHERE path = ?'),
      findIdempotency: db.prepare(
        'SELECT fingerprint FROM idempotency WHERE account = ? AND key = ? AND at > ?',
      ),
      setIdempotency: db.prepare(`
        INSERT INTO idempotency (account, key, fingerprint, at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at`),
      dropIdempotency: db.prepare('DELETE FROM idempotency WHERE at <= ?'),
    };
  }

  settle(calls: readonly Settlement[]): Outcome[] {
    const isReadOnly = calls.every((call) => call.points === 0);
    if (isReadOnly) return this.#decideAll(calls);
    try {
      return inTransaction(this.#db, () => this.#decideAll(calls));
    } catch (error) {
      // A path first seen in a batch that failed was not kept.
      this.#pathIds.clear();
      throw error;
    }
  }

  #decideAll(calls: readonly Settlement[]): Outcome[] {
    const standings = new Map<string, Standing | undefined>();
    const purses = new Map<number, Standing['purse']>();
    const paying = new Map<Standing, Date>();
    const outcomes = calls.map((call) => {
      if (!standings.has(call.keyHash)) standings.set(call.keyHash, this.#find(call.keyHash, purses));
      const standing = standings.get(call.keyHash);
      const outcome = this.#decide(call, standing);
      if (standing && outcome.kind === 'settled' && outcome.charged > 0) paying.set(standing, call.at);
      return outcome;
    });
    for (const [standing, at] of paying) {
      this.#sql.setBalance.run(standing.purse.balance, standing.account);
      this.#sql.setLastUsed.run(at.getTime(), standing.key);
    }
    return outcomes;
  }

  #decide(call: Settlement, standing: Standing | undefined): Outcome {
    if (!standing || (standing.endsAt !== null && standing.endsAt <= call.at.getTime())) {
      return { kind: 'refused', reason: 'invalidKey' };
    }
    if (!standing.isKeyActive) return { kind: 'refused', reason: 'inactiveKey' };
    if (!standing.isAccountActive) return { kind: 'refused', reason: 'inactiveOwner' };

    const { purse } = standing;
    const holder = () => ({ ...standing.holder, balance: purse.balance });
    if (call.points === 0) return { kind: 'settled', charged: 0, holder: holder() };

    const seen = this.#seenBefore(call, standing.account);
    if (seen === 'same') return { kind: 'settled', charged: 0, holder: holder() };
    if (seen === 'other') return { kind: 'idempotency-mismatch', holder: holder() };

    if (purse.balance < call.points || call.points > (call.maxPoints ?? Number.POSITIVE_INFINITY)) {
      return { kind: 'insufficient', required: call.points, holder: holder() };
    }
    purse.balance -= call.points;
    this.#record(call, standing);
    return { kind: 'settled', charged: call.points, holder: holder() };
  }

  #seenBefore({ idempotency, at }: Settlement, account: number): 'same' | 'other' | undefined {
    if (!idempotency) return undefined;
    const found = this.#sql.findIdempotency.get(account, idempotency.key, at.getTime() - IDEMPOTENCY_MS);
    if (!found) return undefined;
    return found.fingerprint === idempotency.fingerprint ? 'same' : 'other';
  }

  #record(call: Settlement, { account, key, purse }: Standing): void {
    const at = call.at.getTime();
    const path = this.#pathId(call.path);
    this.#sql.addEntry.run(account, at, -call.points, purse.balance, key, path, call.requestId);
    this.#sql.addUsage.run(account, call.day, key, path, call.points);
    if (call.idempotency) {
      this.#sql.dropIdempotency.run(at - IDEMPOTENCY_MS);
      this.#sql.setIdempotency.run(account, call.idempotency.key, call.idempotency.fingerprint, at);
    }
  }

  #find(hash: string, purses: Map<number, Standing['purse']>): Standing | undefined {
    const row = this.#sql.findKey.get(hash);
    if (!row) return undefined;
    const account = Number(row.account);
    const purse = purses.get(account) ?? { balance: Number(row.balance) };
    purses.set(account, purse);
    return {
      key: Number(row.key),
      account,
      endsAt: row.ends_at === null ? null : Number(row.ends_at),
      isKeyActive: row.key_active === 1,
      isAccountActive: row.account_active === 1,
      holder: { account: String(row.name), keyId: String(row.public_id), keyLast4: String(row.last4) },
      purse,
    };
  }

  #pathId(path: string): number {
    const known = this.#pathIds.get(path);
    if (known !== undefined) return known;
    this.#sql.addPath.run(path);
    const id = Number(this.#sql.findPath.get(path)?.id);
    this.#pathIds.set(path, id);
    return id;
  }
}
