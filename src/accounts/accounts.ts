import type { Day } from '../snapshot/calendar.ts';

export type Points = number;

/** What to do where there is no store: whoever expects one must not be given an empty one. */
export type IfMissing = 'make' | 'refuse';

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
  /** Gives points. Who runs this process, and when, is kept with the note. */
  grant(account: string, points: Points, note: string): Promise<Account>;
  /** What was given, oldest first, to one account or to all. */
  listGrants(account?: string): Promise<Grant[]>;

  createKey(account: string, key: NewKey): Promise<Key>;
  listKeys(account?: string): Promise<Key[]>;
  setKeyActive(id: string, active: boolean): Promise<void>;
  deleteKey(id: string): Promise<void>;
  /** Adds a key beside another of the same account, and lets the old one end at `oldEndsAt`, or before. */
  rotateKey(id: string, key: NewKey, oldEndsAt: Date): Promise<Key>;

  usage(query: UsageQuery): Promise<UsageRow[]>;
  /** The newest charged calls of an account, newest first. */
  lastCalls(account: string, limit: number): Promise<ChargedCall[]>;
  /** Charged calls of an account, oldest first, page by page: all that there were when the first page was read. */
  calls(query: CallsQuery): Promise<CallsPage>;
  /**
   * Forgets the single calls of all days before one; their totals stay. Done in small steps that let others write in
   * between, each of which leaves everything true.
   */
  prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned>;
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
  /** When it arrived, in milliseconds. */
  readonly at: number;
  /** The day of `at` in business time, for usage by day. */
  readonly day: Day;
}

export type Outcome =
  | ({ readonly kind: 'settled'; readonly charged: Points } & Standing)
  | ({ readonly kind: 'insufficient'; readonly required: Points } & Standing)
  | ({ readonly kind: 'idempotency-mismatch' } & Standing)
  | { readonly kind: 'refused'; readonly reason: 'invalidKey' | 'inactiveKey' | 'inactiveOwner' };

/** A key that stands: whose it is, and what is left on the account after the call. */
export interface Standing {
  readonly holder: Holder;
  readonly balance: Points;
}

/** Whose key it is. */
export interface Holder {
  readonly account: string;
  readonly keyId: string;
  readonly keyLast4: string;
}

export interface Account {
  readonly name: string;
  readonly balance: Points;
  readonly active: boolean;
  readonly createdAt: Date;
}

export interface Grant {
  readonly account: string;
  readonly points: Points;
  /** What the account had after it. */
  readonly balance: Points;
  readonly at: Date;
  /** The user of the operating system who gave it. */
  readonly by: string;
  readonly note: string;
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

export interface ChargedCall {
  readonly at: Date;
  readonly path: string;
  readonly keyId: string;
  readonly keyLast4: string;
  readonly points: Points;
  /** What the account had after it. */
  readonly balance: Points;
  readonly requestId: string;
}

export interface CallsQuery {
  readonly account: string;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  /** Where the page before ended; the first page without. */
  readonly after?: CallsCursor | undefined;
}

export interface CallsPage {
  readonly calls: readonly ChargedCall[];
  /** How many more there were in those days that have been pruned. */
  readonly pruned: number;
  /** Where the next page begins; undefined after the last one. */
  readonly next: CallsCursor | undefined;
}

/** A place between two pages. */
export interface CallsCursor {
  /** The last entry that was read, and the last there is to read. */
  readonly seen: number;
  readonly last: number;
  /** Calls that are still to come, by the totals. */
  readonly left: number;
  readonly pruned: number;
}

export interface Pruned {
  readonly calls: number;
  readonly points: Points;
}

export interface AuditReport {
  readonly accounts: number;
  readonly granted: Points;
  readonly charged: Points;
  readonly calls: number;
  /** How many of the calls are there as totals only. */
  readonly pruned: number;
  /** One sentence for everything that does not add up. */
  readonly problems: readonly string[];
}
