import type { Facts, RefreshSettings, Tables } from '../snapshot/tables.ts';

/** Counts up with every publication. */
export type DataVersion = number;

/**
 * Where order lines live and figures are made: the port. Readers see published versions only, each of them
 * whole and never changed again; writers add lines and publish the next.
 */
export interface Warehouse {
  /**
   * Takes in files: checks every row, replaces orders that arrive again, rebuilds what is derived and
   * publishes it. All or nothing: a refused import leaves data and figures as they were.
   */
  import(request: ImportRequest, onProgress?: OnProgress): Promise<ImportReport>;
  /** Rebuilds everything that is derived, with the settings of now, and publishes it. */
  refresh(onProgress?: OnProgress): Promise<Facts>;

  /** The version that is published now; undefined before the first. */
  current(): Promise<DataVersion | undefined>;
  load(version: DataVersion): Promise<Tables>;
  /** What a version is about, without its figures. */
  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>>;
  /** Bytes that the lines and the published figures take. */
  sizes(): Promise<{ lines: number; published: number }>;
  close(): Promise<void>;
}

export interface ImportRequest {
  /** Files, all taken in as one import. */
  readonly files: readonly string[];
  /** Our column → the name it has in the files. */
  readonly columns: Readonly<Partial<Record<ColumnName, string>>>;
  readonly skipBadRows: boolean;
  /** Whether to build the weekly aggregation; without it trends fall back to months. */
  readonly weekly: boolean;
}

export interface ImportReport {
  readonly facts: Facts;
  readonly lines: number;
  readonly orders: number;
  /** Orders that were there before and have been replaced. */
  readonly replacedOrders: number;
  readonly skippedRows: number;
  /** Columns that are not read, by name. */
  readonly ignoredColumns: readonly string[];
  /** Where the bad rows are listed; undefined when there were none. */
  readonly rejectsFile: string | undefined;
}

/** A step of long work, and how far it is (0 to 1) where that is known. */
export type OnProgress = (step: string, fraction?: number) => void;

export type WarehouseSettings = RefreshSettings;

export const COLUMNS = {
  order_id: { isRequired: true },
  ordered_at: { isRequired: true },
  category: { isRequired: true },
  sub_category: { isRequired: true },
  product_id: { isRequired: true },
  product_name: { isRequired: false },
  tags: { isRequired: false },
  amount: { isRequired: true },
  payment_method: { isRequired: false },
  merchant_id: { isRequired: false },
  member_id: { isRequired: false },
} as const;

export type ColumnName = keyof typeof COLUMNS;

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
