import type { DatabaseSync } from 'node:sqlite';
import { formatDay, startOfDay } from '../../lib/calendar.ts';
import type { NewPlan } from '../accounts.ts';
import type { AccountRow } from '../common/rows.ts';
import { noPlan, planFromThePast } from '../common/rules.ts';
import { planReference, renewalAfter } from '../due.ts';
import { booksTimeZone, readLots, writeDue, writeLots } from './lots.ts';

/** Sets a plan of an account of which nothing is due, and gives what it gives today. */
export function setPlan(db: DatabaseSync, row: AccountRow, { points, from, keep }: NewPlan): void {
  const { id, account_id, balance } = row;
  const timeZone = booksTimeZone(db);
  const now = Date.now();
  if (startOfDay(from + 1, timeZone) <= now) throw planFromThePast();
  // A day gives once: what an earlier plan gave on it stays as it is.
  const given = db
    .prepare('SELECT 1 FROM grant WHERE reference = ?')
    .get(planReference(account_id, formatDay(from)));
  const first = given ? renewalAfter(from, from) : from;
  db.prepare(
    'INSERT OR REPLACE INTO plan (account, points, from_day, keep, next_day) VALUES (?, ?, ?, ?, ?)',
  ).run(id, points, from, keep, first);
  const next = writeLots(db, id, readLots(db, id, balance));
  if (next !== null && next <= now) writeDue(db, id, balance, now);
}

export function endPlan(db: DatabaseSync, { id, name, balance }: AccountRow): void {
  const { changes } = db.prepare('DELETE FROM plan WHERE account = ?').run(id);
  if (changes === 0) throw noPlan(name);
  writeLots(db, id, readLots(db, id, balance));
}
