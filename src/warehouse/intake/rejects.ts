import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CsvValue, csvRecord } from '../../csv.ts';
import { writeDurably } from '../../durable-file.ts';
import type { Connection } from '../connection.ts';
import { describeReject, type Reject, type RejectsFile, RowsRefused, TooManyBadRows } from '../warehouse.ts';

const SHOWN = 20;

const REJECTS = `SELECT file, line, nullif(name, '') AS "column", nullif(value, '') AS value, reason
                 FROM reject ORDER BY file, line, name`;

/** Writes everything that is wrong with the files of an import to a file of its own, and counts it by reason. */
export async function writeRejects(connection: Connection, dataDir: string): Promise<RejectsFile> {
  const dir = join(dataDir, 'rejects');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${new Date().toISOString().replaceAll(':', '-')}.csv`);
  await writeDurably(path, rejectLines(connection));
  const counted = await connection.rows(
    `SELECT trim(name || ' ' || reason) AS reason, count(*) AS rows FROM reject GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return {
    path,
    reasons: counted.map(({ reason, rows }) => ({ reason: String(reason), rows: Number(rows) })),
  };
}

/** The lines of a rejects file, as many at a time as the engine hands over: every row of a large file may be bad. */
async function* rejectLines(connection: Connection): AsyncGenerator<string> {
  yield 'file,line,column,value,reason\n';
  for await (const rows of connection.pages(REJECTS)) {
    yield rows.map((row) => `${csvRecord(row as CsvValue[])}\n`).join('');
  }
}

export async function firstRejects(connection: Connection, most: number): Promise<Reject[]> {
  const rows = await connection.rows(`${REJECTS} LIMIT ${most}`);
  return rows.map(({ file, line, column, value, reason }) => ({
    file: String(file),
    line: Number(line),
    column: String(column ?? ''),
    value: String(value ?? ''),
    reason: String(reason),
  }));
}

/** What refuses an import: the first reasons, where all of them are, and what else is wrong. */
export async function refusal(
  connection: Connection,
  badRows: number,
  rejectsFile: RejectsFile,
  [overlapping, ...where]: readonly string[],
): Promise<RowsRefused> {
  const first = await firstRejects(connection, SHOWN);
  const message = `${badRows} bad ${badRows === 1 ? 'row' : 'rows'}; nothing was imported.`;
  const details = [
    ...(badRows > SHOWN
      ? [...rejectsFile.reasons.map((each) => `  ${each.rows} × ${each.reason}`), `The first ${SHOWN}:`]
      : []),
    ...first.map((reject) => `  ${reject.file}, ${describeReject(reject)}`),
    'Fix the rows, or import the others with --skip-bad-rows. All reasons are in:',
    `  ${rejectsFile.path}`,
    ...(overlapping ? [`Also, ${overlapping}.`, ...where] : []),
  ];
  return new RowsRefused(message, details, { badRows, first, rejectsFile });
}

/** What refuses an import that was stopped: what else it holds would only be more of the same. */
export async function tooManyBadRows(
  connection: Connection,
  path: string,
  { badRows, rejectsFile }: { badRows: number; rejectsFile: RejectsFile },
): Promise<TooManyBadRows> {
  const most = (badRows - 1).toLocaleString('en');
  return new TooManyBadRows(
    `More than ${most} bad rows, up to ${path}; nothing was imported. ` +
      `The first ${most} are listed; is this the right file, or does it need --check?`,
    [`  ${rejectsFile.path}`],
    { badRows, first: await firstRejects(connection, SHOWN), rejectsFile },
  );
}
