import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { dayClock, formatDay } from '../../snapshot/calendar.ts';
import { Connection, fileName } from '../connection.ts';
import { describeReject, type ImportRequest, type Profile, type Warning } from '../warehouse.ts';
import { findDialect } from './dialect.ts';
import { inspect } from './file-kind.ts';
import { findingsOf } from './findings.ts';
import { type Guess, guessColumns } from './guess.ts';
import type { IntakeSettings } from './intake.ts';
import { settleOverlap } from './overlap.ts';
import { makeReadable, type ReadableFile } from './plain-text.ts';
import { proposeForms } from './propose.ts';
import { prepareReading } from './reading-sql.ts';
import { firstRejects } from './rejects.ts';
import { jsonNames } from './source.ts';
import { runQuery } from './sql-lines.ts';
import { MAX_BAD_ROWS, prepareStage, stageFile } from './stage.ts';

const SHOWN_ROWS = 5;
const SHOWN_REJECTS = 10;

/** What an import would make of one file. */
export interface CheckedFile {
  readonly path: string;
  readonly format: 'csv' | 'ndjson' | 'parquet';
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
  readonly warnings: readonly Warning[];
}

export interface CheckedRows {
  readonly lines: number;
  readonly orders: number;
  readonly badRows: number;
  readonly cancelledRows: number;
  /** The first rows as they would be read. */
  readonly first: readonly Record<string, unknown>[];
  readonly byDay: readonly { readonly day: string; readonly orders: number }[];
  readonly byCategory: readonly { readonly category: string; readonly lines: number }[];
}

/** Reads and checks files in an engine of its own, and tells all that an import would. */
export async function checkFiles(
  request: ImportRequest,
  settings: IntakeSettings,
  memory: number,
): Promise<CheckReport> {
  const { profile = {} } = request;
  const sources = await Promise.all(
    request.files.map((path) => inspect(path, { encoding: profile.encoding })),
  );
  const workDir = await mkdtemp(join(tmpdir(), 'mdq-check-'));
  try {
    const readable = await Promise.all(
      sources.map((file, number) => makeReadable(file, { workDir, number, encoding: profile.encoding })),
    );
    const made = profile.sql ? [await runQuery(readable, profile, { workDir, memory })] : readable;
    const paths = sources.map(({ path }) => path);
    const connection = await Connection.inMemory({ tmp: workDir, paths: await realPaths(readable), memory });
    try {
      return await checkReadable(connection, made, { request, profile, settings, workDir, paths });
    } finally {
      connection.close();
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function realPaths(files: readonly ReadableFile[]): Promise<string[]> {
  return Promise.all(files.map(({ readAs }) => realpath(readAs)));
}

interface Checking {
  readonly request: ImportRequest;
  readonly profile: Profile;
  readonly settings: IntakeSettings;
  readonly workDir: string;
  readonly paths: readonly string[];
}

async function checkReadable(
  connection: Connection,
  readable: readonly ReadableFile[],
  { request, profile, settings, workDir, paths }: Checking,
): Promise<CheckReport> {
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
  const missing = files.filter(({ guess }) => guess.missing.length > 0);
  if (missing.length > 0) {
    const problems = missing.map(
      ({ path, guess, header }) =>
        `${path} has no column for ${guess.missing.join(', ')} (it has: ${header.join(', ')})`,
    );
    return { files, profile: proposed, rows: undefined, problems, warnings: [] };
  }
  const { unclear, ...forms } = await proposeForms(
    { connection, profile: proposed, workDir },
    readable[0] as ReadableFile,
  );
  const whole = { ...proposed, ...forms };
  const lastDay = request.allowFuture ? undefined : dayClock(settings.timeZone)(Date.now()) + 1;
  await prepareReading(connection, whole, { ...settings, lastDay });
  await prepareStage(connection);
  let badRows = 0;
  const stopped: string[] = [];
  for (const [number, file] of readable.entries()) {
    badRows += (await stageFile({ connection, profile: whole, workDir }, file, number, badRows)).badRows;
    if (badRows <= MAX_BAD_ROWS) continue;
    stopped.push(
      `More than ${MAX_BAD_ROWS.toLocaleString('en')} bad rows, up to ${file.path}: not read further`,
    );
    break;
  }
  const problems = [
    ...unclear,
    ...stopped,
    ...(await firstRejects(connection, SHOWN_REJECTS)).map(
      (reject) => `${reject.file}, ${describeReject(reject)}`,
    ),
  ];
  await settleOverlap(connection, paths, request.overlap).catch((error) => {
    if (!(error instanceof UserError)) throw error;
    problems.push(error.message.replace('; nothing was imported', ''), ...error.details);
  });
  return {
    files,
    profile: whole,
    rows: await describeRows(connection, badRows),
    problems,
    warnings: await findingsOf(connection),
  };
}

async function look(connection: Connection, file: ReadableFile, profile: Profile): Promise<CheckedFile> {
  const about = { path: file.path, format: file.format };
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

async function describeRows(connection: Connection, badRows: number): Promise<CheckedRows> {
  const { lines, orders, cancelled } = await connection.numbers<'lines' | 'orders' | 'cancelled'>(`
    SELECT count(*) FILTER (WHERE NOT is_cancelled) AS lines,
           count(DISTINCT order_id) FILTER (WHERE NOT is_cancelled) AS orders,
           count(*) FILTER (WHERE is_cancelled) AS cancelled
    FROM staged`);
  const first = await connection.rows(`
    SELECT order_id, strftime(ordered_at, '%Y-%m-%d %H:%M') AS ordered_at, category, sub_category, product_id,
           CAST(cents // 100 AS VARCHAR) || '.' || lpad(CAST(cents % 100 AS VARCHAR), 2, '0') AS amount,
           payment_method, merchant_id, member_id
    FROM staged WHERE NOT is_cancelled ORDER BY file, rowid LIMIT ${SHOWN_ROWS}`);
  const days = await connection.columns(
    { day: 'i32', orders: 'f64' },
    `SELECT day, count(*) FROM (
       SELECT CAST(CAST(min(ordered_at) AS DATE) - DATE '1970-01-01' AS INTEGER) AS day
       FROM staged WHERE NOT is_cancelled GROUP BY order_id)
     GROUP BY day ORDER BY day`,
  );
  const categories = await connection.rows(
    'SELECT category, count(*) AS lines FROM staged WHERE NOT is_cancelled GROUP BY category ORDER BY lines DESC, category',
  );
  return {
    lines,
    orders,
    badRows,
    cancelledRows: cancelled,
    first,
    byDay: Array.from(days.day, (day, i) => ({ day: formatDay(day), orders: days.orders[i] ?? 0 })),
    byCategory: categories.map(({ category, lines }) => ({
      category: String(category),
      lines: Number(lines),
    })),
  };
}
