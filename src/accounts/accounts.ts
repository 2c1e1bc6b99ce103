import type { Day } from '../snapshot/calendar.ts';

export type Points = number;

/**
 * Who may call and who pays: the port. Every method is atomic, and what it says is on disk (or in the
 * database) when its promise resolves. Several processes may use the same store at once.
 */
export interface Accounts {
  /**
   * Decides a batch of calls in order of arrival, in one transaction: whether the key and its owner stand,
   * whether an idempotency key was seen, whether the balance covers the price; takes the points and writes
   * the usage rows of those that pass.
   */
  settle(calls: readonly Settlement[]): Promise<Outcome[]>;

  createAccount(name: string, points: Points, note: string): Promise<Account>;
  listAccounts(): Promise<Account[]>;
  setAccountActive(name: string, active: boolean): Promise<void>;
  grant(account: string, points: Points, note: string): Promise<Account>;

  createKey(account: string, key: NewKey): Promise<Key>;
  listKeys(account?: string): Promise<Key[]>;
  setKeyActive(id: string, active: boolean): Promise<void>;
  deleteKey(id: string): Promise<void>;
  /** Adds a key beside another of the same account, and lets the old one end at `oldEndsAt`, or before. */
  rotateKey(id: string, key: NewKey, oldEndsAt: Date): Promise<Key>;

  usage(query: UsageQuery): Promise<UsageRow[]>;
  audit(): Promise<AuditReport>;
  close(): Promise<void>;
}

/** One call, as it is put to the accounts. */
export interface Settlement {
  readonly keyHash: string;
  /** Points to take. 0 looks at the key and charges and logs nothing. */
  readonly points: Points;
  readonly path: string;
  /** The most that the caller wants to pay for it. */
  readonly maxPoints?: Points | undefined;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
  readonly requestId: string;
  readonly at: Date;
  /** The day of `at` in business time, for usage by day. */
  readonly day: Day;
}

export type Outcome =
  | { readonly kind: 'settled'; readonly charged: Points; readonly holder: Holder }
  | { readonly kind: 'insufficient'; readonly required: Points; readonly holder: Holder }
  | { readonly kind: 'idempotency-mismatch'; readonly holder: Holder }
  | { readonly kind: 'refused'; readonly reason: 'invalidKey' | 'inactiveKey' | 'inactiveOwner' };

/** Whose key it was, and what is left after the call. */
export interface Holder {
  readonly account: string;
  readonly balance: Points;
  readonly keyId: string;
  readonly keyLast4: string;
}

export interface Account {
  readonly name: string;
  readonly balance: Points;
  readonly active: boolean;
  readonly createdAt: Date;
}

export interface NewKey {
  readonly hash: string;
  readonly last4: string;
  readonly name: string;
}

export interface Key {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly last4: string;
  readonly state: 'active' | 'inactive' | 'ending' | 'ended' | 'deleted';
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** When it stops being valid after a rotation. */
  readonly endsAt: Date | null;
}

export interface UsageQuery {
  readonly account: string;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly by: 'day' | 'path' | 'key';
}

export interface UsageRow {
  /** The day, path or key id that the row is about. */
  readonly of: string;
  readonly calls: number;
  readonly points: Points;
}

export interface AuditReport {
  readonly accounts: number;
  readonly granted: Points;
  readonly charged: Points;
  readonly calls: number;
  /** One sentence for everything that does not add up. */
  readonly problems: readonly string[];
}
