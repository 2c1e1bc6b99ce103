import type { Schema } from '../../lib/schema.ts';
import type { Endpoint } from './endpoint.ts';
import { SUPPRESSED_COLUMNS } from './suppressed.ts';

type Data = Readonly<Record<string, unknown>>;

/** An endpoint's answers as a table, worked out from its schema once. */
interface Table {
  readonly header: string;
  /** The values of each row, in the order of the columns. */
  rows(data: Data): unknown[][];
}

/**
 * What an endpoint answers as CSV (RFC 4180): values as in JSON, what is a list itself as JSON text. Only while disclosure
 * control is on it has columns that say what is suppressed.
 */
export function csvText(endpoint: Endpoint, data: Data, isControlled = false): string {
  const { header, rows } = tableOf(endpoint, isControlled);
  return [header, ...rows(data).map(record), ''].join('\r\n');
}

/** Its first line: the names of the columns. */
export function csvHeader(endpoint: Endpoint, isControlled = false): string {
  return tableOf(endpoint, isControlled).header;
}

const tables = new WeakMap<Endpoint, Table>();
const controlledTables = new WeakMap<Endpoint, Table>();

function tableOf(endpoint: Endpoint, isControlled: boolean): Table {
  const cache = isControlled ? controlledTables : tables;
  const made = cache.get(endpoint) ?? makeTable(endpoint, isControlled);
  cache.set(endpoint, made);
  return made;
}

function makeTable(endpoint: Endpoint, isControlled: boolean): Table {
  const namesIn = (schema: Schema | undefined) =>
    Object.keys(schema?.properties ?? {}).filter(
      (name) => isControlled || !SUPPRESSED_COLUMNS.includes(name),
    );
  const used = usedColumns(endpoint);
  const usedOf = (data: Data) => used.map(([, field]) => data[field]);
  const header = (names: readonly string[], first: readonly string[] = []) =>
    record([...first, ...used.map(([column]) => column), ...names]);
  const fields = Object.entries(endpoint.fields);
  const { periods } = endpoint;
  if (periods) {
    const names = namesIn(endpoint.fields[Object.keys(periods)[0] ?? '']);
    return {
      header: header(names, ['period']),
      rows: (data) =>
        Object.entries(periods).flatMap(([field, period]) => {
          const figures = data[field] as Data | null;
          return figures ? [[period, ...usedOf(data), ...names.map((name) => figures[name])]] : [];
        }),
    };
  }
  const [list, schema] = fields.find(([, field]) => 'items' in field) ?? [];
  if (list === undefined) {
    const names = fields.map(([name]) => name);
    return { header: header(names), rows: (data) => [[...usedOf(data), ...names.map((name) => data[name])]] };
  }
  const names = namesIn(schema?.items);
  return {
    header: header(names.length > 0 ? names : [singular(list)]),
    rows: (data) =>
      (data[list] as readonly unknown[]).map((item) => [
        ...usedOf(data),
        ...(names.length > 0 ? names.map((name) => (item as Data)[name]) : [item]),
      ]),
  };
}

/** What an answer is about, each column with its field. Items of a period may have a category of their own. */
function usedColumns({ level, period, echoes = [] }: Endpoint): readonly (readonly [string, string])[] {
  const isOfPeriod = period !== 'none';
  return [
    ...(level === 'overall' ? [] : [[isOfPeriod ? 'used_category' : 'category', 'category'] as const]),
    ...(level === 'sub' ? [['used_sub', 'subCategory'] as const] : []),
    ...(isOfPeriod ? [['start', 'start'] as const, ['end', 'end'] as const] : []),
    ...echoes.map((name) => [name, name] as const),
  ];
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function record(values: readonly unknown[]): string {
  return values.map(cell).join(',');
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
