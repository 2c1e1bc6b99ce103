import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { COLUMNS, type RawRow } from './reference/reference-lines.ts';

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

export function csvText(header: readonly string[], records: readonly (readonly string[])[]): string {
  return [header, ...records].map((fields) => `${fields.map(quoted).join(',')}\n`).join('');
}

export function rowsAsCsv(rows: readonly RawRow[]): string {
  return csvText(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
}

export async function writeCsv(path: string, rows: readonly RawRow[]): Promise<string> {
  await writeFile(path, rowsAsCsv(rows));
  return path;
}

export async function writeGzipCsv(path: string, rows: readonly RawRow[]): Promise<string> {
  await writeFile(path, gzipSync(rowsAsCsv(rows)));
  return path;
}

/** A blank is written as nothing, as null or as an empty text; every second amount as a number. */
export async function writeNdjson(path: string, rows: readonly RawRow[]): Promise<string> {
  const lines = rows.map((row, i) => {
    const fields = COLUMNS.flatMap((column) => {
      const value = row[column];
      if (value === '' && i % 3 === 0) return [];
      if (value === '' && i % 3 === 1) return [`"${column}":null`];
      const isNumber = column === 'amount' && i % 2 === 0;
      return [`"${column}":${isNumber ? value : JSON.stringify(value)}`];
    });
    return `{${fields.join(',')}}\n`;
  });
  await writeFile(path, lines.join(''));
  return path;
}

const TEXT_COLUMNS = `{${COLUMNS.map((column) => `'${column}': 'VARCHAR'`).join(', ')}}`;

/** With `types`, those columns are stored in a type of their own, as a warehouse would export them. */
export async function writeParquet(
  path: string,
  rows: readonly RawRow[],
  types: Partial<Record<keyof RawRow, string>> = {},
): Promise<string> {
  const csv = await writeCsv(`${path}.csv`, rows);
  const columns = COLUMNS.map((column) => `CAST(${column} AS ${types[column] ?? 'VARCHAR'}) AS ${column}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE lines AS SELECT ${columns.join(', ')} FROM read_csv($1, auto_detect = false,
       header = true, delim = ',', quote = '"', escape = '"', columns = ${TEXT_COLUMNS})`,
    [csv],
  );
  await connection.run(`COPY lines TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return path;
}
