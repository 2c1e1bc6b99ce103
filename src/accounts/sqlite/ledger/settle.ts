import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../../accounts.ts';
import { IDEMPOTENCY_MS } from '../../common/rules.ts';
import type { Holder, Outcome, Settlement } from '../../ledger.ts';
import { tellIfLow, tellOf } from '../account-events.ts';
import { writeDue } from '../lots.ts';
import { inTransaction } from '../transaction.ts';
import { Counters, DUE, type Spending } from './counters.ts';
import { dayAndChecksum } from './row-checksum.ts';

const MAX_DAY = 2 ** 20;

/** A key with its account, as one batch sees it. */
interface Caller {
  readonly key: number;
  readonly account: number;
  readonly endsAt: number | null;
  readonly isKeyActive: boolean;
  readonly isAccountActive: boolean;
  readonly holder: Holder;
  /** Shared by all keys of the account, so that a batch spends no point twice. */
  readonly balance: Balance;
  /** Undefined where neither the key nor the account has a limit. */
  readonly spending: Spending | undefined;
  /** What it was charged in the batch, by day and path. */
  readonly used: Map<number, Used>;
  lastUsedAt: number;
}

interface Balance {
  points: Points;
  /** As it is in the store, and with how few points it is low; null for never. */
  written: Points;
  readonly lowBelow: unknown;
  /** When something of the account is due that has to be written first. */
  nextDue: number;
}

interface Used {
  readonly day: number;
  readonly path: number;
  calls: number;
  points: number;
}

