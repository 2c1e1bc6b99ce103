import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import type { Connection } from './connection.ts';

const SHOWN = 20;

/** Writes everything that is wrong with the files of an import to a file of its own, and returns where. */
export async function writeRejects(connection: Connection, dataDir: string): Promise<string> {
  const rows = await connection.rows('SELECT * FROM reject ORDER BY file, line, name');
  const dir = join(dataDir, 'rejects');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${new Date().toISOString().replaceAll(':', '-')}.csv`);
  const lines = rows.map((row) =>
    [row.file, row.line, row.name, row.value, row.reason].map((cell) => csvCell(cell)).join(','),
  );
  await writeFile(path, `${['file,line,column,value,reason', ...lines].join('\n')}\n`);
  return path;
}

/** What refuses an import: the first reasons, and where all of them are. */
export async function refusal(
  connection: Connection,
  badRows: number,
  rejectsFile: string,
): Promise<UserError> {
  const rows = await connection.rows(`SELECT * FROM reject ORDER BY file, line, name LIMIT ${SHOWN}`);
  const reasons = rows.map(
    ({ file, line, name, value, reason }) =>
      `  ${file}, line ${line}: ${name ? `${name} ` : ''}${reason}${value ? ` (${JSON.stringify(value)})` : ''}`,
  );
  const counted = await connection.rows(
    `SELECT trim(name || ' ' || reason) AS reason, count(*) AS rows FROM reject GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return new UserError(
    [
      `${badRows} bad ${badRows === 1 ? 'row' : 'rows'}; nothing was imported.`,
      ...(badRows > SHOWN
        ? [...counted.map(({ reason, rows: n }) => `  ${n} × ${reason}`), `The first ${SHOWN}:`]
        : []),
      ...reasons,
      'Mend the rows, or import the others with --skip-bad-rows. All reasons are in:',
      `  ${rejectsFile}`,
    ].join('\n'),
  );
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
