import { csvRecord } from '../../../../src/lib/text/csv.ts';

type Cell = string | number | null;

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

/** Every column that a row has, in the order in which they are met. */
export function records(rows: readonly object[]): Table {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((name) => cell(Reflect.get(row, name)))) };
}

function cell(value: unknown): Cell {
  if (Array.isArray(value) || typeof value === 'boolean') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
