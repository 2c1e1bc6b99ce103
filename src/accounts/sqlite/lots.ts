import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';
import { dueBy, type Lot, lotsAt, nextDue, PROGRAM, sumOf } from '../grants.ts';
import { writeChange } from './points-changes.ts';

/*
 * What is left of each grant. Everything here is inside a transaction of the caller, whose lock no charge gets past.
 */

/** What is left of each grant of an account now, in the order of use. */
export function readLots(db: DatabaseSync, account: number, balance: Points): Lot[] {
  const kept = db
    .prepare('SELECT number, ends_at, points_left FROM lot WHERE account = ?')
    .all(account)
    .map(({ number, ends_at, points_left }) => ({
      number: Number(number),
      endsAt: ends_at === null ? null : Number(ends_at),
      left: Number(points_left),
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

/** Keeps what is left now, and when something is due next. */
export function writeLots(db: DatabaseSync, account: number, lots: readonly Lot[]): void {
  db.prepare('DELETE FROM lot WHERE account = ?').run(account);
  const add = db.prepare('INSERT INTO lot (account, number, ends_at, points_left) VALUES (?, ?, ?, ?)');
  for (const { number, endsAt, left } of lots) add.run(account, number, endsAt, left);
  db.prepare('UPDATE account SET next_due = ? WHERE id = ?').run(nextDue(lots), account);
}

/** Writes what is due of an account by a moment, each entry with the moment that it was due. */
export function writeDue(
  db: DatabaseSync,
  account: number,
  balance: Points,
  until: number,
): { readonly balance: Points; readonly nextDue: number | null } {
  const due = dueBy(readLots(db, account, balance), balance, until);
  for (const { number, endsAt, left, balance: after } of due.expired) {
    const entry = { account, at: endsAt ?? until, points: -left, balance: after };
    writeChange(db, { ...entry, by: PROGRAM, note: '', kind: 'expired', ofGrant: number });
  }
  writeLots(db, account, due.lots);
  return { balance: due.balance, nextDue: nextDue(due.lots) };
}
