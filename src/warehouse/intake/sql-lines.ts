import { readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../errors/operators.ts';
import { Connection, fileName, identifier, literal } from '../database/connection.ts';
import { firstLine } from '../database/engine-error.ts';
import type { Profile } from '../warehouse.ts';
import { isOutOfRoom } from '../warehouse-errors.ts';
import { findDialect, MAX_COLUMNS } from './reading/dialect.ts';
import { columnTypes, parquetColumns, refuseParquet, rowSize } from './reading/parquet.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import type { Scratch } from './reading/scratch.ts';
import { CSV, jsonNames } from './reading/source.ts';
import { mostUnpacked, refuseUnpacked } from './reading/unpacked.ts';
import { refusedFile } from './refused-file.ts';

/**
 * Makes order lines out of files by a query, in an engine of its own that sees these files alone. Each is a view
 * named after its file. The result is a file like any other, and is checked like one; it may be as large as the files
 * could be unpacked.
 */
export async function runQuery(
  files: readonly ReadableFile[],
  { sql = '', delimiter }: Profile,
  { scratch, memory, maxBytes }: { scratch: Scratch; memory: number; maxBytes: number },
): Promise<ReadableFile> {
  const query = await readQuery(sql);
  const paths = await Promise.all(files.map(({ readAs }) => realpath(readAs)));
  const connection = await Connection.inMemory({ tmp: scratch.folder, paths, memory });
  try {
    const views = new Map<string, string>();
    for (const file of files) {
      const name = viewName(file.path);
      const other = views.get(name);
      if (other)
        throw refusedFile(file.path, `and ${other} would both be the view ${name}: rename one of them`);
      views.set(name, file.path);
      await connection.run(
        `CREATE VIEW ${identifier(name)} AS FROM ${await relation(connection, file, delimiter)}`,
      );
    }
    const readAs = join(scratch.folder, 'query.parquet');
    const packed = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const limit = mostUnpacked(packed, maxBytes, 'gives');
    const tooMuch = refuseUnpacked(sql, limit);
    try {
      const result = `(\n${query}\n)`;
      const size = rowSize(await columnTypes(connection, result));
      await connection.prepareMeter();
      const copy = `COPY (FROM ${result} WHERE metered(${size}) IS NOT NULL) TO ${literal(readAs)} (FORMAT parquet)`;
      await scratch.watching(connection, () => connection.runMetered(copy, {}, limit.bytes, () => tooMuch));
    } catch (error) {
      if (error === tooMuch || isOutOfRoom(error)) throw error;
      const names = [...views.keys()].join(', ');
      throw refusedFile(sql, `fails: ${firstLine(error)}. The views are: ${names}`);
    }
    return {
      path: sql,
      bytes: packed,
      limit,
      content: readAs,
      readAs,
      format: 'parquet',
      isGzip: false,
      mark: '',
      invalidIn: undefined,
    };
  } finally {
    connection.close();
  }
}

async function readQuery(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim().replace(/;$/, '');
  } catch (error) {
    throw new UserError(`Cannot read the query ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** `exports/orders.csv.gz` is the view `orders`. */
function viewName(path: string): string {
  return basename(path).replace(/(\.(csv|tsv|txt|ndjson|jsonl|json|parquet))?(\.gz)?$/i, '');
}

/** A file as the query sees it: text and JSON as text, so that no value is guessed to be a number. */
async function relation(connection: Connection, file: ReadableFile, told?: string): Promise<string> {
  const path = literal(fileName(file.readAs));
  const texts = (names: readonly string[]) =>
    `{${names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}`;
  switch (file.format) {
    case 'parquet':
      await refuseParquet(connection, file, await parquetColumns(connection, file), []);
      return `read_parquet(${path})`;
    case 'ndjson': {
      const names = await jsonNames(connection, { path: fileName(file.readAs) });
      if (names.length > MAX_COLUMNS)
        throw refusedFile(
          file.path,
          `must have at most ${MAX_COLUMNS.toLocaleString('en')} names in its objects`,
        );
      return `read_ndjson(${path}, columns = ${texts(names)})`;
    }
    case 'csv': {
      const { header, delimiter } = await findDialect(file, told);
      return `read_csv(${path}, ${CSV}, delim = ${literal(delimiter)}, header = true, columns = ${texts(header)})`;
    }
  }
}
