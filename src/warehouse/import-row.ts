import type { ChangeKind, ImportFacts } from '../snapshot/tables.ts';

type Details = Pick<
  ImportFacts,
  'cancelledRows' | 'removedOrders' | 'completeThrough' | 'delivery' | 'held' | 'warnings'
>;

/* What was imported and changed when, as a row of the table that every engine keeps of it: files stand one to a line. */

export function toImportFacts(row: Readonly<Record<string, unknown>>): ImportFacts {
  return {
    at: String(row.imported_at),
    // Rows from before other changes were noted have neither.
    ...(row.kind ? { kind: String(row.kind) as ChangeKind } : {}),
    ...(row.done_by ? { by: String(row.done_by) } : {}),
    files: row.files === '' ? [] : String(row.files).split('\n'),
    lines: Number(row.lines),
    orders: Number(row.orders),
    replacedOrders: Number(row.replaced_orders),
    skippedRows: Number(row.skipped_rows),
    ...(row.details ? (JSON.parse(String(row.details)) as Details) : {}),
  };
}

/** The name of a file may have line breaks, too. */
export function onOneLine(name: string): string {
  return name.replaceAll('\n', '\\n');
}

/** The values of such a row, by the names that statements give them. */
export function importValues({
  at,
  kind,
  by,
  files,
  lines,
  orders,
  replacedOrders,
  skippedRows,
  ...details
}: ImportFacts) {
  const who = { kind: kind ?? '', by: by ?? '' };
  const counts = { lines, orders, replaced: replacedOrders, skipped: skippedRows };
  return {
    at,
    ...who,
    files: files.map(onOneLine).join('\n'),
    ...counts,
    details: JSON.stringify(details satisfies Details),
  };
}
