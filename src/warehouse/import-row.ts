import type { ImportFacts } from '../snapshot/tables.ts';

/* What was imported when, as a row of the table that every engine keeps of it: files stand one to a line. */

export function toImportFacts(row: Readonly<Record<string, unknown>>): ImportFacts {
  return {
    at: String(row.imported_at),
    files: String(row.files).split('\n'),
    lines: Number(row.lines),
    orders: Number(row.orders),
    replacedOrders: Number(row.replaced_orders),
    skippedRows: Number(row.skipped_rows),
  };
}

/** The values of such a row, by the names that statements give them. */
export function importValues({ at, files, lines, orders, replacedOrders, skippedRows }: ImportFacts) {
  return { at, files: files.join('\n'), lines, orders, replaced: replacedOrders, skipped: skippedRows };
}
