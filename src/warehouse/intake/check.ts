import { inUnits } from '../../lib/in-units.ts';
import { listed } from '../../lib/listed.ts';
import { type Day, dayClock, formatDay } from '../../snapshot/calendar.ts';
import type { RefreshSettings, Tables } from '../../snapshot/tables.ts';
import { shownThrough } from '../changes/complete-through.ts';
import { type Shown, shownIn, together, warningsAbout } from '../changes/warnings.ts';
import { Connection, fileName } from '../database/connection.ts';
import type { Profile } from '../profile.ts';
import type { ImportRequest, Warning } from '../warehouse.ts';
import { describeReject, TooManyNames } from '../warehouse-errors.ts';
import { sharedNames } from './draft/joins.ts';
import { findingsOf } from './findings.ts';
import { type Guess, guessColumns } from './guess.ts';
import { NO_NAMES, refuseTooManyNames, type StoredNames } from './name-counts.ts';
import { decideOverlap } from './overlap.ts';
import { proposeForms } from './propose.ts';
import { findDialect } from './reading/dialect.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { realPaths, withReadable } from './reading/readable-files.ts';
import { prepareReading } from './reading/reading-sql.ts';
import { jsonNames } from './reading/source.ts';
import { refusedFile } from './refused-file.ts';
import { firstRejects, forgetLines, noteDamaged, rowsOf } from './rejects.ts';
import { runQuery, viewName } from './sql-lines.ts';
import { MAX_BAD_ROWS, prepareStage, stageFile } from './stage.ts';
import { leaveOutCancelled, noneCancelled, type StatusCount, statusesOf } from './statuses.ts';

const ORDERS_BY_DAY = `
  SELECT day, count(*) FROM (
    SELECT CAST(CAST(min(ordered_at) AS DATE) - DATE '1970-01-01' AS INTEGER) AS day
    FROM staged WHERE NOT is_cancelled GROUP BY order_id)
  GROUP BY day ORDER BY day`;
const SHOWN_ROWS = 5;
const SHOWN_REJECTS = 10;

/** What an import would make of one file. */
interface CheckedFile {
  readonly path: string;
  readonly format: 'csv' | 'ndjson' | 'parquet';
  /** Whether it is what a query gave. */
  readonly isQuery: boolean;
  readonly encoding: string;
  readonly delimiter: string | null;
  readonly header: readonly string[];
  readonly guess: Guess;
}

/** What an import would do, found out without doing it. */
export interface CheckReport {
  readonly files: readonly CheckedFile[];
  /** With which the files can be imported. */
  readonly profile: Profile;
  /** Undefined while required columns are missing: then no row can be read. */
  readonly rows: CheckedRows | undefined;
  readonly problems: readonly string[];
  /** The first bad rows, where they are to be left out: those are no problem. */
  readonly skipped: readonly string[];
  readonly warnings: readonly Warning[];
}

export interface CheckedRows {
  readonly lines: number;
  readonly orders: number;
  /** What the lines add up to. */
  readonly amount: string;
  readonly badRows: number;
  readonly cancelledRows: number;
  readonly statuses: readonly StatusCount[];
  /** The first rows as they would be read. */
  readonly first: readonly Record<string, unknown>[];
  readonly byDay: readonly { readonly day: string; readonly orders: number }[];
  readonly byCategory: readonly { readonly category: string; readonly lines: number }[];
}

/** Reads and checks files in an engine of its own, and tells all that an import would. */
export async function checkFiles(
  request: ImportRequest,
  { settings, memory, maxBytes, published }: CheckPlace,
): Promise<CheckReport> {
  return withReadable(request, maxBytes, async ({ files, profile, encodings, scratch }) => {
    const query = profile.sql
      ? await runQuery(
          files,
          { ...request, profile },
          { scratch, memory, maxBytes, mostDamaged: MAX_BAD_ROWS },
        )
      : undefined;
    if (query && !query.lines)
      throw refusedFile(profile.sql ?? '', `has tables with more than ${MAX_BAD_ROWS} damaged rows`);
    const made = query?.lines ? [query.lines] : files;
    const workDir = scratch.folder;
    const connection = await Connection.inMemory({ tmp: workDir, paths: await realPaths(files), memory });
    try {
      const checking = { request, profile, settings, workDir, published, encodings, query };
      return await scratch.watching(connection, () => checkReadable(connection, made, checking));
    } finally {
      connection.close();
    }
  });
}

