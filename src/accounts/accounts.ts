import type { Points } from '../lib/points.ts';
import type { Books, Owner } from './books.ts';
import type { Expiring, Plan } from './due.ts';
import type { Changed, Grant, GrantsPage, PointsChange, Refund, Taking } from './grants.ts';
import type { KeyLimits, PointLimits } from './key-limits.ts';
import type { Ledger } from './ledger.ts';
import type { Office } from './office.ts';
import type { Outbox } from './outbox.ts';

export type NewPlan = Omit<Plan, 'next'>;
export type { Points };

/** What to do where there is no store: whoever expects one must not be given an empty one. */
export type IfMissing = 'make' | 'refuse';

/**
 * Who may call and who pays: the port. Every method is atomic, and what it says is on disk (or in the database) when its
 * promise resolves. Several processes may use the same store at once. What an engine cannot do, it says as a `StoreError`;
 * what the operator asked for in vain, as a `UserError` of rules.ts.
 */
export interface Accounts extends Ledger, Directory, Books {
  readonly terms: Terms;
  readonly office: Office;
  readonly outbox: Outbox;
  /**
   * Does several things or none: what is changed through what `work` is given is one transaction. It holds up all other
   * changes, so what it waits for is the store alone.
   */
  transaction<T>(work: (inside: Accounts) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Accounts, their points and keys. */
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
  /** All plans as they are stored, each with the id of its account. */
  listPlans(): Promise<(Plan & { readonly accountId: string })[]>;
  /** What it gave last is valid until it would have given points again. */
  endPlan(account: string): Promise<void>;
  /** What was given, taken back or has expired of an account, oldest first. */
  listGrants(account: string): Promise<Grant[]>;
  /** The same page by page, of one account or of all; `after` is the `next` of the page before. */
  grantsPage(account: string | undefined, after: string | undefined): Promise<GrantsPage>;
  /** The ids of accounts of which something is due by a moment, so many at most, after an id. */
  dueBy(at: number, after: string, limit: number): Promise<string[]>;
  /** Below how many points each open account runs low. Nothing is written, so that one that is locked holds up nobody. */
  listThresholds(): Promise<Pick<Account, 'id' | 'name' | 'low'>[]>;
  /** What will have expired of an account by a moment, if nothing is used meanwhile. */
  expiringBy(account: string, at: number): Promise<Expiring[]>;

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
}

/** What the operator has set for all: prices, the brand of the site, and the time zone of the books. */
export interface Terms {
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

  /** The time zone of the books; undefined until it was kept. */
  timeZone(): Promise<string | undefined>;
  /** Keeps it, unless there is one, and tells which it is. */
  keepTimeZone(timeZone: string): Promise<string>;
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
  /** What the account runs low below by what it uses, if that was not set by hand. */
  readonly lowByUse?: Points | null;
}

export interface NewKey {
  readonly hash: string;
  readonly last4: string;
  readonly name: string;
  readonly limits?: Partial<KeyLimits>;
}

export interface KeyChange {
  readonly name?: string;
  readonly limits?: Partial<KeyLimits>;
}

export interface Key extends Owner {
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly state: 'active' | 'inactive' | 'ending' | 'ended' | 'deleted';
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** When it stops being valid: after a rotation, or by its limits. */
  readonly endsAt: Date | null;
  readonly limits: KeyLimits;
}

/** The new key, and until when the one it takes the place of is valid. */
export interface Rotated {
  readonly key: Key;
  readonly oldEndsAt: Date;
}

/** What a copy of the accounts holds. */
export interface AccountsCopy {
  readonly layout: number;
  readonly accounts: number;
  /** Charged calls, pruned ones too. */
  readonly calls: number;
}
