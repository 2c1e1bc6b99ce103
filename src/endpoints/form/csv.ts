import type { Schema } from '../../lib/schema.ts';
import type { Endpoint } from './endpoint.ts';

type Data = Readonly<Record<string, unknown>>;

/** An endpoint's answers as a table, worked out from its schema once. */
interface Table {
  readonly header: string;
  /** The values of each row, in the order of the columns. */
  rows(data: Data): unknown[][];
}

/** What an endpoint answers as CSV (RFC 4180): values as in JSON, what is a list itself as JSON text. */
export function csvText(endpoint: Endpoint, data: Data): string {
  const { header, rows } = tableOf(endpoint);
  return [header, ...rows(data).map(record), ''].join('\r\n');
}

/** Its first line: the names of the columns. */
export function csvHeader(endpoint: Endpoint): string {
  return tableOf(endpoint).header;
}

const tables = new WeakMap<Endpoint, Table>();

function tableOf(endpoint: Endpoint): Table {
  const made = tables.get(endpoint) ?? makeTable(endpoint);
  tables.set(endpoint, made);
  return made;
}

function makeTable(endpoint: Endpoint): Table {
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

function namesIn(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
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
