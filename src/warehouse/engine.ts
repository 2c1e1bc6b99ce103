import type { UserError } from '../errors/operators.ts';
import type { Day, DayRange } from '../lib/calendar.ts';
import type { ClosedWeek, WeekLines } from '../snapshot/privacy/close-week.ts';
import type { PublishedWeeks } from '../snapshot/privacy/complete-weeks.ts';
import type { PrivacyNumbers } from '../snapshot/privacy/numbers.ts';
import type { Facts, ImportFacts, RefreshSettings, TableNames, Tables } from '../snapshot/tables.ts';
import type { IntakePlace } from './intake/intake.ts';
import type {
  DataVersion,
  ImportReport,
  ImportRequest,
  OnProgress,
  Published,
  StoredOrder,
  Undone,
} from './warehouse.ts';

/*
 * What an engine brings to a warehouse: where lines are kept and counted, and where the figures that are made of them
 * are published. What all engines have in common is in engine-warehouse.ts, how files become rows is in intake/.
 */

export interface Engine {
  readonly lines: Lines;
  readonly publications: Publications;
  /** What this machine has of them, for when they cannot be reached. */
  readonly localCopy: Published;
  /** What is wrong with the servers, one by one; empty where nothing is. */
  examine(): Promise<UserError[]>;
  close(): Promise<void>;
}

/** How many versions stay: the newest, and one before it, for who has just seen it named or finds the newest damaged. */
export const KEPT_VERSIONS = 2;

export interface Publications extends Published {
  /** What was said last of each week that disclosure control has published, as far as it is noted. */
  weeks?(): Promise<ReadonlyMap<Day, string>>;
  /** Bytes that the newest takes. */
  bytes(): Promise<number>;
}

export interface Lines {
  /** Where they are, as messages name it. */
  readonly place: string;
  /** Null while it cannot be told. */
  bytes(): Promise<number | null>;
  order(id: string): Promise<StoredOrder | undefined>;
  /** Whether they may be other lines than those that were published then, found out without opening them. */
  wereBegunAfter(time: Date): Promise<boolean>;
  /** What is noted beside the lines; undefined where there is nothing yet. */
  state(): Promise<State | undefined>;
  /** Runs work of a writer. With `mayMake` it may be the first; without, it fails with `NoLines` where it would be. */
  write<T>(how: WriteOptions, work: (writer: Writer) => Promise<T>): Promise<T>;
  /** Hands over the lines of complete weeks, one week after the other: what disclosure control would see. */
  readWeeks(onProgress: OnProgress, begin: BeginWeeks): Promise<void>;
  /** Stops the writer that runs: it fails with `Stopped`. */
  stop(): void;
}

export type BeginWeeks = (
  settings: Partial<RefreshSettings>,
  names: Pick<Tables, 'categories' | 'subs'>,
  /** From the first day that has an order to the last of the last complete week. */
  coverage: DayRange,
  /** The Monday from which on weeks are not complete; null where all that have orders are. */
  incompleteFrom: Day | null,
) => {
  /** The weeks are tested with these: what makes no difference to such tests may be added up. */
  readonly numbers: readonly PrivacyNumbers[];
  readonly take: TakeWeek;
};

type TakeWeek = (monday: Day, lines: WeekLines, closedBefore: ClosedWeek) => void;

export interface WriteOptions {
  readonly mayMake: boolean;
  readonly onProgress: OnProgress;
}

/** What is noted beside the lines. */
export interface State {
  /** The version that these lines were published as; undefined before the first. */
  readonly base: DataVersion | undefined;
  /** What the data is made with, as far as it is noted. */
  readonly stored: Partial<RefreshSettings>;
  /** The last day that is shown; null for all. */
  readonly completeThrough: Day | null;
  /** The weeks that disclosure control has published, which are not revised in passing; null when it is off. */
  readonly published: PublishedWeeks | null;
  /** How the newest change is taken back; null where it cannot be. */
  readonly undo: Undo | null;
}

/** How things were before an import. What it replaced or removed, the engine keeps. */
export interface Undo {
  /** What the import was published as. */
  readonly version: DataVersion;
  readonly completeThrough: Day | null;
  /** The last day of the weeks that disclosure control had published; null for none, missing in older records. */
  readonly publishedThrough?: Day | null;
  /** Whether trends were by week. */
  readonly weekly: boolean;
  /** What the engine itself calls the import, where that is something else. */
  readonly import?: number;
  /** How many there were. */
  readonly names: Readonly<Record<keyof TableNames, number>>;
}

export interface Writer {
  readonly state: State;
  /**
   * Where files are read and checked, by DuckDB whatever keeps the lines: its tables `staged` and `cancelled` hold what is
   * to be taken in (intake.ts). `withIntake` makes one for an engine that has no DuckDB of its own.
   */
  readonly intake: IntakePlace;
  /** What is not to come in again. */
  marks(): Promise<Mark[]>;
  /** What another pipeline has left in the store to be taken in; undefined where nothing is. */
  incoming(): Promise<Pick<ImportRequest, 'files' | 'contents' | 'isTable'> | undefined>;
  /**
   * Changes lines and publishes what is made of them: all of it holds, or none. Where another writer has published
   * meanwhile, none, and it fails with `PublicationConflict`. Work that ends without `keep` has changed nothing.
   */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
}

