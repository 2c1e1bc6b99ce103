import type { Day, DayRange } from '../lib/calendar.ts';
import type { PrivacyNumbers } from './privacy/numbers.ts';

/**
 * What a warehouse publishes and a snapshot is made of: a few small tables of counts and sums, as columns.
 * Rows are sorted by their leading columns. Nothing in here grows with the number of order lines, only with
 * scopes, days and how often things come back. Names keep their index from version to version, so some may
 * have nothing left.
 */
export interface Tables {
  readonly facts: Facts;
  readonly categories: readonly string[];
  readonly subs: readonly SubName[];
  readonly methods: readonly string[];
  readonly tags: readonly Tag[];
  /** Every day that has an order, in order. First-seen tables name a day by its index in here. */
  readonly days: Int32Array;
  /** By scope and day. */
  readonly daily: DailyRows;
  /** By series and day; `paymentSeries` numbers the series. */
  readonly payments: PaymentRows;
  /** Members on the restricted basis, by scope. */
  readonly members: FirstSeenTable;
  readonly merchants: FirstSeenTable;
  /** Products by tag: the series is an index into `tags`. */
  readonly taggedWith: FirstSeenTable;
  /** Products that carry any tag: the series is an index into `subs`. */
  readonly tagged: FirstSeenTable;
  /** By sub-category, strongest first: its related purchases in the default period. */
  readonly related: RelatedRows;
  /** Closed weeks of a scope: nothing of them is in the tables above. By scope and day. */
  readonly closed: ClosedRows;
  /** Weeks of which the restricted basis is closed; those that are closed altogether are among them. */
  readonly closedBasis: ClosedRows;
}

/** What the numbers of categories, sub-categories, payment methods and tags stand for. */
export type TableNames = Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags'>;

/** The tables that a snapshot serves from; its tags are packed. */
export type ServedTables = Omit<Tables, 'tags'>;

/** What is true of a published version as a whole. */
export interface Facts {
  readonly version: number;
  readonly publishedAt: string;
  /** A random id: a number comes again after a restore, this does not. ETags are made of it. */
  readonly publication: string;
  /** Of a version without lines, a range without days: callers are told that there is no data. */
  readonly coverage: DayRange;
  readonly lines: number;
  readonly orders: number;
  readonly settings: RefreshSettings;
  /** Whether trends are by week; by month until then. */
  readonly weekly: boolean;
  /** Orders of days after it are hidden; null when all are shown. */
  readonly completeThrough: Day | null;
  /** From this Monday on, weeks are withheld until a restatement: a restore or an undo has left fewer orders of them. */
  readonly withheldFrom?: Day;
  readonly hiddenOrders: number;
  /** The orders of each hidden day that has some; missing in versions of programs that did not note them. */
  readonly hiddenDays?: readonly (readonly [day: Day, orders: number])[];
  /** The newest day with an order, shown or not; missing in versions of programs that did not note it. */
  readonly newestOrder?: Day;
  /** What was imported and changed when, the oldest first. */
  readonly imports: readonly ImportFacts[];
  /** What disclosure control did; null, or missing in versions from before there was any, when it is off. */
  readonly privacy?: PrivacyFacts | null;
}

export interface PrivacyFacts {
  /** Orders whose change waits for a restatement. */
  readonly asideOrders: number;
  /** Weeks that have lines, and those of them that are closed even for the whole. */
  readonly weeks: number;
  readonly closedWeeks: number;
  /** Lines that name a member, and those that name a merchant: without any, nothing passes. */
  readonly linesWithMember: number;
  readonly linesWithMerchant: number;
}

/** What can be done to the data. */
export type ChangeKind =
  | 'import'
  | 'undo'
  | 'delete'
  | 'forget'
  | 'allow'
  | 'settings'
  | 'restate'
  | 'restore';

/** An import, or another change of the data. */
export interface ImportFacts {
  readonly at: string;
  /** Missing for an import of a program that noted nothing else. */
  readonly kind?: ChangeKind;
  /** Who did it; missing where that was not noted. */
  readonly by?: string;
  /** Of a change of settings, their names. */
  readonly files: readonly string[];
  readonly lines: number;
  readonly orders: number;
  readonly replacedOrders: number;
  readonly skippedRows: number;
  /** Rows that were left out because of their status; missing where that was not noted, as below. */
  readonly cancelledRows?: number;
  /** Orders that were there before and were removed. */
  readonly removedOrders?: number;
  /** The last day that was shown from then on; null for all. */
  readonly completeThrough?: Day | null;
  /** The file, or the folder of files, by its name alone. */
  readonly delivery?: string;
  /** The id of the held delivery, where an approval imported one. */
  readonly held?: string;
  readonly warnings?: readonly ImportWarning[];
}

