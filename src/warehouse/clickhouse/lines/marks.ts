import { Readable } from 'node:stream';
import type { Mark } from '../../engine.ts';
import type { Attempt } from '../server/attempt.ts';
import { VISIBLE } from './visible.ts';

/** What is not to come in again: of each mark the newest row holds. */
export async function readMarks({ first, values }: Attempt): Promise<Mark[]> {
  const rows = await first.rows(
    `SELECT kind, key, hash FROM mdq_mark WHERE ${VISIBLE}
     GROUP BY kind, key, hash HAVING argMax(holds, import) = 1`,
    values,
  );
  return rows as unknown as Mark[];
}

export async function writeMarks(attempt: Attempt, marks: readonly Mark[], holds: boolean): Promise<void> {
  if (marks.length === 0) return;
  await attempt.begin();
  const { first, id, signal } = attempt;
  const rows = marks.map((mark) => `${JSON.stringify({ ...mark, holds: Number(holds), import: id })}\n`);
  // As a stream: there may be more of them than an address can hold.
  await first.insert('INSERT INTO mdq_mark FORMAT JSONEachRow', Readable.from(rows), {}, signal);
}
