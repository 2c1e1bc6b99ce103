import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../disk/durable-file.ts';
import { thousands } from '../../lib/count.ts';
import { type CsvValue, csvRecord } from '../../lib/text/csv.ts';
import type { Connection } from '../database/connection.ts';
import type { ImportRequest, RejectsFile } from '../warehouse.ts';
import {
  describeReject,
  type FileRefused,
  type Reject,
  RowsRefused,
  TooManyBadRows,
} from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import { NEVER_CLOSED } from './reading/records.ts';
import type { DamagedRow } from './reading/sound-rows.ts';
import { refusedFile } from './refused-file.ts';

const SHOWN = 20;

/** By what rows are known: those of a file by their line, of a table by their order. A query has rows of both kinds. */
const KNOWN_BY = { lines: ['line'], table: ['order_id'], query: ['line', 'order_id'] } as const;
type RowsOf = keyof typeof KNOWN_BY;

export function rowsOf({ isTable, profile }: Pick<ImportRequest, 'isTable' | 'profile'>): RowsOf {
  if (isTable) return 'table';
  return profile?.sql ? 'query' : 'lines';
}

const rejects = (kind: RowsOf) => `
  SELECT file, ${KNOWN_BY[kind].join(', ')}, nullif(name, '') AS "column", nullif(value, '') AS value, reason
  FROM reject ORDER BY file, ${kind === 'lines' ? '' : 'order_id, '}line, name`;

/** Rows of tables that a query could not be given. */
export async function noteDamaged(connection: Connection, damaged: readonly DamagedRow[]): Promise<void> {
  if (damaged.length === 0) return;
  await connection.run(
    `INSERT INTO reject
     SELECT each.file, each.line, '', each.record, each.problem, NULL
     FROM (SELECT unnest(CAST(json($damaged) AS STRUCT(file VARCHAR, line BIGINT, record VARCHAR, problem VARCHAR)[])) AS each)`,
    { damaged: JSON.stringify(damaged) },
  );
}

/** What rows of tables that were left out mean for the lines that a query makes of the others. */
export function leftOutOfTables(damaged: readonly DamagedRow[]): Warning[] {
  if (damaged.length === 0) return [];
  const told = [...Map.groupBy(damaged, ({ file }) => file)]
    .sort()
    .map(([file, rows]) => `${thousands(rows.length)} of ${file}`);
  const message = `Rows of tables were left out: ${told.join(', ')}. Lines that would have joined them are missing or others. Fix the rows and import the files again`;
  return [{ code: 'lost-orders', message, count: damaged.length }];
}

/** What a query gives has no lines that anybody could look up. */
export async function forgetLines(connection: Connection, file: string): Promise<void> {
  await connection.run('UPDATE reject SET line = NULL WHERE file = $file', { file });
}

/** Writes everything that is wrong with the files of an import to a file of its own, and counts it by reason. */
export async function writeRejects(
  connection: Connection,
  dataDir: string,
  kind: RowsOf,
): Promise<RejectsFile> {
  const dir = join(dataDir, 'rejects');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${new Date().toISOString().replaceAll(':', '-')}.csv`);
  await writeDurably(path, rejectLines(connection, kind));
  const counted = await connection.rows(
    `SELECT trim(name || ' ' || reason) AS reason, count(*) AS rows FROM reject GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return {
    path,
    reasons: counted.map(({ reason, rows }) => ({ reason: String(reason), rows: Number(rows) })),
  };
}

/** The lines of a rejects file, as many at a time as the engine hands over: every row of a large file may be bad. */
async function* rejectLines(connection: Connection, kind: RowsOf): AsyncGenerator<string> {
  yield `file,${KNOWN_BY[kind].join(',')},column,value,reason\n`;
  for await (const rows of connection.pages(rejects(kind))) {
    yield rows.map((row) => `${csvRecord(row as CsvValue[])}\n`).join('');
  }
}

export async function firstRejects(connection: Connection, most: number, kind: RowsOf): Promise<Reject[]> {
  const rows = await connection.rows(`${rejects(kind)} LIMIT ${most}`);
  return rows.map(({ file, line, order_id: order, column, value, reason }) => ({
    file: String(file),
    line: Number(line ?? 0),
    ...(line == null && { order: String(order ?? '') }),
    column: String(column ?? ''),
    value: String(value ?? ''),
    reason: String(reason),
  }));
}

/** The bad rows of an import. */
interface Bad {
  readonly badRows: number;
  readonly rejectsFile: RejectsFile;
  readonly kind: RowsOf;
}

/** What refuses an import: the first reasons, where all of them are, and what else is wrong. */
export async function refusal(
  connection: Connection,
  { badRows, rejectsFile, kind }: Bad,
  [overlapping, ...where]: readonly string[],
): Promise<RowsRefused> {
  const first = await firstRejects(connection, SHOWN, kind);
  const message = `${badRows} bad ${badRows === 1 ? 'row' : 'rows'}; nothing was imported.`;
  const details = [
    ...(badRows > SHOWN
      ? [...rejectsFile.reasons.map((each) => `  ${each.rows} × ${each.reason}`), `The first ${SHOWN}:`]
      : []),
    ...first.map((reject) => `  ${reject.file}, ${describeReject(reject)}`),
    kind === 'table'
      ? `Correct these rows in ${first[0]?.file}, or delete them there, and run this again. All reasons are in:`
      : `Fix the ${kind === 'query' ? 'query or the rows of its tables' : 'rows'}, or import the others with --skip-bad-rows. All reasons are in:`,
    `  ${rejectsFile.path}`,
    ...(overlapping ? [`Also, ${overlapping}.`, ...where] : []),
  ];
  return new RowsRefused(message, details, { badRows, first, rejectsFile });
}

/** What refuses an import that was stopped: what else it holds would only be more of the same. */
export async function tooManyBadRows(
  connection: Connection,
  path: string,
  { badRows, rejectsFile, kind }: Bad,
): Promise<TooManyBadRows> {
  const most = thousands(badRows - 1);
  return new TooManyBadRows(
    `More than ${most} bad rows, up to ${path}; nothing was imported. ` +
      `The first ${most} are listed; ${kind === 'table' ? 'correct these rows there, or delete them' : 'is this the right file, or does it need --check?'}`,
    [`  ${rejectsFile.path}`],
    { badRows, first: await firstRejects(connection, SHOWN, kind), rejectsFile },
  );
}

/** A quote that is never closed has swallowed the rows after it: leaving out that one row would lose all of them. */
export async function swallowedRows(connection: Connection): Promise<FileRefused | undefined> {
  const [found] = await connection.rows(
    `SELECT file, line, reason FROM reject WHERE reason LIKE '${NEVER_CLOSED}:%' ORDER BY file, line LIMIT 1`,
  );
  if (!found) return undefined;
  return refusedFile(
    String(found.file),
    `, line ${found.line}: ${found.reason}. --skip-bad-rows would lose them: close the quote`,
  );
}
