import { thousands } from '../../../lib/count.ts';
import { type Connection, fileName, identifier } from '../../database/connection.ts';
import { firstLine } from '../../database/engine-error.ts';
import { isOutOfRoom } from '../../warehouse-errors.ts';
import { refusedFile } from '../refused-file.ts';
import { MAX_COLUMNS } from './dialect.ts';
import type { ReadableFile } from './plain-text.ts';
import { refuseUnpacked } from './unpacked.ts';

/** The columns of a result or a file: their names and the engine's names of their types. */
type ColumnTypes = ReadonlyMap<string, string>;

const NESTED = /\]$|^(STRUCT|MAP|UNION|VARIANT)\b/;
const isNested = (type = '') => NESTED.test(type);
const TEXT = /^(VARCHAR|JSON)$/;
/** A byte that is no character is written as four. */
const BYTES = /^(BLOB|BIT)$/;
const OTHER_BYTES = 8;

/** The columns of a Parquet file. */
export async function parquetColumns(connection: Connection, file: ReadableFile): Promise<ColumnTypes> {
  try {
    return await columnTypes(connection, 'read_parquet($path)', { path: fileName(file.readAs) });
  } catch (error) {
    if (isOutOfRoom(error)) throw error;
    const reason = firstLine(error).replaceAll(file.readAs, file.path);
    throw refusedFile(file.path, `cannot be read as Parquet: ${reason}`);
  }
}

/** The columns of a Parquet file that have lists or structures, which are not read. */
export async function nestedColumns(connection: Connection, file: ReadableFile): Promise<string[]> {
  const types = await parquetColumns(connection, file);
  return [...types].filter(([, type]) => isNested(type)).map(([name]) => name);
}

export async function columnTypes(
  connection: Connection,
  from: string,
  values?: { readonly path: string },
): Promise<ColumnTypes> {
  const rows = await connection.rows(`DESCRIBE FROM ${from}`, values);
  return new Map(rows.map((row) => [String(row.column_name), String(row.column_type)]));
}

/**
 * Refuses what should not be decoded at all. The number of rows is what the file says of itself: it may say too little,
 * so rows are counted while they are read as well.
 */
export async function refuseParquet(
  connection: Connection,
  file: ReadableFile,
  types: ColumnTypes,
  used: readonly string[],
): Promise<void> {
  if (types.size > MAX_COLUMNS) {
    const [found, most] = [types.size, MAX_COLUMNS].map(thousands);
    throw refusedFile(file.path, `must have at most ${most} columns (it has ${found})`);
  }
  // One row of a list can hold any number of values, which the engine would all have in memory.
  const nested = used.find((name) => isNested(types.get(name)));
  if (nested !== undefined)
    throw refusedFile(
      file.path,
      `has lists or structures in the column "${nested}" (${types.get(nested)}): export it as text`,
    );
  const { rows } = await connection.numbers<'rows'>(
    'SELECT sum(num_rows) AS rows FROM parquet_file_metadata($path)',
    { path: fileName(file.readAs) },
  );
  if (rows * Math.max(1, used.length) > file.limit.bytes) throw refuseUnpacked(file.path, file.limit);
}

/** How many bytes a row is as text, about: its texts to the byte. */
export function rowSize(types: ColumnTypes, names: Iterable<string> = types.keys()): string {
  const sizes = [...names].map((name) => {
    const [column, type = ''] = [identifier(name), types.get(name)];
    if (TEXT.test(type)) return `1 + coalesce(strlen(${column}), 0)`;
    return BYTES.test(type) ? `1 + 4 * coalesce(octet_length(${column}), 0)` : String(OTHER_BYTES);
  });
  return sizes.join(' + ');
}

/** A time that needs no reading; undefined for a type that is read as text. */
export function typedTime(column: string, type: string | undefined): string | undefined {
  const finite = (time: string) => `CASE WHEN isfinite(${column}) THEN ${time} END`;
  if (type === 'TIMESTAMP WITH TIME ZONE') return finite(`timezone(getvariable('time_zone'), ${column})`);
  if (type === 'DATE' || type?.startsWith('TIMESTAMP')) return finite(`CAST(${column} AS TIMESTAMP)`);
  return undefined;
}

/** An amount in hundredths that needs no reading; undefined for a type that is read as text. */
export function typedCents(column: string, type = ''): string | undefined {
  if (!/^(U?(TINY|SMALL|BIG)?INT(EGER)?|DECIMAL\(\d+,[012]\))$/.test(type)) return undefined;
  return `CASE WHEN ${column} >= 0 AND ${column} < 100000000000000
               THEN CAST(CAST(${column} AS DECIMAL(18, 2)) * 100 AS BIGINT) END`;
}
