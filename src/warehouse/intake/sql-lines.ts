import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../errors/operators.ts';
import { fileFault } from '../../errors/stores.ts';
import { thousands } from '../../lib/count.ts';
import { Connection, fileName, identifier, literal } from '../database/connection.ts';
import { firstLine } from '../database/engine-error.ts';
import type { ImportRequest } from '../warehouse.ts';
import { isOutOfRoom } from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import { queryFindings } from './findings/query-findings.ts';
import { findDialect, MAX_COLUMNS } from './reading/dialect.ts';
import { columnTypes, parquetColumns, refuseParquet, rowSize } from './reading/parquet.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { type ReadingRoom, realPaths } from './reading/readable-files.ts';
import type { Scratch } from './reading/scratch.ts';
import { type DamagedRow, writeSoundRows } from './reading/sound-rows.ts';
import { CSV, jsonNames } from './reading/source.ts';
import { mostUnpacked, refuseUnpacked } from './reading/unpacked.ts';
import { refusedFile } from './refused-file.ts';
import { MAX_BAD_ROWS } from './stage.ts';

/** What a query made of its tables. */
interface QueryResult {
  /** Undefined where more rows are damaged than may be. */
  readonly lines: ReadableFile | undefined;
  /** Rows of tables that are none: the query was not given them. */
  readonly damaged: readonly DamagedRow[];
  readonly warnings: readonly Warning[];
}

/**
 * Makes order lines out of files by a query, in an engine of its own that sees these files alone. Each is a view
 * named after its file, unless it is named. The result is a file like any other, and is checked like one; it may be as
 * large as the files could be unpacked.
 */
export async function runQuery(
  files: readonly ReadableFile[],
  { profile: { sql = '', delimiter, columns } = {}, tables }: ImportRequest,
  { scratch, memory, maxBytes }: ReadingRoom & { readonly scratch: Scratch },
): Promise<QueryResult> {
  const query = await readQuery(sql);
  const views = viewsOf(files, tables);
  const soundPath = (number: number | '') => join(scratch.folder, `sound-${number}`);
  const paths = await realPaths(files);
  const connection = await Connection.inMemory({
    tmp: scratch.folder,
    paths: [...paths, ...files.map((_, number) => soundPath(number))],
    memory,
  });
  const readAs = join(scratch.folder, 'query.parquet');
  const packed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const limit = mostUnpacked(packed, maxBytes, 'gives');
  const tooMuch = refuseUnpacked(sql, limit);
  const result = `(\n${query}\n)`;
  const damaged: DamagedRow[] = [];
  /** Has a view show the sound rows of its file alone; whether that leaves any out. */
  const leaveOutDamaged = async (name: string, file: ReadableFile): Promise<boolean> => {
    const made = await writeSoundRows(file, await dialectOf(file, delimiter), {
      to: soundPath(files.findIndex(({ path }) => path === file.path)),
      most: MAX_BAD_ROWS - damaged.length,
    });
    damaged.push(...made.damaged);
    views.set(name, made.sound);
    return made.damaged.length > 0;
  };
  try {
    await connection.registerMetered();
    for (const [name, file] of views) {
      // What was not valid in its encoding is text by now: nothing else would find it.
      if (file.invalidIn) await leaveOutDamaged(name, file);
      await showTable(connection, name, views.get(name) ?? file, { delimiter });
    }
    if (damaged.length > MAX_BAD_ROWS) return { lines: undefined, damaged, warnings: [] };
    for (;;) {
      try {
        const size = rowSize(await columnTypes(connection, result));
        const copy = `COPY (FROM ${result} WHERE metered(${size}) IS NOT NULL) TO ${literal(readAs)} (FORMAT parquet)`;
        await scratch.watching(connection, () => connection.runMetered(copy, {}, limit.bytes, () => tooMuch));
        break;
      } catch (error) {
        if (error === tooMuch || isOutOfRoom(error)) throw error;
        const found = damagedTable(error, views);
        if (!found) {
          throw refusedFile(sql, `fails: ${firstLine(error)}. ${describeViews(error, views)}`);
        }
        const { name, file, line } = found;
        // Where no damaged row is found, or they are left out already, the engine's own words are all there is to say.
        const isNew = !file.readAs.startsWith(soundPath('')) && (await leaveOutDamaged(name, file));
        if (!isNew) throw refusedFile(file.path, `, line ${line}: ${firstLine(error)}`);
        if (damaged.length > MAX_BAD_ROWS) return { lines: undefined, damaged, warnings: [] };
        await showTable(connection, name, views.get(name) ?? file, { delimiter });
      }
    }
    const about = { path: sql, bytes: packed, limit, content: readAs, readAs, encoding: 'utf-8' };
    return {
      lines: { ...about, format: 'parquet', isGzip: false, mark: '', invalidIn: undefined, isQuery: true },
      damaged,
      // Tables are of any shape, and what cannot be found out about one refuses no import.
      warnings: await queryFindings(connection, [...views.keys()], {
        path: readAs,
        orderId: columns?.order_id ?? 'order_id',
      }).catch(() => []),
    };
  } finally {
    connection.close();
  }
}