/** What the files would come to. */
interface CheckPlace {
  readonly settings: RefreshSettings;
  /** Bytes that the engine may take. */
  readonly memory: number;
  /** Bytes that a file may unpack to. */
  readonly maxBytes: number;
  /** What is shown already; undefined before the first import. */
  readonly published: Tables | undefined;
}

interface Checking extends Omit<CheckPlace, 'memory' | 'maxBytes'> {
  readonly request: ImportRequest;
  readonly profile: Profile;
  /** Those that it could be, where that was not said. */
  readonly encodings: readonly string[];
  /** What a query made of the files, where there is one. */
  readonly query: Awaited<ReturnType<typeof runQuery>> | undefined;
  readonly workDir: string;
}

async function checkReadable(
  connection: Connection,
  readable: readonly ReadableFile[],
  { request, profile, settings, workDir, published, encodings, query }: Checking,
): Promise<CheckReport> {
  await prepareStage(connection);
  const files = [];
  for (const file of readable) files.push(await look(connection, file, profile));
  const [first] = files;
  const columns = Object.assign({}, ...files.map(({ guess }) => guess.columns));
  const renamed = Object.entries(columns).filter(([ours, theirs]) => ours !== theirs);
  const proposed: Profile = {
    ...profile,
    columns: Object.fromEntries(renamed),
    ...(first?.delimiter && first.delimiter !== ',' ? { delimiter: first.delimiter } : {}),
  };
  const { unclear, ...forms } = await proposeForms(
    { connection, profile: proposed, workDir },
    readable[0] as ReadableFile,
    first as CheckedFile,
  );
  if (encodings.length > 1)
    unclear.unshift(`the encoding could be ${encodings.join(' or ')}: say which with --encoding`);
  const whole = { ...proposed, ...forms };
  const missing = files.flatMap((file) => missingIn(file, profile));
  if (missing.length > 0)
    return {
      files,
      profile: whole,
      rows: undefined,
      problems: [...(profile.sql ? [] : belonging(files)), ...missing, ...unclear],
      skipped: [],
      warnings: [],
    };
  const lastDay = request.allowFuture ? undefined : dayClock(settings.timeZone)(Date.now()) + 1;
  await prepareReading(connection, whole, { ...settings, lastDay });
  await noteDamaged(connection, query?.damaged ?? []);
  let badRows = query?.damaged.length ?? 0;
  const stopped: string[] = [];
  for (const [number, file] of readable.entries()) {
    badRows += (await stageFile({ connection, profile: whole, workDir }, file, number, badRows)).badRows;
    if (badRows <= MAX_BAD_ROWS) continue;
    stopped.push(
      `More than ${MAX_BAD_ROWS.toLocaleString('en')} bad rows, up to ${file.path}: not read further`,
    );
    break;
  }
  if (profile.sql) await forgetLines(connection, profile.sql);
  const rejected = (await firstRejects(connection, SHOWN_REJECTS, rowsOf(request))).map(
    (reject) => `${reject.file}, ${describeReject(reject)}`,
  );
  if (badRows > rejected.length)
    rejected.push(`and ${(badRows - rejected.length).toLocaleString('en')} more bad rows`);
  const skipped = request.skipBadRows ? rejected : [];
  const problems = [...unclear, ...stopped, ...(request.skipBadRows ? [] : rejected)];
  const [overlapping, ...where] = await decideOverlap(connection, request.files, request.overlap);
  if (overlapping) problems.push(`${overlapping}.`, ...where);
  const statuses = await statusesOf(connection);
  const rows = await describeRows(connection, { badRows, statuses });
  await leaveOutCancelled(connection);
  const names = await lookAtNames(connection, published ?? NO_NAMES);
  problems.push(...names.problems);
  const completeThrough = published?.facts.completeThrough ?? null;
  const through = shownThrough(request.completeThrough, { completeThrough, settings });
  const arriving = await shownOf(connection, through);
  const warnings = [
    ...warningsAbout(published ? together(shownIn(published), arriving) : arriving, settings),
    ...(published?.facts.imports.some(({ cancelledRows = 0 }) => cancelledRows > 0)
      ? []
      : noneCancelled(statuses)),
    ...(await findingsOf(connection, true)),
    ...names.warnings,
    ...(query?.warnings ?? []),
  ];
  return { files, profile: whole, rows, problems, skipped, warnings };
}

async function lookAtNames(
  connection: Connection,
  stored: StoredNames,
): Promise<{ problems: string[]; warnings: Warning[] }> {
  try {
    return { problems: [], warnings: await refuseTooManyNames(connection, stored) };
  } catch (error) {
    if (error instanceof TooManyNames) return { problems: [error.message], warnings: [] };
    throw error;
  }
}

