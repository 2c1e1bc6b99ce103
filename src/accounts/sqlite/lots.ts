import type { DatabaseSync } from 'node:sqlite';
import { formatDay } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import { firstDue, nextDue, type Plan, planReference } from '../due.ts';
import { type Lot, lotsAt, PROGRAM, sumOf } from '../grants.ts';
import { writeChange } from './points-changes.ts';

/*
 * What is left of each grant. Everything here is inside a transaction of the caller, whose lock no charge gets past.
 */

/** What is left of each grant of an account now, in the order of use. */
export function readLots(db: DatabaseSync, account: number, balance: Points): Lot[] {
  const kept = db
    .prepare('SELECT number, ends_at, points_left, is_plan FROM lot WHERE account = ?')
    .all(account)
    .map(({ number, ends_at, points_left, is_plan }) => ({
      number: Number(number),
      endsAt: ends_at === null ? null : Number(ends_at),
      left: Number(points_left),
      isPlan: is_plan === 1,
    }));
  return sumOf(kept) < balance ? lotsAt(kept, balance, olderGrants(db, account)) : lotsAt(kept, balance);
}

/** Grants of programs that kept no lots. */
function olderGrants(db: DatabaseSync, account: number): { number: number; points: Points }[] {
  return db
    .prepare(
      `SELECT grant.entry AS number, change AS points FROM entry JOIN grant ON grant.entry = entry.id
       WHERE entry.account = ? AND kind IS NULL AND change > 0`,
    )
    .all(account)
    .map(({ number, points }) => ({ number: Number(number), points: Number(points) }));
}

export function readPlan(db: DatabaseSync, account: number): Plan | undefined {
  const row = db.prepare('SELECT * FROM plan WHERE account = ?').get(account);
  if (!row) return undefined;
  return {
    points: Number(row.points),
    from: Number(row.from_day),
    keep: row.keep === null ? null : Number(row.keep),
    next: Number(row.next_day),
  };
}

/** Days of plans begin in it, so it is kept from the first plan on. */
export function booksTimeZone(db: DatabaseSync): string {
  return String(db.prepare('SELECT time_zone FROM books').get()?.time_zone ?? 'UTC');
}

/** Keeps what is left now, and when something is due next. */
export function writeLots(
  db: DatabaseSync,
  account: number,
  lots: readonly Lot[],
  plan = readPlan(db, account),
): number | null {
  db.prepare('DELETE FROM lot WHERE account = ?').run(account);
  const add = db.prepare(
    'INSERT INTO lot (account, number, ends_at, points_left, is_plan) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { number, endsAt, left, isPlan } of lots) add.run(account, number, endsAt, left, Number(isPlan));
  const next = nextDue({ lots, plan }, booksTimeZone(db));
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
    const common = { account, at: step.at, by: PROGRAM, note: '' };
    for (const { number, points, balance: after } of step.expired)
      writeChange(db, { ...common, points: -points, balance: after, kind: 'expired', ofGrant: number });
    balance = step.balance;
    lots = [...step.lots];
    plan = step.plan;
    if (plan) db.prepare('UPDATE plan SET next_day = ? WHERE account = ?').run(plan.next, account);
    if (!step.grant) continue;
    const { points, day, expires } = step.grant;
    const reference = planReference(id, formatDay(day));
    if (db.prepare('SELECT 1 FROM grant WHERE reference = ?').get(reference)) continue;
    balance += points;
    const number = writeChange(db, { ...common, points, balance, kind: 'plan', reference, expires });
    lots = lotsAt(
      [...lots, { number, endsAt: expires?.endsAt ?? null, left: points, isPlan: true }],
      balance,
    );
  }
  return { balance, nextDue: writeLots(db, account, lots, plan) };
}