/** What each view shows, in the order of the files. */
export function viewsOf(
  files: readonly ReadableFile[],
  tables: ImportRequest['tables'],
): Map<string, ReadableFile> {
  const views = new Map<string, ReadableFile>();
  for (const file of files) {
    const name = tables?.get(file.path)?.name ?? viewName(file.path);
    const other = views.get(name);
    if (other)
      throw refusedFile(
        file.path,
        `and ${other.path} would both be the view ${name}: name one of them, such as other=${file.path}`,
      );
    views.set(name, file);
  }
  return views;
}

/** Makes a file a view. Rows that are none end a query, unless they are to be left out. */
export async function showTable(
  connection: Connection,
  name: string,
  file: ReadableFile,
  { delimiter, leavesOut = false }: { delimiter: string | undefined; leavesOut?: boolean },
): Promise<void> {
  const from = await relation(connection, file, delimiter, leavesOut ? ', ignore_errors = true' : '');
  await connection.run(`CREATE OR REPLACE VIEW ${identifier(name)} AS FROM ${from}`);
}

/** The table that the engine could not read, and where. Its messages name the file and the line. */
function damagedTable(
  error: unknown,
  views: ReadonlyMap<string, ReadableFile>,
): { name: string; file: ReadableFile; line: string } | undefined {
  const message = error instanceof Error ? error.message : '';
  const line = /\b[Ll]ine:? (\d+)/.exec(message)?.[1];
  if (line === undefined) return undefined;
  for (const [name, file] of views)
    if (file.format !== 'parquet' && new RegExp(`${basename(file.readAs)}\\b`).test(message))
      return { name, file, line };
  return undefined;
}

async function dialectOf(file: ReadableFile, told: string | undefined) {
  return file.format === 'csv' ? findDialect(file, told) : { header: ['line'], delimiter: '' };
}

async function readQuery(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim().replace(/;$/, '');
  } catch (error) {
    throw new UserError(`Cannot read the query ${path}: ${fileFault(error)}`);
  }
}

/** Which views there are, as a query names them, and how a file becomes one that the query did not find. */
function describeViews(error: unknown, views: ReadonlyMap<string, ReadableFile>): string {
  const names = Array.from(views.keys(), (name) => (/^[a-z_]\w*$/i.test(name) ? name : identifier(name)));
  const missing = /Table with name (\S+) does not exist/.exec(firstLine(error))?.[1];
  const [file] = views.values();
  const how = missing && file ? `. Name the file that is meant, such as ${missing}=${file.path}` : '';
  return `The views are: ${names.join(', ')}${how}`;
}

/** `exports/orders.csv.gz` is the view `orders`. */
export function viewName(path: string): string {
  return basename(path).replace(/(\.(csv|tsv|txt|ndjson|jsonl|json|parquet))?(\.gz)?$/i, '');
}

/** A file as the query sees it: text and JSON as text, so that no value is guessed to be a number. */
async function relation(
  connection: Connection,
  file: ReadableFile,
  told: string | undefined,
  more: string,
): Promise<string> {
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
        throw refusedFile(file.path, `must have at most ${thousands(MAX_COLUMNS)} names in its objects`);
      return `read_ndjson(${path}, columns = ${texts(names)}${more})`;
    }
    case 'csv': {
      const { header, delimiter } = await findDialect(file, told);
      return `read_csv(${path}, ${CSV}, delim = ${literal(delimiter)}, header = true, columns = ${texts(header)}${more})`;
    }
  }
}