/**
 * A member who was forgotten or an order that was deleted: an HMAC-SHA-256 that recognises the id without revealing it. Of
 * the kind `email` there is one, with an empty hash: its key makes members of e-mail addresses.
 */
export interface Mark {
  readonly kind: 'member' | 'order' | 'email';
  /** Random, in hexadecimal digits, as the hash is. */
  readonly key: string;
  readonly hash: string;
}

export interface Change {
  /** The version that it makes: a number that was never given out before. */
  readonly version: DataVersion;
  /**
   * Puts what is staged into the lines: orders that were there before are replaced whole, or go. One that arrives just
   * as it was (the same day and FINGERPRINT) stays. Changes of orders in published weeks are set aside, here and below.
   * With `refuse`, orders that are to go must be there, or wait aside.
   */
  applyStaged(published: DayRange | null, refuse?: RefuseUnknown): Promise<Applied>;
  /** Blanks members on all their lines. */
  forgetMembers(ids: readonly string[], published: DayRange | null, refuse: RefuseUnknown): Promise<Touched>;
  /** Puts all that was set aside into the lines, and tells who has other lines then. */
  takeAside(compared: Compared): Promise<TakenIn>;
  /** Keeps what was replaced or removed by what was staged, where anything was, until another change is kept. */
  keepUndo(hasReplaced: boolean): Promise<void>;
  /** Puts back what was kept. Names that came with the import go; with `keepsScopes`, categories and sub-categories stay. */
  takeBack(undo: Undo, keepsScopes: boolean): Promise<TakenBack>;
  noteImport(facts: ImportFacts): Promise<void>;
  /** Marks that are there already stay as they are. */
  addMarks(marks: readonly Mark[]): Promise<void>;
  removeMarks(marks: readonly Mark[]): Promise<void>;
  /**
   * Counts the lines as they are with this change. Names keep their index from version to version, and cells that were
   * closed once stay closed. The tallies in snapshot/tally make the tables of lines that come sorted.
   */
  makeTables(options: RefreshOptions): Promise<Tables>;
  /** Keeps what is to hold from now on; with tables, they are the version that is published. Without, there is none yet. */
  keep(state: Omit<State, 'base'>, tables: Tables | undefined): Promise<void>;
}

/** Is given those of some ids that are not there, and throws where there are any. */
export type RefuseUnknown = (ids: readonly string[]) => void;

export interface Applied
  extends Pick<
    ImportReport,
    | 'lines'
    | 'orders'
    | 'replacedOrders'
    | 'unchangedOrders'
    | 'removedOrders'
    | 'asideOrders'
    | 'removedLater'
  > {
  /** What went without anything in its place: of the lines, or of what waited aside and never was among them. */
  readonly gone: { readonly orders: number; readonly lines: number };
  /** Whether other rows wait aside now than before. */
  readonly changesAside: boolean;
  /** The first day that is to be counted again; undefined when none is. */
  readonly from: Day | undefined;
}

/** What a change touched. */
export type Touched = Pick<Applied, 'lines' | 'orders' | 'asideOrders' | 'changesAside' | 'from'>;

/** What went with an import that was taken back, and what came back. */
export type TakenBack = Pick<Touched, 'lines' | 'orders' | 'from'> & Pick<Undone, 'returnedOrders'>;

/** What a restatement compares of the lines before it and after it. */
export interface Compared {
  /** The weeks that have been published. */
  readonly weeks: DayRange;
  /** The payment methods of the restricted basis, before and after. */
  readonly methods: readonly [before: readonly string[], after: readonly string[]];
  /** At most so many people of a part are listed, as more make no difference; with 0, none are looked for. */
  readonly people: number;
}

/** What was taken in that had been set aside. */
export interface TakenIn {
  readonly orders: number;
  /** Who has other lines in published weeks now, or has them on another side of the restricted basis. */
  readonly changed: readonly ChangedPerson[];
}

export const SIDES = ['all', 'on', 'outside'] as const;
/** All lines, those on the restricted basis, or those outside of it. */
export type Side = (typeof SIDES)[number];

export interface ChangedPerson {
  readonly week: Day;
  /** Index into `subs`. */
  readonly sub: number;
  readonly side: Side;
  /** By number; who has no name and who was forgotten are one. */
  readonly person: number;
}

export interface RefreshOptions {
  readonly settings: RefreshSettings;
  readonly version: DataVersion;
  readonly weekly: boolean;
  /** The last day that is shown; null for all. */
  readonly completeThrough: Facts['completeThrough'];
  /** The weeks that disclosure control has published before. */
  readonly published: PublishedWeeks | null;
  /** A version that is right for all days before `from`, to be gone on from; everything may be made again all the same. */
  readonly earlier?: { readonly tables: Tables; readonly from: Day } | undefined;
  /** The names to go on from, where those of the version before are not; engines that keep names themselves know. */
  readonly names?: TableNames | undefined;
  readonly onProgress: OnProgress;
}
