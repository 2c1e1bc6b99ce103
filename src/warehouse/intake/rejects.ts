import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../connection.ts';
import { describeReject, type Reject, type RejectsFile, RowsRefused } from '../warehouse.ts';

const SHOWN = 20;

const REJECTS = `SELECT file, line, nullif(name, '') AS "column", nullif(value, '') AS value, reason
                 FROM reject ORDER BY file, line, name`;

/** Writes everything that is wrong with the files of an import to a file of its own, and counts it by reason. */
export async function writeRejects(connection: Connection, dataDir: string): Promise<RejectsFile> {
  const dir = join(dataDir, 'rejects');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${new Date().toISOString().replaceAll(':', '-')}.csv`);
  try {
    // The engine writes it: every row of a large file may be bad.
    await connection.run(`COPY (${REJECTS}) TO $path (FORMAT csv, HEADER)`, { path });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const counted = await connection.rows(
    `SELECT trim(name || ' ' || reason) AS reason, count(*) AS rows FROM reject GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return {
    path,
    reasons: counted.map(({ reason, rows }) => ({ reason: String(reason), rows: Number(rows) })),
  };
}

/** What refuses an import: the first reasons, and where all of them are. */
export async function refusal(
  connection: Connection,
  badRows: number,
  rejectsFile: RejectsFile,
): Promise<RowsRefused> {
  const rows = await connection.rows(`${REJECTS} LIMIT ${SHOWN}`);
  const first = rows.map(
    ({ file, line, column, value, reason }): Reject => ({
      file: String(file),
      line: Number(line),
      column: String(column ?? ''),
      value: String(value ?? ''),
      reason: String(reason),
    }),
  );
  const message = [
    `${badRows} bad ${badRows === 1 ? 'row' : 'rows'}; nothing was imported.`,
    ...(badRows > SHOWN
      ? [...rejectsFile.reasons.map((each) => `  ${each.rows} × ${each.reason}`), `The first ${SHOWN}:`]
      : []),
    ...first.map((reject) => `  ${reject.file}, ${describeReject(reject)}`),
    'Fix the rows, or import the others with --skip-bad-rows. All reasons are in:',
    `  ${rejectsFile.path}`,
  ].join('\n');
  return new RowsRefused(message, { badRows, first, rejectsFile });
}
