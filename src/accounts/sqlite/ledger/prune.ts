import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Day } from '../../../lib/calendar.ts';
import type { Pruned } from '../../books.ts';
import { inTransaction } from '../transaction.ts';

/** Few enough that nobody waits long for the lock. */
const STEP = 2000;

/**
 * Moves the charges of all days before one from `entry` to their totals in `pruned`. Each step is one transaction,
 * so the two together are always what `usage` says, also when this is killed; running it again goes on.
 */
export async function prune(
  db: DatabaseSync,
  before: Day,
  onProgress: (fraction: number) => void = () => {},
): Promise<Pruned> {
  const { all, last } = countCharges(db, before);
  const steps = stepsOf(db, before);
  let calls = 0;
  let points = 0;
  for (let seen = 0; seen < last; ) {
    // Looking for them takes no lock, so it may take its time.
    const until = steps.find(seen, last);
    const started = performance.now();
    const done = inTransaction(db, () => steps.move(seen, until));
    seen = until;
    calls += done.calls;
    points += done.points;
    onProgress(calls / all);
    // As long as it took belongs to those who waited.
    await sleep(performance.now() - started);
  }
  return { calls, points };
}

function countCharges(db: DatabaseSync, before: Day): { all: number; last: number } {
  const found = db.prepare('SELECT count(*) AS calls, max(id) AS last FROM entry WHERE day < ?').get(before);
  return { all: Number(found?.calls), last: Number(found?.last ?? 0) };
}

function stepsOf(db: DatabaseSync, before: Day) {
  const charges = 'FROM entry WHERE id > ? AND id <= ? AND day < ?';
  const find = db.prepare(`SELECT max(id) AS id FROM (SELECT id ${charges} ORDER BY id LIMIT ${STEP})`);
  const addUp = db.prepare(`SELECT count(*) AS calls, coalesce(-sum(change), 0) AS points ${charges}`);
  const keep = db.prepare(`
    INSERT INTO pruned (account, day, key, path, calls, points, last_entry)
    SELECT account, day, key, path, count(*), -sum(change), max(id) ${charges} GROUP BY account, day, key, path
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, points = points + excluded.points,
                              last_entry = max(last_entry, excluded.last_entry)`);
  const remove = db.prepare(`DELETE ${charges}`);
  return {
    /** The last charge of the next step. */
    find: (seen: number, last: number): number => Number(find.get(seen, last, before)?.id ?? last),
    move(seen: number, until: number): Pruned {
      const range = [seen, until, before] as const;
      const moved = addUp.get(...range);
      keep.run(...range);
      remove.run(...range);
      return { calls: Number(moved?.calls), points: Number(moved?.points) };
    },
  };
}
