import type { Day, DayRange } from './calendar.ts';

/**
 * What a warehouse publishes and a snapshot is made of: a few small tables of counts and sums, as columns.
 * Rows are sorted by their leading columns. Nothing in here grows with the number of order lines, only with
 * scopes, days and how often things come back.
 */
export interface Tables {
  readonly facts: Facts;
  readonly categories: readonly string[];
  readonly subs: readonly SubName[];
  readonly methods: readonly string[];
  readonly tags: readonly Tag[];
  /** By scope and day. */
  readonly daily: DailyRows;
  /** By scope and Monday; null while the weekly aggregation has not been built. */
  readonly weekly: WeeklyRows | null;
  /** By series and day, a series being `scope × methods.length + method`, for the whole and each category. */
  readonly payments: PaymentRows;
  /** Members on the restricted basis, by scope. */
  readonly members: SightingRows;
  readonly merchants: SightingRows;
  /** Products by tag: the series is an index into `tags`. */
  readonly taggedWith: SightingRows;
  /** Products that carry any tag: the series is an index into `subs`. */
  readonly tagged: SightingRows;
  /** By sub-category, strongest first: its related purchases in the default period. */
  readonly related: RelatedRows;
}

/** What is true of a published version as a whole. */
export interface Facts {
  readonly version: number;
  readonly publishedAt: string;
  readonly coverage: DayRange;
  readonly lines: number;
  readonly orders: number;
  readonly settings: RefreshSettings;
}

/** The settings that refresh builds into the tables; other values need another refresh. */
export interface RefreshSettings {
  readonly timeZone: string;
  readonly defaultWeeks: number;
  readonly audienceMethods: readonly string[];
}

export interface SubName {
  /** Index into `categories`. */
  readonly category: number;
  readonly name: string;
}

export interface Tag {
  /** Index into `subs`. */
  readonly sub: number;
  readonly key: string;
  readonly value: string;
}

/** A scope is the whole (0), a category (1…), or a sub-category (after the categories). */
export type ScopeId = number;

export const WHOLE: ScopeId = 0;

export function categoryScope(category: number): ScopeId {
  return 1 + category;
}

export function subScope(categoryCount: number, sub: number): ScopeId {
  return 1 + categoryCount + sub;
}

export interface DailyRows {
  readonly scope: Int32Array;
  readonly day: Int32Array;
  readonly cents: Float64Array;
  readonly orders: Float64Array;
  readonly audienceCents: Float64Array;
  readonly audienceOrders: Float64Array;
}

export interface WeeklyRows {
  readonly scope: Int32Array;
  readonly monday: Int32Array;
  readonly cents: Float64Array;
  readonly orders: Float64Array;
}

export interface PaymentRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly orders: Float64Array;
}

/**
 * How many things were seen in a series on a day that had last been seen there on `previous`
 * (`NEVER` when they had not). Sorted by series, day, previous.
 */
export interface SightingRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly previous: Int32Array;
  readonly count: Float64Array;
}

export const NEVER: Day = -2_147_483_648;

/** How many related purchases of a sub-category are kept. */
export const RELATED_LIMIT = 5;

export interface RelatedRows {
  readonly sub: Int32Array;
  readonly other: Int32Array;
  readonly members: Float64Array;
}
