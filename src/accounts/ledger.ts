import type { Day } from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { LimitLeft } from './key-limits.ts';

/** What calls cost, and the proof of it. */
export interface Ledger {
  /** How many batches may be settled at once: 1 where a file has one writer. */
  readonly batchesAtOnce: number;
  /**
   * Decides a batch of calls in order of arrival, in one transaction: whether the key and its owner are valid,
   * whether an idempotency key was seen, whether the balance and the limits of key and account cover the price; takes
   * the points and writes the usage rows of those that pass.
   *
   * An account that is locked elsewhere is waited for, which holds up the others of the batch. Who does not want that asks to be
   * told: then a store that knows which accounts are locked waits for a moment and fails with `AccountsLocked`, with nothing done.
   * Calls of accounts of which something is due are promised, and each promise may fail by itself: nobody else waits for what has to
   * be written first.
   */
  settle(calls: readonly Settlement[]): Promise<Outcome[]>;
  settle(calls: readonly Settlement[], ifLocked: 'tell'): Promise<Settling[]>;
  /** Those of the calls' keys whose account is locked at this moment, each with a number for its account. No account is waited for. */
  lockedKeys(calls: readonly Settlement[]): Promise<ReadonlyMap<string, number>>;
  /** Fails where calls cannot be settled now; changes nothing. */
  check(): Promise<void>;
  audit(): Promise<AuditReport>;
}

export type Settling = Outcome | Promise<Outcome>;

/** One call, as it is put to the accounts. */
export interface Settlement {
  readonly keyHash: string;
  /** Points to take. 0 looks at the key and charges and logs nothing. */
  readonly points: Points;
  readonly path: string;
  /** What was asked, as it is shown to the account's holder later. */
  readonly parameters?: string | undefined;
  /** The most that the caller wants to pay for it. */
  readonly maxPoints?: Points | undefined;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
  /** The limits of the key that the call was found to keep to: it is charged if they are those of the key. */
  readonly limits?: string | undefined;
  readonly requestId: string;
  /** When it arrived, in milliseconds. */
  readonly at: number;
  /** The day of `at` in business time, for usage by day. */
  readonly day: Day;
}

export type Outcome =
  | ({ readonly kind: 'settled'; readonly charged: Points } & Caller)
  /** The price is more than the balance, or than the caller wants to pay: `required` and `balance` tell which. */
  | ({ readonly kind: 'insufficient'; readonly required: Points } & Caller)
  | ({ readonly kind: 'idempotency-mismatch' } & Caller)
  /** The points are there, and a limit of the key or the account is in the way. */
  | ({ readonly kind: 'over-limit'; readonly required: Points } & Caller)
  /** The key has other limits by now than the call was checked against. */
  | ({ readonly kind: 'other-limits' } & Caller)
  | { readonly kind: 'refused'; readonly reason: 'invalidKey' | 'inactiveKey' | 'inactiveOwner' };

/** Whose valid key was used, and what is left on the account after the call. */
export interface Caller {
  readonly holder: Holder;
  readonly balance: Points;
  /** Of the limits of points of key and account, the one with least left; undefined without any. */
  readonly limitLeft?: LimitLeft;
}

/** Whose key it is. */
export interface Holder {
  readonly account: string;
  readonly keyId: string;
  readonly keyLast4: string;
  /** What the key is limited to, as it is kept; undefined for a key without limits. */
  readonly limits?: string;
}

export interface AuditReport {
  readonly accounts: number;
  readonly granted: Points;
  /** Those of them that were given back for calls. */
  readonly refunded: Points;
  /** Points that were taken back. */
  readonly taken: Points;
  readonly expired: Points;
  readonly charged: Points;
  readonly calls: number;
  /** How many of the calls are there as totals only. */
  readonly pruned: number;
  /** One sentence for everything that does not add up. */
  readonly problems: readonly string[];
}