/** Something that looked wrong in an import, though nothing was refused for it. */
export interface ImportWarning {
  readonly code: string;
  /** How many rows, orders or names it is about; 1 where it is about the data as a whole. */
  readonly count: number;
  readonly text: string;
  /** Whether an operator had acknowledged it before: it is recorded, and no longer reported as news. */
  readonly acknowledged: boolean;
}

/** The imports that the data consist of: what was undone is not among them. */
export function importsIn({ imports }: Pick<Facts, 'imports'>): ImportFacts[] {
  const held: ImportFacts[] = [];
  for (const entry of imports) {
    if (entry.kind === 'undo') held.pop();
    else if (isImport(entry)) held.push(entry);
  }
  return held;
}

export function isImport({ kind = 'import' }: ImportFacts): boolean {
  return kind === 'import';
}

/** Whether any import had rows that were cancelled: one of few days may have none. */
export function hadCancelled({ imports }: Pick<Facts, 'imports'>): boolean {
  return imports.some(({ cancelledRows = 0 }) => cancelledRows > 0);
}

/** Who is noted as having made the demo's orders. */
export const DEMO_MAKER = 'mdq demo';

/** Whether the data have the orders that the demo made up. */
export function hasDemo(facts: Pick<Facts, 'imports'>): boolean {
  return importsIn(facts).some(({ by }) => by === DEMO_MAKER);
}

/** The settings that refresh builds into the tables; other values need another refresh. */
export interface RefreshSettings extends PrivacyNumbers {
  readonly timeZone: string;
  readonly defaultWeeks: number;
  readonly audienceMethods: readonly string[];
  /** Lower case. */
  readonly cancelledStatuses: readonly string[];
  readonly currency: string | null;
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

/** A scope is the whole (0), a category (odd) or a sub-category (even): new ones never move those before. */
export type ScopeId = number;

export const WHOLE: ScopeId = 0;

export function categoryScope(category: number): ScopeId {
  return 2 * category + 1;
}

export function subScope(sub: number): ScopeId {
  return 2 * sub + 2;
}

export function scopeCount({ categories, subs }: Pick<Tables, 'categories' | 'subs'>): number {
  return 2 * Math.max(categories.length, subs.length) + 1;
}

/** Payments are kept for the whole (index 0) and each category (its index + 1). */
export function paymentSeries(index: number, method: number, methods: number): number {
  return index * methods + method;
}

interface DailyRows {
  readonly scope: Int32Array;
  readonly day: Int32Array;
  readonly cents: Float64Array;
  readonly orders: Float64Array;
  readonly audienceCents: Float64Array;
  readonly audienceOrders: Float64Array;
}

interface PaymentRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly orders: Float64Array;
}

/**
 * How many things were seen in a series on a day, by the day on which they had been seen there before. One
 * run of rows per series and day, sorted by that earlier day.
 */
export interface FirstSeenTable {
  /** Where the runs of each series begin; one more at the end. */
  readonly firstRun: Uint32Array;
  /** The day of each run, as an index in `days`. */
  readonly runDay: Uint16Array;
  /** Where the rows of each run begin; one more at the end. */
  readonly firstRow: Uint32Array;
  /** The earlier day, as its index in `days` and one: 0 is never. */
  readonly previous: Uint16Array;
  /** How many things, cumulative from the start of the run. The name is that of the column in published files. */
  readonly upTo: Uint32Array;
}

/** Indexes in `days` fit 16 bits. */
export const MAX_DAYS = 65_535;

/** How many related purchases of a sub-category are kept. */
export const RELATED_LIMIT = 5;

export interface ClosedRows {
  readonly scope: Int32Array;
  /** The Monday of the week. */
  readonly day: Int32Array;
}

/** Made for each use: the memory of a version is given away with it. */
export function noneClosed(): ClosedRows {
  return { scope: new Int32Array(0), day: new Int32Array(0) };
}

interface RelatedRows {
  readonly sub: Int32Array;
  readonly other: Int32Array;
  readonly members: Float64Array;
}
