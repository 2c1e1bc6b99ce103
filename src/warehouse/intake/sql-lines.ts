import { constants } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../errors/operators.ts';
import { fileFault } from '../../errors/stores.ts';
import { count, thousands } from '../../lib/count.ts';
import { Connection, fileName, identifier, literal } from '../database/connection.ts';
import { firstLine } from '../database/engine-error.ts';
import type { Profile } from '../profile.ts';
import type { ImportRequest } from '../warehouse.ts';
import { isOutOfRoom, OutOfRoom } from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import { queryFindings } from './findings/query-findings.ts';
import { whyNoQuery } from './query-guard.ts';
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
  /** Rows of tables without any value: it was not given those either. */
  readonly blankRows: number;
  readonly warnings: readonly Warning[];
}

/** A query that runs for longer is stopped: it would hold up all later imports. */
const MAX_QUERY_MINUTES = 60;

/** Small groups: the engine holds one of them in memory for each thread. */
const COPY_FORM = 'FORMAT parquet, ROW_GROUP_SIZE 20480';

interface QueryRoom extends ReadingRoom {
  readonly scratch: Scratch;
  /** In lower case: rows with one of these statuses make no line. */
  readonly cancelledStatuses: readonly string[];
  /** What makes a member of an e-mail address: `mdq_member` of a query. */
  readonly memberOf: (address: string) => string;
  readonly maxMinutes?: number;
}

/** The files of each view: several where they are parts of one table. */
type Views = ReadonlyMap<string, readonly ReadableFile[]>;

/**
 * Makes order lines out of files by a query. Each file is a view named after it, unless it is named. The query runs in an
 * engine that has copies of the files and access to nothing else. The result is a file like any other, and is checked like
 * one; it may be as large as the files could be unpacked.
 */
