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
  await first.run(
    `INSERT INTO mdq_mark
     SELECT mark.1, mark.2, mark.3, {holds:UInt8}, {import:UInt64}
     FROM (SELECT arrayJoin(arrayZip({kinds:Array(String)}, {keys:Array(String)}, {hashes:Array(String)})) AS mark)`,
    {
      ...{ import: id, holds: Number(holds) },
      kinds: marks.map(({ kind }) => kind),
      keys: marks.map(({ key }) => key),
      hashes: marks.map(({ hash }) => hash),
    },
    signal,
  );
}