/** Decides batches of calls, each in one transaction, so that one write to disk serves all calls of it. */
export class Settler {
  readonly #db: DatabaseSync;
  readonly #counters: Counters;
  readonly #pathIds = new Map<string, number>();
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#counters = new Counters(db);
    this.#sql = {
      findKey: db.prepare(`
        SELECT key.id, key.public_id, key.last4, key.active AS key_active, key.ends_at,
               account.id AS account, account.name, account.active AS account_active, account.balance,
               account.next_due, account.low_below,
               coalesce(key.limits, account.per_day, account.per_month) IS NOT NULL AS is_limited
        FROM key JOIN account ON account.id = key.account
        WHERE key.hash = ? AND key.deleted_at IS NULL`),
      setBalance: db.prepare('UPDATE account SET balance = ? WHERE id = ?'),
      // Only the first time since points came, which sends a message to webhooks.
      setExhausted: db.prepare(
        'UPDATE account SET exhausted_at = ?, balance = ? WHERE id = ? AND exhausted_at IS NULL',
      ),
      setLastUsed: db.prepare('UPDATE key SET last_used_at = ? WHERE id = ?'),
      addEntry: db.prepare(`
        INSERT INTO entry (account, at, change, balance, key, path, request_id, stamp, parameters)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
      addUsage: db.prepare(`
        INSERT INTO usage (account, day, key, path, calls, points) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, points = points + excluded.points`),
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
    try {
      if (isReadOnly) return this.#decideAll(calls);
    } catch (error) {
      if (error !== DUE) throw error;
    }
    try {
      return inTransaction(this.#db, () => this.#decideAll(calls));
    } catch (error) {
      // A path first seen in a batch that failed was not kept.
      this.#pathIds.clear();
      throw error;
    }
  }

  #decideAll(calls: readonly Settlement[]): Outcome[] {
    const callers = new Map<string, Caller | undefined>();
    const balances = new Map<number, Balance>();
    this.#counters.begin();
    const outcomes = calls.map((call) => {
      let caller = callers.get(call.keyHash);
      if (!caller && !callers.has(call.keyHash)) {
        caller = this.#find(call.keyHash, balances);
        callers.set(call.keyHash, caller);
      }
      return this.#decide(call, caller);
    });
    for (const caller of callers.values()) if (caller && caller.used.size > 0) this.#addUp(caller);
    this.#counters.write();
    return outcomes;
  }

  #decide(call: Settlement, caller: Caller | undefined): Outcome {
    if (!caller || (caller.endsAt !== null && caller.endsAt <= call.at)) {
      return { kind: 'refused', reason: 'invalidKey' };
    }
    if (!caller.isKeyActive) return { kind: 'refused', reason: 'inactiveKey' };
    if (!caller.isAccountActive) return { kind: 'refused', reason: 'inactiveOwner' };

    const { balance, holder, spending } = caller;
    if (balance.nextDue <= call.at) this.#writeDue(caller, call.at);
    if (call.points === 0)
      return told({ kind: 'settled', charged: 0, holder, balance: balance.points }, spending);
    if (call.limits !== holder.limits)
      return told({ kind: 'other-limits', holder, balance: balance.points }, spending);

    const seen = this.#seenBefore(call, caller.account);
    if (seen === 'same')
      return told({ kind: 'settled', charged: 0, holder, balance: balance.points }, spending);
    if (seen === 'other')
      return told({ kind: 'idempotency-mismatch', holder, balance: balance.points }, spending);

    const { points: required } = call;
    if (balance.points < required || required > (call.maxPoints ?? Number.POSITIVE_INFINITY)) {
      if (balance.points < required) this.#tellExhausted(caller, call.at);
      return told({ kind: 'insufficient', required, holder, balance: balance.points }, spending);
    }
    if (spending && !spending.hasRoomFor(required))
      return told({ kind: 'over-limit', required, holder, balance: balance.points }, spending);
    balance.points -= required;
    spending?.add(required);
    this.#record(call, caller);
    return told({ kind: 'settled', charged: required, holder, balance: balance.points }, spending);
  }

  #tellExhausted({ account, balance }: Caller, at: number): void {
    const { changes } = this.#sql.setExhausted.run(at, balance.points, account);
    if (changes > 0) tellOf(this.#db, account, 'exhausted');
  }

  /** One writer has the whole file, so what is due is written in the transaction of the batch. */
  #writeDue({ account, balance }: Caller, until: number): void {
    if (!this.#db.isTransaction) throw DUE;
    if (balance.points !== balance.written) this.#writeBalance(account, balance);
    const { balance: points, nextDue } = writeDue(this.#db, account, balance.points, until);
    Object.assign(balance, { points, written: points, nextDue: nextDue ?? Number.POSITIVE_INFINITY });
  }

  #seenBefore({ idempotency, at }: Settlement, account: number): 'same' | 'other' | undefined {
    if (!idempotency) return undefined;
    const found = this.#sql.findIdempotency.get(account, idempotency.key, at - IDEMPOTENCY_MS);
    if (!found) return undefined;
    return hashedFingerprint(String(found.fingerprint)) === idempotency.fingerprint ? 'same' : 'other';
  }

  #record(call: Settlement, caller: Caller): void {
    const { account, key, balance } = caller;
    const { points, requestId, at, idempotency, parameters = null } = call;
    // Where a day is limited, it is that of the counter, which tells what usage says.
    const day = caller.spending?.day ?? call.day;
    const path = this.#pathId(call.path);
    const stamp = dayAndChecksum({
      account,
      at,
      points,
      balance: balance.points,
      key,
      path,
      day,
      parameters,
    });
    this.#sql.addEntry.run(account, at, -points, balance.points, key, path, requestId, stamp, parameters);
    if (idempotency) {
      this.#sql.dropIdempotency.run(at - IDEMPOTENCY_MS);
      this.#sql.setIdempotency.run(account, idempotency.key, idempotency.fingerprint, at);
    }
    caller.lastUsedAt = at;
    const place = path * MAX_DAY + day;
    const used = caller.used.get(place);
    if (used) {
      used.calls++;
      used.points += points;
    } else caller.used.set(place, { day, path, calls: 1, points });
  }

  /** Writes what a batch has changed for a caller as a whole. */
  #addUp({ account, key, balance, used, lastUsedAt }: Caller): void {
    this.#writeBalance(account, balance);
    this.#sql.setLastUsed.run(lastUsedAt, key);
    for (const { day, path, calls, points } of used.values()) {
      this.#sql.addUsage.run(account, day, key, path, calls, points);
    }
  }

  #writeBalance(account: number, balance: Balance): void {
    const { points: now, written, lowBelow: below } = balance;
    this.#sql.setBalance.run(now, account);
    tellIfLow(this.#db, account, { balance: written, below }, { balance: now, below });
    balance.written = now;
  }

  #find(hash: string, balances: Map<number, Balance>): Caller | undefined {
    const row = this.#sql.findKey.get(hash);
    if (!row) return undefined;
    const account = Number(row.account);
    const balance = balances.get(account) ?? {
      points: Number(row.balance),
      written: Number(row.balance),
      lowBelow: row.low_below,
      nextDue: row.next_due === null ? Number.POSITIVE_INFINITY : Number(row.next_due),
    };
    balances.set(account, balance);
    const key = Number(row.id);
    const spending = row.is_limited === 1 ? this.#counters.of(key, account) : undefined;
    const limits = spending?.limits;
    const holder = { account: String(row.name), keyId: String(row.public_id), keyLast4: String(row.last4) };
    return {
      key,
      account,
      endsAt: row.ends_at === null ? null : Number(row.ends_at),
      isKeyActive: row.key_active === 1,
      isAccountActive: row.account_active === 1,
      holder: limits === undefined ? holder : { ...holder, limits },
      balance,
      spending,
      used: new Map(),
      lastUsedAt: 0,
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

/** Adds what is left of limits to whatever was decided. */
function told(outcome: Exclude<Outcome, { kind: 'refused' }>, spending: Spending | undefined): Outcome {
  const limitLeft = spending?.left;
  return limitLeft ? { ...outcome, limitLeft } : outcome;
}

/** Older programs stored the text itself, which begins with a bracket; a hash never does. */
export function hashedFingerprint(fingerprint: string): string {
  return fingerprint.startsWith('[') ? hash('sha256', fingerprint, 'base64url') : fingerprint;
}
