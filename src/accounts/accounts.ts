import type { Day, DayRange } from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { Expiring, Plan } from './due.ts';
import type { Changed, Grant, GrantsPage, OpenGrant, PointsChange, Refund, Taking } from './grants.ts';
import type { LimitLeft, PointLimits } from './key-limits.ts';
import type { Key, KeyChange, NewKey, Rotated } from './keys.ts';
import type { Office } from './office.ts';
import type { Outbox } from './outbox.ts';

export type NewPlan = Omit<Plan, 'next'>;
export type { Grant, Key, KeyChange, NewKey, OpenGrant, Points, PointsChange, Rotated };

/** What to do where there is no store: whoever expects one must not be given an empty one. */
export type IfMissing = 'make' | 'refuse';

/**
 * Who may call and who pays: the port. Every method is atomic, and what it says is on disk (or in the database) when its
 * promise resolves. Several processes may use the same store at once. What an engine cannot do, it says as a `StoreError`;
 * what the operator asked for in vain, as a `UserError` of rules.ts.
 */
export interface Accounts extends Ledger, Directory, Books {
  readonly office: Office;
  readonly outbox: Outbox;
  /**
   * Does several things or none: what is changed through what `work` is given is one transaction. It holds up all other
   * changes, so what it waits for is the store alone.
   */
  transaction<T>(work: (inside: Accounts) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What calls cost, and the proof of it. */
export interface Ledger {
  /** How many batches may be settled at once: 1 where a file has one writer. */
  readonly batchesAtOnce: number;
  /**
   * Decides a batch of calls in order of arrival, in one transaction: whether the key and its owner stand,
   * whether an idempotency key was seen, whether the balance and the limits of key and account cover the price; takes
   * the points and writes the usage rows of those that pass.
   */
  settle(calls: readonly Settlement[]): Promise<Outcome[]>;
  /** Fails where calls cannot be settled now; changes nothing. */
  check(): Promise<void>;
  audit(): Promise<AuditReport>;
}

/** Accounts, their points and keys, and what the operator has set for all: prices, and the brand of the site. */
export interface Directory {
  createAccount(name: string, first: PointsChange, details?: AccountDetails): Promise<Account>;
  /** All of them, or the one with an external id. */
  listAccounts(externalId?: string): Promise<Account[]>;
  /** Here and everywhere, an account is named by its id, its name, or a name that it had before. */
  findAccount(account: string): Promise<Account>;
  /** Changes what is given. A name that was used once stays taken, and leads to its account. */
  changeAccount(account: string, change: AccountChange): Promise<Account>;
  setAccountActive(account: string, active: boolean): Promise<void>;
  /** For good: its keys end, and it is given no points and no keys any more. */
  closeAccount(account: string): Promise<Account>;
  /** The same reference again, with the same account and points, is the same grant. */
  grant(account: string, change: PointsChange): Promise<Changed>;
  /** Takes points back: all of them, or, where there are fewer, none, unless it says otherwise. */
  take(account: string, taking: Taking): Promise<Changed>;
  /** Gives back what a call cost, once: to the grants that it can be of, last used first. */
  refund(refund: Refund): Promise<Changed>;
  /** Gives points every month from a day on, in place of what plan there was. */
  setPlan(account: string, plan: NewPlan): Promise<Plan>;
  plan(account: string): Promise<Plan | undefined>;
  /** What it gave last is valid until it would have given points again. */
  endPlan(account: string): Promise<void>;
  /** What was given, taken back or has expired of an account, oldest first. */
  listGrants(account: string): Promise<Grant[]>;
  /** The same page by page, of one account or of all; `after` is the `next` of the page before. */
  grantsPage(account: string | undefined, after: string | undefined): Promise<GrantsPage>;
  /** The ids of accounts of which something is due by a moment, so many at most, after an id. */
  dueBy(at: number, after: string, limit: number): Promise<string[]>;
  /** What will have expired of an account by a moment, if nothing is used meanwhile. */
  expiringBy(account: string, at: number): Promise<Expiring[]>;
  /** The time zone of the books; undefined until it was kept. */
  timeZone(): Promise<string | undefined>;
  /** Keeps it, unless there is one, and tells which it is. */
  keepTimeZone(timeZone: string): Promise<string>;

  createKey(account: string, key: NewKey): Promise<Key>;
  listKeys(account?: string): Promise<Key[]>;
  /** Undefined where there never was such a key. */
  findKey(id: string): Promise<Key | undefined>;
  /** Changes what is given. Limits of points are those of all keys that were rotated to one another. */
  changeKey(id: string, change: KeyChange): Promise<Key>;
  setKeyActive(id: string, active: boolean): Promise<void>;
  deleteKey(id: string): Promise<void>;
  /** Adds a key beside another of the same account, and lets the old one end after a grace time, or before. */
  rotateKey(id: string, key: NewKey, graceMs: number): Promise<Rotated>;

  /** The base prices that were set, by path; all others are those of the endpoints. */
  prices(): Promise<ReadonlyMap<string, Points>>;
  setPrice(path: string, base: Points): Promise<void>;
  /** Back to the price of the endpoint. */
  resetPrice(path: string): Promise<void>;

  /** The parts of the brand that were set, by name, without the content of pictures: it is read again and again. */
  brand(): Promise<ReadonlyMap<string, string>>;
  brandContent(name: string): Promise<Buffer | undefined>;
  setBrand(name: string, value: string, content?: Buffer): Promise<void>;
  resetBrand(name: string): Promise<void>;
}

/** What was charged, by the call and added up. */
export interface Books {
  usage(query: UsageQuery): Promise<UsageRow[]>;
  /**
   * What an account was charged in these days: a row for each path on each day, oldest day first. Here and below, `key` is
   * the id of a key: only it and those that were rotated to one another with it are looked at.
   */
  dailyUsage(account: string, days: DayRange, key?: string): Promise<DailyUsage[]>;
  /** The grants of an account that have points left, in the order of use. */
  openGrants(account: string): Promise<OpenGrant[]>;
  /** The newest charged calls of an account, newest first; of a key, those among the newest 10,000 of the account. */
  lastCalls(account: string, limit: number, key?: string): Promise<ChargedCall[]>;
  /** A charged call of an account, by its request id and when it came in, in milliseconds. */
  findCall(account: string, requestId: string, at: number, key?: string): Promise<ChargedCall | undefined>;
  /** A charged call of whatever account. */
  findAnyCall(requestId: string, at: number): Promise<AnyCall | undefined>;
  /** Charged calls of an account, oldest first, page by page: all that there were when the first page was read. */
  calls(query: CallsQuery): Promise<CallsPage>;
  /**
   * Forgets the single calls of all days before one; their totals stay. Done in small steps that let others write in
   * between, each of which leaves everything true.
   */
  prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned>;
}

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
  readonly limit?: LimitLeft;
}

/** Whose key it is. */
export interface Holder {
  readonly account: string;
  readonly keyId: string;
  readonly keyLast4: string;
  /** What the key is limited to, as it is kept; undefined for a key without limits. */
  readonly limits?: string;
}

export interface Account extends PointLimits, Required<AccountDetails> {
  /** Fixed, whatever it is called. */
  readonly id: string;
  readonly name: string;
  readonly balance: Points;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
}

/** What the operator knows of an account. */
export interface AccountDetails {
  readonly contact?: string;
  readonly note?: string;
  /** What the operator's other programs call it; no two accounts have the same. */
  readonly externalId?: string | null;
  readonly low?: LowMark;
}

/** When an account runs low: with fewer points than these, if any. They are set by hand, or daily by what it uses. */
export interface LowMark {
  readonly below: Points | null;
  readonly isSet: boolean;
}

export interface AccountChange extends AccountDetails, Partial<PointLimits> {
  readonly name?: string;
}

export interface UsageQuery {
  /** All of them without one. */
  readonly account?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly by: 'day' | 'path' | 'key' | 'account';
}

export interface UsageRow {
  /** The day, path, key id or name of an account that the row is about. */
  readonly of: string;
  /** Of a key or an account: whose it is. */
  readonly owner?: Owner;
  readonly calls: number;
  readonly points: Points;
}

/** The account that something is of. */
export interface Owner {
  readonly account: string;
  readonly accountId: string;
  readonly externalId: string | null;
}

export interface DailyUsage {
  readonly day: Day;
  readonly path: string;
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
  /** What was asked; null for calls from before this was kept. */
  readonly parameters: string | null;
}

/** A call with the account that paid for it, and whether that got its points back. */
export interface AnyCall extends ChargedCall {
  readonly accountId: string;
  readonly account: string;
  readonly isRefunded: boolean;
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

/** A place between two pages, in words that only the store that gave it understands. */
export type CallsCursor = string;

export interface Pruned {
  readonly calls: number;
  readonly points: Points;
}

export interface AuditReport {
  readonly accounts: number;
  readonly granted: Points;
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

/** What a copy of the accounts holds. */
export interface AccountsCopy {
  readonly layout: number;
  readonly accounts: number;
  /** Charged calls, pruned ones too. */
  readonly calls: number;
}
