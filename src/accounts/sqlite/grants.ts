import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';
import {
  expiryShown,
  GRANTS_PAGE,
  type Grant,
  type GrantsPage,
  kindOf,
  type Lot,
  lotsAt,
  type OpenGrant,
  type PointsChange,
  putBack,
  type Refund,
  refundReference,
  soleGrant,
  type Taking,
} from '../grants.ts';
import { balanceAfterGrant, endsBeforeNow, noSuchGrant, pointsToTake, referenceWasUsed } from '../rules.ts';
import { type Holder, type Row, toOwner } from './account-rows.ts';
import { booksTimeZone, readLots, writeLots } from './lots.ts';
import { SELECT_CHANGES, writeChange } from './points-changes.ts';

/*
 * Points that are given and taken back. All of it is inside a transaction of the caller, which has written what is due.
 */

/** The number of a change, and whether it had been made before. */
interface Made {
  readonly number: number;
  readonly isRepeated: boolean;
}

export function addGrant(db: DatabaseSync, { id, name, balance }: Holder, change: PointsChange): Made {
  const { points, reference, expires, kind = 'paid', by, note } = change;
  const made = madeBefore(db, reference, points, (row) => row.account === id && row.change === points);
  if (made) return made;
  const at = Date.now();
  if (expires && expires.endsAt <= at) throw endsBeforeNow();
  const after = balanceAfterGrant(name, balance, points);
  const lots = readLots(db, id, balance);
  const entry = { account: id, at, points, balance: after };
  const number = writeChange(db, { ...entry, by, note, kind, reference, expires });
  writeLots(
    db,
    id,
    lotsAt([...lots, { number, endsAt: expires?.endsAt ?? null, left: points, isPlan: false }], after),
  );
  return { number, isRepeated: false };
}

export function takeBack(db: DatabaseSync, { id, name, balance }: Holder, taking: Taking): Made {
  const { points: asked, reference, grant, by, note } = taking;
  const isSame = (row: Row) => row.account === id && row.kind === 'taken' && row.asked === asked;
  const made = madeBefore(db, reference, -asked, isSame);
  if (made) return made;
  if (grant !== undefined && !isGrantOf(db, id, grant)) throw noSuchGrant(name, grant);
  const lots = readLots(db, id, balance);
  const available = grant === undefined ? balance : leftOf(lots, grant);
  const points = pointsToTake(name, available, taking);
  const after = balance - points;
  const entry = { account: id, at: Date.now(), points: -points, balance: after };
  const ofGrant = grant ?? soleGrant(lots, points);
  const number = writeChange(db, { ...entry, by, note, kind: 'taken', reference, ofGrant, asked });
  // Without a grant they go in the order of use, as charges do: nothing has to be written for that.
  const less = lots.map((lot) => (lot.number === grant ? { ...lot, left: lot.left - points } : lot));
  if (grant !== undefined) writeLots(db, id, lotsAt(less, after));
  return { number, isRepeated: false };
}

/** Gives back what a call of the account has cost. */
export function refundCall(
  db: DatabaseSync,
  { id, name, balance }: Holder,
  points: Points,
  { requestId, by, note, expires }: Refund,
): Made {
  const reference = refundReference(requestId);
  const made = madeBefore(db, reference, points, () => true);
  if (made) return made;
  const at = Date.now();
  const had = readLots(db, id, balance);
  const grants = db
    .prepare(
      `SELECT grant.entry AS number, ends_at, kind,
              change + (SELECT coalesce(sum(gone.change), 0) FROM grant AS part JOIN entry AS gone ON gone.id = part.entry
                        WHERE part.of_grant = grant.entry AND gone.account = entry.account) AS points
       FROM entry JOIN grant ON grant.entry = entry.id
       WHERE entry.account = ? AND change > 0 AND kind IS NOT 'refund'`,
    )
    .all(id)
    .map((row) => ({
      number: Number(row.number),
      endsAt: row.ends_at === null ? null : Number(row.ends_at),
      points: Number(row.points),
      isPlan: row.kind === 'plan',
    }))
    .filter(
      (each) => each.endsAt === null || each.endsAt > at || had.some((lot) => lot.number === each.number),
    );
  const taken = Number(
    db
      .prepare(
        `SELECT coalesce(sum(-change), 0) AS points FROM entry JOIN grant ON grant.entry = entry.id
         WHERE entry.account = ? AND kind = 'taken' AND of_grant IS NULL`,
      )
      .get(id)?.points,
  );
  const after = balanceAfterGrant(name, balance, points);
  const { lots, rest } = putBack(had, { grants, taken }, points);
  const own = rest > 0 ? { expires } : {};
  const entry = { account: id, at, points, balance: after, by, note, kind: 'refund', reference } as const;
  const number = writeChange(db, { ...entry, ...own });
  const lot = { number, endsAt: expires.endsAt, left: rest, isPlan: false };
  writeLots(db, id, lotsAt(rest > 0 ? [...lots, lot] : lots, after));
  return { number, isRepeated: false };
}