export async function runQuery(
  files: readonly ReadableFile[],
  { profile = {}, tables }: ImportRequest,
  { scratch, memory, maxBytes, cancelledStatuses, memberOf, maxMinutes = MAX_QUERY_MINUTES }: QueryRoom,
): Promise<QueryResult> {
  const { sql = '', delimiter, columns } = profile;
  const query = await readQuery(sql);
  const views = viewsOf(files, tables);
  const folder = join(scratch.folder, 'query');
  await mkdir(folder);
  const { copies, damaged, blankRows } = await copyTables(views, {
    files,
    scratch,
    memory,
    delimiter,
    folder,
  });
  if (damaged.length > MAX_BAD_ROWS) return { lines: undefined, damaged, blankRows, warnings: [] };
  const readAs = join(folder, 'lines.parquet');
  const packed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const limit = mostUnpacked(packed, maxBytes, 'gives');
  const result = `(\n${query}\n)`;
  const connection = await Connection.inMemory({ tmp: folder, paths: [], memory });
  const late = refusedFile(
    sql,
    `ran for more than ${count(maxMinutes, 'minute')} and was stopped: does it join tables without a key?`,
  );
  const timer = setTimeout(() => connection.stop(late), maxMinutes * 60_000);
  try {
    await connection.registerMetered();
    await connection.registerText('mdq_member', memberOf);
    for (const [name, from] of copies)
      await connection.run(`CREATE VIEW ${identifier(name)} AS FROM ${from}`);
    const refused = await whyNoQuery(connection, query);
    if (refused) throw refusedFile(sql, refused);
    await scratch.watching(connection, async () => {
      await connection.lock();
      const size = rowSize(await columnTypes(connection, result));
      const copy = `COPY (FROM ${result} WHERE metered(${size}) IS NOT NULL) TO ${literal(readAs)} (FORMAT parquet)`;
      await connection.runMetered(copy, {}, limit.bytes, () => refuseUnpacked(sql, limit));
    });
    const about = { path: sql, bytes: packed, limit, content: readAs, readAs, encoding: 'utf-8' };
    return {
      lines: { ...about, format: 'parquet', isGzip: false, mark: '', invalidIn: undefined, isQuery: true },
      damaged,
      blankRows,
      // Tables are of any shape, and what cannot be found out about one refuses no import.
      warnings: await queryFindings(connection, [...views.keys()], {
        path: readAs,
        orderId: columns?.order_id ?? 'order_id',
        status: columns?.status ?? 'status',
        cancelledStatuses,
      }).catch(() => []),
    };
  } catch (error) {
    if (error instanceof UserError || isOutOfRoom(error)) throw error;
    throw refusedFile(sql, `fails: ${firstLine(error)}. ${describeViews(error, views, profile)}`);
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

interface CopyOptions {
  readonly files: readonly ReadableFile[];
  readonly scratch: Scratch;
  readonly memory: number;
  readonly delimiter: string | undefined;
  readonly folder: string;
}

/**
 * Copies every table as Parquet: DuckDB lets a query write wherever it may read, so that it must not see the files themselves.
 * Rows that are none are left out and returned, up to one more than may be; so are rows without any value, which are counted.
 */
async function copyTables(
  views: Views,
  { files, scratch, memory, delimiter, folder }: CopyOptions,
): Promise<Pick<QueryResult, 'damaged' | 'blankRows'> & { copies: ReadonlyMap<string, string> }> {
  const sound = join(scratch.folder, 'sound');
  const copies = new Map<string, string>();
  const damaged: DamagedRow[] = [];
  let blankRows = 0;
  const connection = await Connection.inMemory({
    tmp: scratch.folder,
    paths: [...(await realPaths(files)), sound],
    memory,
  });
  /** Writes the sound rows of a file alone; undefined where that leaves none out. */
  const withoutDamaged = async (file: ReadableFile): Promise<ReadableFile | undefined> => {
    const made = await writeSoundRows(file, await dialectOf(file, delimiter), {
      to: sound,
      most: MAX_BAD_ROWS - damaged.length,
    });
    damaged.push(...made.damaged);
    blankRows += made.blankRows;
    return made.damaged.length > 0 ? made.sound : undefined;
  };
  const copy = async (file: ReadableFile, to: string): Promise<void> => {
    const from = await relation(connection, file, delimiter);
    if (file.format === 'parquet') await copyParquet(file, to, scratch);
    else await connection.run(`COPY (FROM ${from}) TO ${literal(to)} (${COPY_FORM})`);
  };
  try {
    await scratch.watching(connection, async () => {
      for (const [name, parts] of views) {
        await mustBeAlike(connection, name, parts, delimiter);
        const paths: string[] = [];
        for (const file of parts) {
          const path = join(folder, `table-${copies.size}-${paths.length}.parquet`);
          // What was not valid in its encoding is text by now: nothing else would find it.
          const known = file.invalidIn ? ((await withoutDamaged(file)) ?? file) : file;
          try {
            if (damaged.length <= MAX_BAD_ROWS) await copy(known, path);
          } catch (error) {
            if (error instanceof UserError || isOutOfRoom(error)) throw error;
            // Where no damaged row is found, the engine's own words are all there is to say.
            const rest = known === file && file.format !== 'parquet' ? await withoutDamaged(file) : undefined;
            if (!rest) throw refusedFile(file.path, `cannot be read: ${firstLine(error)}`);
            if (damaged.length <= MAX_BAD_ROWS) await copy(rest, path);
          }
          if (damaged.length > MAX_BAD_ROWS) return;
          paths.push(path);
        }
        const from = `read_parquet([${paths.map(literal).join(', ')}], union_by_name = true)`;
        const blank = parts.some(({ format }) => format === 'csv') ? await blankIn(connection, from) : 0;
        blankRows += blank;
        copies.set(name, blank > 0 ? `(FROM ${from} WHERE NOT (${await isBlank(connection, from)}))` : from);
      }
    });
  } finally {
    connection.close();
  }
  return { copies, damaged, blankRows };
}

/** Spreadsheets write rows without any value below the data. */
async function isBlank(connection: Connection, from: string): Promise<string> {
  const names = [...(await columnTypes(connection, from)).keys()];
  return `coalesce(${names.map((name) => `nullif(trim(CAST(${identifier(name)} AS VARCHAR)), '')`).join(', ')}) IS NULL`;
}

async function blankIn(connection: Connection, from: string): Promise<number> {
  const { blank } = await connection.numbers<'blank'>(
    `SELECT count(*) AS blank FROM ${from} WHERE ${await isBlank(connection, from)}`,
  );
  return blank;
}

/** Decoding a Parquet file only to pack it again would be in vain. */
async function copyParquet({ readAs, bytes }: ReadableFile, to: string, scratch: Scratch): Promise<void> {
  if (bytes > (await scratch.left())) throw new OutOfRoom('disk');
  await copyFile(readAs, to, constants.COPYFILE_FICLONE);
}

/** Parts of a table have the same columns. Of JSON, which leaves out what has no value, that cannot be asked. */
async function mustBeAlike(
  connection: Connection,
  name: string,
  parts: readonly ReadableFile[],
  delimiter: string | undefined,
): Promise<void> {
  const [first, ...others] = parts.filter(({ format }) => format !== 'ndjson');
  if (!first || others.length === 0) return;
  const columnsOf = async (file: ReadableFile) =>
    file.format === 'parquet'
      ? [...(await parquetColumns(connection, file)).keys()]
      : (await findDialect(file, delimiter)).header;
  const columns = new Set(await columnsOf(first));
  for (const file of others) {
    const [other] = columns.symmetricDifference(new Set(await columnsOf(file)));
    if (other !== undefined)
      throw refusedFile(
        file.path,
        `and ${first.path} are parts of the table ${name}, and only one of them has the column "${other}"`,
      );
  }
}

/** What each view shows, in the order of the files. */
export function viewsOf(files: readonly ReadableFile[], tables: ImportRequest['tables']): Views {
  const views = new Map<string, ReadableFile[]>();
  for (const file of files) {
    const said = tables?.get(file.path)?.name;
    const name = said ?? viewName(file.path);
    const [other, ...parts] = views.get(name) ?? [];
    // Files are parts of one table only where both were given its name.
    if (other && (said === undefined || !tables?.has(other.path)))
      throw refusedFile(
        file.path,
        `and ${other.path} would both be the view ${name}: name one of them, such as other=${file.path}`,
      );
    views.set(name, other ? [other, ...parts, file] : [file]);
  }
  return views;
}

/** Makes the files of a table a view. Rows that are none end a query, unless they are to be left out. */
export async function showTable(
  connection: Connection,
  name: string,
  parts: readonly ReadableFile[],
  { delimiter, leavesOut = false }: { delimiter: string | undefined; leavesOut?: boolean },
): Promise<void> {
  const relations: string[] = [];
  for (const file of parts)
    relations.push(
      `FROM ${await relation(connection, file, delimiter, leavesOut ? ', ignore_errors = true' : '')}`,
    );
  await connection.run(`CREATE VIEW ${identifier(name)} AS ${relations.join(' UNION ALL BY NAME ')}`);
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
function describeViews(error: unknown, views: Views, { tables, reference }: Profile): string {
  const names = Array.from(views.keys(), (name) => (/^[a-z_]\w*$/i.test(name) ? name : identifier(name)));
  const missing = /Table with name (\S+) does not exist/.exec(firstLine(error))?.[1];
  const [[file] = []] = views.values();
  if (!missing || !file) return `The views are: ${names.join(', ')}`;
  const how =
    tables || reference
      ? `. Name its file in the profile, under "tables", or under "reference" if it stays beside the profile: {"${missing}": "FILE"}`
      : `. Name the file that is meant, such as ${missing}=${file.path}`;
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
  more = '',
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