/** Tables that share keys are told so, before what each of them lacks. */
function belonging(files: readonly CheckedFile[]): string[] {
  const shared = sharedNames(files.map(({ path, header }) => ({ name: viewName(path), header })));
  if (shared.length === 0) return [];
  return [
    `These files share ${listed(shared)}: they look like tables that belong together. ` +
      '"mdq import --draft" with the same files prints a query to start from, for --sql',
  ];
}

/** What an import would refuse a file for: columns that are not there, though they are needed or named. */
function missingIn({ path, guess, header }: CheckedFile, { columns = {} }: Profile): string[] {
  const found = `(it has: ${header.join(', ')})`;
  const named = Object.entries(columns).filter(([, theirs]) => !header.includes(theirs));
  const missing = guess.missing.filter((name) => columns[name] === undefined);
  return [
    ...named.map(([ours, theirs]) => `${path} has no column "${theirs}" to read ${ours} from ${found}`),
    ...(missing.length > 0
      ? [
          `${path} has no column for ${missing.join(', ')} ${found}. ` +
            `Say what it is called there, such as --map ${missing[0]}=ITS_NAME; what the file does not have, --sql can make`,
        ]
      : []),
  ];
}

/** What the rows to be taken would show. */
async function shownOf(connection: Connection, through: Day | null): Promise<Shown> {
  const days = await connection.columns({ day: 'i32', orders: 'f64' }, ORDERS_BY_DAY);
  const orders = Array.from(days.day, (day, i) => [day, days.orders[i] ?? 0] as const);
  const methods = await connection.rows(
    'SELECT DISTINCT payment_method AS method FROM staged ORDER BY method',
  );
  return {
    methods: new Set(methods.map(({ method }) => String(method))),
    orders: new Map(orders.filter(([day]) => through === null || day <= through)),
  };
}

async function look(connection: Connection, file: ReadableFile, profile: Profile): Promise<CheckedFile> {
  const { path: called, format, encoding, isQuery = false } = file;
  const about = { path: called, format, encoding, isQuery };
  if (file.format === 'csv') {
    const { delimiter, header } = await findDialect(file, profile.delimiter);
    return { ...about, delimiter, header, guess: guessColumns(header, profile) };
  }
  const path = fileName(file.readAs);
  const header =
    file.format === 'ndjson'
      ? await jsonNames(connection, { path })
      : (await connection.rows('DESCRIBE FROM read_parquet($path)', { path })).map((row) =>
          String(row.column_name),
        );
  return { ...about, delimiter: null, header, guess: guessColumns(header, profile) };
}

async function describeRows(
  connection: Connection,
  about: Pick<CheckedRows, 'badRows' | 'statuses'>,
): Promise<CheckedRows> {
  const { lines, orders, cancelled, cents } = await connection.numbers<
    'lines' | 'orders' | 'cancelled' | 'cents'
  >(`
    SELECT count(*) FILTER (WHERE NOT is_cancelled) AS lines,
           coalesce(sum(cents) FILTER (WHERE NOT is_cancelled), 0) AS cents,
           count(DISTINCT order_id) FILTER (WHERE NOT is_cancelled) AS orders,
           count(*) FILTER (WHERE is_cancelled) AS cancelled
    FROM staged`);
  const first = await connection.rows(`
    SELECT order_id, strftime(ordered_at, '%Y-%m-%d %H:%M') AS ordered_at, category, sub_category, product_id,
           CAST(cents // 100 AS VARCHAR) || '.' || lpad(CAST(cents % 100 AS VARCHAR), 2, '0') AS amount,
           payment_method, merchant_id, member_id${about.statuses.length > 0 ? ', status' : ''}
    FROM staged WHERE NOT is_cancelled ORDER BY file, rowid LIMIT ${SHOWN_ROWS}`);
  const days = await connection.columns({ day: 'i32', orders: 'f64' }, ORDERS_BY_DAY);
  const categories = await connection.rows(
    'SELECT category, count(*) AS lines FROM staged WHERE NOT is_cancelled GROUP BY category ORDER BY lines DESC, category',
  );
  return {
    lines,
    orders,
    amount: inUnits(cents),
    ...about,
    cancelledRows: cancelled,
    first,
    byDay: Array.from(days.day, (day, i) => ({ day: formatDay(day), orders: days.orders[i] ?? 0 })),
    byCategory: categories.map(({ category, lines }) => ({
      category: String(category),
      lines: Number(lines),
    })),
  };
}
