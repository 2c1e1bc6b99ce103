import { csvRecord } from '../../../../src/lib/csv.ts';

export type Cell = string | number | null;

/** A table with the names and values of the API, nothing rounded and nothing translated. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A whole CSV file, with the line ends that RFC 4180 asks for. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${csvRecord(row)}\r\n`).join('');
}

/** A file name that any system takes: what is neither letter nor digit becomes a dash. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  return `${name.filter((part) => part !== '').join('_')}.${ending}`;
}

/** Those of the columns that something has. */
export function records(items: readonly object[], columns: readonly string[]): Table {
  const used = columns.filter((name) => items.length === 0 || items.some((item) => name in item));
  return { columns: used, rows: items.map((item) => used.map((name) => cell(Reflect.get(item, name)))) };
}

function cell(value: unknown): Cell {
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
