/** A table for reading. The first column names its row. */
export interface ReadableTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
}

export interface TableColumn {
  readonly label: string;
  readonly isWord: boolean;
  /** Of links, which have no order that anybody looks for. */
  readonly isLink?: boolean;
}

export interface TableCell {
  readonly text: string;
  /** What it is sorted by. */
  readonly value: string | number;
  /** More, for who points at it. */
  readonly title?: string | undefined;
  /** Where it leads. */
  readonly link?: string;
}

export const word = (label: string): TableColumn => ({ label, isWord: true });
export const number = (label: string): TableColumn => ({ label, isWord: false });

export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Numbers begin with the largest, words with the first; the same column again turns it round. */
export function nextSorting({ columns }: ReadableTable, column: number, now: Sorting | undefined): Sorting {
  if (now?.column === column) return { column, isDescending: !now.isDescending };
  return { column, isDescending: columns[column]?.isWord === false };
}

export function sortedRows({ rows }: ReadableTable, sorting: Sorting | undefined): ReadableTable['rows'] {
  if (!sorting) return rows;
  const { column, isDescending } = sorting;
  const sorted = [...rows].sort((a, b) => compare(a[column]?.value ?? '', b[column]?.value ?? ''));
  return isDescending ? sorted.reverse() : sorted;
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}
