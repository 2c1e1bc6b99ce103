import type { UserError } from '../errors/operators.ts';
import type { Day } from '../lib/calendar.ts';
import type { Derived } from '../snapshot/derived.ts';
import type { Cents } from '../snapshot/figures.ts';
import type { PrivacyNumbers } from '../snapshot/privacy/numbers.ts';
import type {
  Facts,
  ImportFacts,
  RefreshSettings,
  ServedTables,
  TableNames,
  Tables,
} from '../snapshot/tables.ts';
import type { NamesChanged } from './changes/names-changed.ts';
import type { PaymentMethod } from './changes/payment-methods.ts';
import type { HoldRules } from './deliveries/hold-rules.ts';
import type { NumbersReport } from './privacy-report.ts';
import type { NamedTable, Profile } from './profile.ts';
import type { Warning } from './warning.ts';

/** Counts up with every publication. */
export type DataVersion = number;

/** What a version is about. */
export type Description = TableNames & Pick<Tables, 'facts'>;

/** Published versions, to be read: each of them is whole and never changes. */
export interface Published {
  /** The version that is published now; undefined before the first. */
  current(): Promise<DataVersion | undefined>;
  /** The published versions that are kept, the newest first: at least one before it, should it be damaged. */
  versions(): Promise<DataVersion[]>;
  load(version: DataVersion): Promise<Tables>;
  /** Loads a version to serve from, without holding up whoever is being served meanwhile. */
  loadDerived(version: DataVersion): Promise<Loaded>;
  /** What a version is about, without its figures. */
  describe(version: DataVersion): Promise<Description>;
}

/**
 * Where order lines live and figures are made: the port. Readers see published versions only, each of them
 * whole and never changed again; writers add lines and publish the next.
 */
export interface Warehouse extends AsyncDisposable, Published {
  /** Where it is, as messages name it. */
  readonly place: string;
  /**
   * Takes in files: checks every row, replaces orders that arrive again, rebuilds what is derived and
   * publishes it. All or nothing: a refused import leaves data and figures as they were.
   */
  import(request: ImportRequest, onProgress?: OnProgress): Promise<ImportReport>;
  /** Finishes a publication whose writer was killed after its commit. */
  recover(): Promise<void>;
  /** Takes the newest import back, while nothing else was changed since. */
  undoImport(onProgress?: OnProgress): Promise<Undone>;
  /** Rebuilds everything that is derived and publishes it; another last day can be shown from then on. */
  refresh(how?: RefreshRequest): Promise<Facts>;
  /** What an import would do to the orders that are there; nothing of it is done. */
  foresee(request: ImportRequest): Promise<Foreseen>;
  /**
   * Takes in the changes of published weeks that disclosure control has set aside, rebuilds and publishes; with `isDryRun`
   * it changes nothing, and returns what it would do.
   */
  restate(how?: RestateRequest): Promise<Restated & { readonly facts: Facts }>;

  /** What is kept of an order; undefined when it is not there. */
  order(id: string): Promise<StoredOrder | undefined>;
  /**
   * Removes orders and publishes, unless all of them wait to be removed already. An unknown id refuses all. Later imports
   * leave them out, unless they may come again.
   */
  deleteOrders(ids: readonly string[], how?: DeleteOptions): Promise<ChangeReport>;
  /**
   * Blanks members on all their lines, now and in later imports, and publishes. An unknown id refuses all. An e-mail address
   * is the member that `mdq_member` of a query has made of it.
   */
  forgetMembers(ids: readonly string[], onProgress?: OnProgress, address?: string): Promise<ChangeReport>;
  /** Lets orders or members come in again that were deleted or forgotten. One that was not refuses all. */
  allow(kind: 'order' | 'member', ids: readonly string[]): Promise<void>;

  /** The settings that the data is made with, as far as it has them. */
  settings(): Promise<Partial<RefreshSettings>>;
  /** Changes settings of the data and publishes, where there is any. What is set already publishes nothing. */
  changeSettings(changed: Partial<RefreshSettings>, onProgress?: OnProgress): Promise<SettingsChange>;

  /** What the numbers in force close, and what those would that are chosen in view of them. Changes nothing. */
  privacyReport(
    choose: (inForce: PrivacyNumbers) => PrivacyNumbers | undefined,
    onProgress?: OnProgress,
  ): Promise<PrivacyReports>;

