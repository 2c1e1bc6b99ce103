import type { DatabaseSync } from 'node:sqlite';
import { formatDay } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import { firstDue, nextDue, type Plan, planReference } from '../due.ts';
import { type Lot, lotsAt, newLot, type OlderGrant, PROGRAM, sumOf } from '../grants.ts';
import { writeChange } from './points-changes.ts';
import { rowOf, rowsOf } from './query.ts';

/*
 * What is left of each grant. Everything here is inside a transaction of the caller, whose lock no charge gets past.
 */

/** What is left of each grant of an account now, in the order of use. */
export function readLots(db: DatabaseSync, account: number, balance: Points): Lot[] {
  const stored = rowsOf<Lot>(
    db,
    'SELECT number, ends_at AS endsAt, points_left AS left, is_plan AS isPlan FROM lot WHERE account = ?',
    account,
  ).map((lot) => ({ ...lot, isPlan: Boolean(lot.isPlan) }));
  if (sumOf(stored) >= balance) return lotsAt(stored, balance);
  // Grants of programs that stored no lots.
  const older = rowsOf<OlderGrant>(
    db,
    `SELECT grant.entry AS number, change AS points FROM entry JOIN grant ON grant.entry = entry.id
     WHERE entry.account = ? AND kind IS NULL AND change > 0`,
    account,
  );
  return lotsAt(stored, balance, older);
}

export function readPlan(db: DatabaseSync, account: number): Plan | undefined {
  return rowOf(
    db,
    'SELECT points, from_day AS "from", keep, next_day AS next FROM plan WHERE account = ?',
    account,
  );
}

/** Days of plans begin in it, so it is kept from the first plan on. */
export function booksTimeZone(db: DatabaseSync): string {
  return String(db.prepare('SELECT time_zone FROM books').get()?.time_zone ?? 'UTC');
}

/** Stores what is left now, and when something is due next. */
export function writeLots(db: DatabaseSync, account: number, lots: readonly Lot[]): number | null {
  db.prepare('DELETE FROM lot WHERE account = ?').run(account);
  const add = db.prepare(
    'INSERT INTO lot (account, number, ends_at, points_left, is_plan) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { number, endsAt, left, isPlan } of lots) add.run(account, number, endsAt, left, Number(isPlan));
  const next = nextDue({ lots, plan: readPlan(db, account) }, booksTimeZone(db));
  db.prepare('UPDATE account SET next_due = ? WHERE id = ?').run(next, account);
  return next;
}

/** Writes what is due of an account by a moment, each entry with the moment that it was due. */
export function writeDue(
  db: DatabaseSync,
  account: number,
  before: Points,
  until: number,
): { readonly balance: Points; readonly nextDue: number | null } {
  const timeZone = booksTimeZone(db);
  const id = String(db.prepare('SELECT account_id FROM account WHERE id = ?').get(account)?.account_id);
  let [balance, lots, plan] = [before, readLots(db, account, before), readPlan(db, account)];
  for (;;) {
    const step = firstDue({ balance, lots, plan }, until, timeZone);
    if (!step) break;
    const common = { at: step.at, by: PROGRAM, note: '' };
    for (const { number, points, balance: after } of step.expired) {
      const expired = { points: -points, balance: after, kind: 'expired', ofGrant: number } as const;
      writeChange(db, account, { ...common, ...expired });
    }
    balance = step.balance;
    lots = [...step.lots];
    plan = step.plan;
    if (plan) db.prepare('UPDATE plan SET next_day = ? WHERE account = ?').run(plan.next, account);
    if (!step.grant) continue;
    const { points, day, expires } = step.grant;
    const reference = planReference(id, formatDay(day));
    if (db.prepare('SELECT 1 FROM grant WHERE reference = ?').get(reference)) continue;
    balance += points;
    const given = { ...common, points, balance, kind: 'plan', reference, expires } as const;
    const number = writeChange(db, account, given);
    lots = lotsAt([...lots, newLot(number, given)], balance);
  }
  return { balance, nextDue: writeLots(db, account, lots) };
}
