import type { Day, DayRange } from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { OpenGrant } from './grants.ts';

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

/** Where a page ended, in a form that only the store that gave it understands. */
export type CallsCursor = string;

export interface Pruned {
  readonly calls: number;
  readonly points: Points;
}