  /** What this machine has of what is published, for when the store cannot be reached. */
  readonly localCopy: Published;
  /** What is wrong with the servers of the store, one by one; empty where nothing is. */
  examine(): Promise<UserError[]>;
  /** Stops what is being written: it fails with `Stopped`, and everything is as it was. */
  stop(): void;
  /** Bytes that the lines and the published figures take; null while that cannot be told. */
  sizes(): Promise<{ lines: number | null; published: number }>;
  close(): Promise<void>;
}

export interface RefreshRequest {
  readonly completeThrough?: CompleteThrough | undefined;
  /** The first day with an order in a held delivery. */
  readonly heldFrom?: Day | undefined;
  readonly onProgress?: OnProgress;
}

export interface RestateRequest {
  readonly isDryRun?: boolean;
  readonly onProgress?: OnProgress;
}

/** What would become of the orders of an import. */
export type Foreseen = Pick<
  ImportReport,
  | 'orders'
  | 'replacedOrders'
  | 'unchangedOrders'
  | 'removedOrders'
  | 'asideOrders'
  | 'removedLater'
  | 'deletedOrders'
  | 'forgottenLines'
>;

export interface DeleteOptions {
  /** Whether the orders may come in again with a later import. */
  readonly mayReturn?: boolean;
  readonly onProgress?: OnProgress;
}

/** What a copy of the lines holds. */
export interface LinesCopy {
  readonly layout: number;
  readonly lines: number;
  readonly orders: number;
}

/** What a copy of the published figures holds: the version that was the newest. */
export interface PublishedCopy {
  readonly layout: number;
  readonly version: DataVersion;
}

/** A published version with what is added up ahead. */
export interface Loaded {
  readonly tables: ServedTables;
  readonly derived: Derived;
}

export interface ImportRequest {
  /** When the import is held instead of published; never where it is missing. */
  readonly hold?: HoldRules | undefined;
  /** What messages and notifications call the files together: the name of the file, or of the folder. */
  readonly delivery?: string | undefined;
  /** The id of the held delivery that is approved. */
  readonly held?: string;
  /** Files, all taken in as one import. */
  readonly files: readonly string[];
  /** For files that are not to be opened by their name: the path that leads to their content. */
  readonly contents?: ReadonlyMap<string, string>;
  /** Files that a query knows by other names than their own, by path. */
  readonly tables?: ReadonlyMap<string, NamedTable>;
  /** Whether the rows are those of a table of the store, which has no lines: errors name a row by its position. */
  readonly isTable?: boolean;
  readonly profile?: Profile;
  readonly skipBadRows?: boolean;
  /** What an order in several of the files means: a mistake, a newer state of it in the file named last, or more rows. */
  readonly overlap?: 'refuse' | 'replace' | 'add';
  /** Whether days after tomorrow are taken. */
  readonly allowFuture?: boolean;
  /** Whether to build the weekly aggregation; without it trends fall back to months. */
  readonly weekly?: boolean;
  /** The last day that is shown; orders of later ones are hidden. Where it is not said, what was said last holds. */
  readonly completeThrough?: CompleteThrough | undefined;
}

/** A day, `last` for all days, or the last Sunday that is over. */
export type CompleteThrough = Day | 'last' | 'last-sunday';

export interface ImportReport extends NamesChanged {
  readonly facts: Facts;
  /** False where all is as it was before. */
  readonly isPublished: boolean;
  readonly lines: number;
  readonly orders: number;
  /** What the lines add up to. */
  readonly cents: Cents;
  /** The first day with an order in the files. */
  readonly firstDay: Day;
  /** Orders that were there before and have been replaced. */
  readonly replacedOrders: number;
  /** Orders that arrived again just as they were. */
  readonly unchangedOrders: number;
  /** Orders that were there before and of which only cancelled rows arrived. */
  readonly removedOrders: number;
  /** Orders of published weeks whose change waits for a restatement. */
  readonly asideOrders: number;
  /** Those of them that the restatement removes. */
  readonly removedLater: number;
  /** Rows that were left out because of their status. */
  readonly cancelledRows: number;
  readonly skippedRows: number;
  /** Rows without any value, which are left out too. */
  readonly blankRows: number;
  /** Orders that were deleted and came again: they stay out. */
  readonly deletedOrders: number;
  /** Lines of members who were forgotten, which came in without them. */
  readonly forgottenLines: number;
  /** Columns that are not read, by name. */
  readonly ignoredColumns: readonly string[];
  /** Undefined when there were no bad rows. */
  readonly rejectsFile: RejectsFile | undefined;
  readonly warnings: readonly Warning[];
  /** Those of the published figures. */
  readonly paymentMethods: readonly PaymentMethod[];
  /** The warnings for which the import was held, and nothing published; mostly none. */
  readonly heldBy: readonly Warning[];
}

