import type { DatabaseSync } from 'node:sqlite';
import { formatDay, startOfDay } from '../../lib/calendar.ts';
import type { NewPlan } from '../accounts.ts';
import { type Plan, planReference, renewalAfter } from '../due.ts';
import { noPlan, planFromThePast } from '../rules.ts';
import type { Holder } from './account-rows.ts';
import { booksTimeZone, readLots, writeDue, writeLots } from './lots.ts';

/** Sets a plan of an account of which nothing is due, and gives what it gives today. */
export function setPlan(db: DatabaseSync, { id, balance }: Holder, { points, from, keep }: NewPlan): Plan {
  const timeZone = booksTimeZone(db);
  const now = Date.now();
  if (startOfDay(from + 1, timeZone) <= now) throw planFromThePast();
  // A day gives once: what an earlier plan gave on it stays as it is.
  const given = db
    .prepare('SELECT 1 FROM grant WHERE reference = ?')
    .get(planReference(accountId(db, id), formatDay(from)));
  const plan = { points, from, keep, next: given ? renewalAfter(from, from) : from };
  db.prepare(
    'INSERT OR REPLACE INTO plan (account, points, from_day, keep, next_day) VALUES (?, ?, ?, ?, ?)',
  ).run(id, points, from, keep, plan.next);
  const next = writeLots(db, id, readLots(db, id, balance), plan);
  if (next !== null && next <= now) writeDue(db, id, balance, now);
  return plan;
}

function accountId(db: DatabaseSync, id: number): string {
  return String(db.prepare('SELECT account_id FROM account WHERE id = ?').get(id)?.account_id);
}

export function endPlan(db: DatabaseSync, { id, name, balance }: Holder): void {
  const { changes } = db.prepare('DELETE FROM plan WHERE account = ?').run(id);
  if (changes === 0) throw noPlan(name);
  writeLots(db, id, readLots(db, id, balance), undefined);
}