/** The change that has a reference, if any; it is refused where that is another one. */
function madeBefore(
  db: DatabaseSync,
  reference: string | undefined,
  asked: Points,
  isSame: (row: Row) => boolean,
): Made | undefined {
  if (reference === undefined) return undefined;
  const row = db.prepare(`${SELECT_CHANGES} WHERE reference = ?`).get(reference);
  if (!row) return undefined;
  if (!isSame(row)) throw referenceWasUsed(reference, Number(row.change), asked);
  return { number: Number(row.entry), isRepeated: true };
}

function isGrantOf(db: DatabaseSync, account: number, number: number): boolean {
  const found = db.prepare(`${SELECT_CHANGES} WHERE grant.entry = ? AND entry.account = ? AND change > 0`);
  return found.get(number, account) !== undefined;
}

function leftOf(lots: readonly Lot[], grant: number): number {
  return lots.find(({ number }) => number === grant)?.left ?? 0;
}

/** All changes of an account, or one of them, oldest first. */
export function listGrants(db: DatabaseSync, account: number, number: number | null = null): Grant[] {
  const rows = db
    .prepare(
      `${SELECT_CHANGES} WHERE grant.owner = ?1 AND (?2 IS NULL OR grant.entry = ?2) ORDER BY grant.entry`,
    )
    .all(account, number);
  return toGrants(db, rows);
}

/** The next changes of one account or of all. */
export function grantsPage(db: DatabaseSync, account: number | null, after = '0'): GrantsPage {
  const rows = db
    .prepare(
      `${SELECT_CHANGES} WHERE grant.entry > ?1 AND ${account === null ? '?2 IS NULL' : 'grant.owner = ?2'}
       ORDER BY grant.entry LIMIT ${GRANTS_PAGE}`,
    )
    .all(Number(after), account);
  const next = rows.length < GRANTS_PAGE ? undefined : String(rows.at(-1)?.entry);
  return { grants: toGrants(db, rows), next };
}

function toGrants(db: DatabaseSync, rows: readonly Row[]): Grant[] {
  const balance = db.prepare('SELECT balance FROM account WHERE id = ?');
  const lots = new Map(
    [...new Set(rows.map((row) => row.account ?? null))].map((id) => [
      id,
      readLots(db, Number(id), Number(balance.get(id)?.balance ?? 0)),
    ]),
  );
  const timeZone = booksTimeZone(db);
  return rows.map((row) => toGrant(row, lots.get(row.account ?? null) ?? [], timeZone));
}

function toGrant(row: Row, lots: readonly Lot[], timeZone: string): Grant {
  const [number, points] = [Number(row.entry), Number(row.change)];
  return {
    number,
    ...toOwner(row),
    points,
    balance: Number(row.balance),
    at: new Date(Number(row.at)),
    by: String(row.granted_by),
    note: String(row.note),
    kind: kindOf(row.kind, points),
    reference: row.reference === null ? null : String(row.reference),
    expires: expiryShown(
      {
        expires: row.expires === null ? null : Number(row.expires),
        endsAt: row.ends_at === null ? null : Number(row.ends_at),
      },
      lots.find((lot) => lot.number === number),
      timeZone,
    ),
    left: points > 0 ? leftOf(lots, number) : null,
    ofGrant: row.of_grant === null ? null : Number(row.of_grant),
  };
}

/** The grants that have points left, in the order of use. */
export function openGrants(db: DatabaseSync, { id, balance }: Holder): OpenGrant[] {
  const one = db.prepare(`${SELECT_CHANGES} WHERE grant.entry = ?`);
  const timeZone = booksTimeZone(db);
  return readLots(db, id, balance).map((lot) => {
    const row = one.get(lot.number) ?? {};
    return { ...toGrant(row, [lot], timeZone), ...lot };
  });
}
