/* How the files of an import are written, and what an order line has. */

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
  status: { isRequired: false },
} as const;

export type ColumnName = keyof typeof COLUMNS;

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

/** How the files of an import are written. What is not said is found out, or is as usual. */
export interface Profile {
  /** Our column → the name it has in the files. */
  readonly columns?: Readonly<Partial<Record<ColumnName, string>>> | undefined;
  /** Between the values of CSV: one character. */
  readonly delimiter?: string | undefined;
  /** As the WHATWG names it; UTF-8 unless said. */
  readonly encoding?: string | undefined;
  readonly decimal?: 'point' | 'comma' | undefined;
  /** A strptime pattern, for times that are not ISO 8601. */
  readonly dateFormat?: string | undefined;
  /** A file with a query that makes order lines of the files. */
  readonly sql?: string | undefined;
  /** Where the tables of that query are, by name, the one with a row for each line first. */
  readonly tables?: Readonly<Record<string, TableProfile>> | undefined;
  /** Tables of the operator's own, such as a mapping: they lie where the profile says, whatever folder is imported. */
  readonly reference?: Readonly<Record<string, TableProfile>> | undefined;
  /** What a column is in every row, for files that do not have it. */
  readonly set?: Readonly<Partial<Record<ColumnName, string>>> | undefined;
  /** Where the profile lies, and its tables where it is not said otherwise. */
  readonly folder?: string | undefined;
}

export interface TableProfile {
  /** Files or patterns; several are parts of one table. */
  readonly files: readonly string[];
  /** Where it is said, the file is read in it whatever it looks like. */
  readonly encoding?: string | undefined;
}

/** A file that a query knows by a name of its own. */
export interface NamedTable {
  readonly name: string;
  readonly encoding?: string | undefined;
}