/** What a change of data that is there already did. */
export interface ChangeReport {
  readonly facts: Facts;
  readonly lines: number;
  readonly orders: number;
  /** Orders of published weeks whose change waits for a restatement. */
  readonly asideOrders: number;
}

/** What an import that was taken back had brought, and what is back of what it had replaced or removed. */
export interface Undone extends ChangeReport {
  readonly returnedOrders: number;
  readonly undone: ImportFacts;
}

export interface PrivacyReports {
  /** Undefined when disclosure control is off. */
  readonly inForce: NumbersReport | undefined;
  readonly others: NumbersReport | undefined;
  /** The Monday from which on weeks are not complete, and so not counted; null where all are. */
  readonly incompleteFrom: Day | null;
}

/** What a restatement changed of what had been published. */
export interface Restated {
  /** Orders that had been set aside. */
  readonly orders: number;
  /** Published cells that say something else now, on any side, are closed now, or shown now. */
  readonly cells: number;
  /** Those of them of which two versions tell the change of fewer people than must be in a cell. */
  readonly cellsOfFew: number;
  /** Cells that were closed, or their audience figures, and are shown from now on: disclosure control was turned off. */
  readonly openedCells: number;
  /** Cells, or their audience figures, that were published and are suppressed for good; missing where there are none. */
  readonly suppressedCells?: number;
  /** Weeks that are shown again since a restore or an undo, and those of them that say something else than was published of them. */
  readonly again?: { readonly weeks: number; readonly revised: readonly Day[] };
}

/** What a restore means for what was published before it. A week is its Monday. */
export interface RestoredPublications {
  /** What the restored figures are published as. */
  readonly version: DataVersion;
  /** Whether anything is known of what was published here. */
  readonly isKnown: boolean;
  readonly newestKnown: DataVersion;
  /** Published weeks of which the restored figures say something else than was published last. */
  readonly revisedWeeks: readonly Day[];
  /** Weeks that were published after the backup: they are withheld until they are restated. */
  readonly withheldWeeks: readonly Day[];
  /** Published weeks that would be revised by what waits in the restored store. */
  readonly waitingWeeks: readonly Day[];
  /** Whether disclosure control was on here, and is off in what was restored. */
  readonly endsControl: boolean;
  /** What was deleted or forgotten here and was in the backup: it stays so. */
  readonly leftOut: { readonly orders: number; readonly members: number };
  /** Whether members of e-mail addresses have other ids in the backup, so that nobody forgotten by address is known there. */
  readonly hasOtherAddresses: boolean;
}

export interface SettingsChange {
  /** What is published; undefined before the first import. */
  readonly facts: Facts | undefined;
  /** False when it was set to just that before. */
  readonly isChanged: boolean;
  /** Of the published figures; none before the first import. */
  readonly paymentMethods: readonly PaymentMethod[];
  /** What is wrong with their audience. */
  readonly warnings: readonly Warning[];
  /** What it changed of published weeks, where disclosure control is on. */
  readonly restated?: Restated;
}

export interface StoredOrder {
  readonly id: string;
  readonly day: Day;
  /** What becomes of it once published weeks are restated; null where it stays as it is. */
  readonly waits: 'arrival' | 'deletion' | 'change' | null;
  readonly lines: readonly {
    readonly category: string;
    readonly subCategory: string;
    readonly productId: string;
    readonly tags: string | null;
    readonly cents: Cents;
    readonly paymentMethod: string;
    readonly merchantId: string | null;
    readonly memberId: string | null;
  }[];
}

/** Where everything that is wrong with the rows of an import is listed, and how often each reason stands there. */
export interface RejectsFile {
  readonly path: string;
  readonly reasons: readonly { readonly reason: string; readonly rows: number }[];
}

/** A step of long work that begins, or nothing; how far the work is (0 to 1); and which part of an import the step is (0 to 1). */
export type OnProgress = (step: string, fraction?: number, ofImport?: number) => void;
