import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';
import { type AccountRow, type ChangeRow, toAccount, toGrant } from '../common/rows.ts';
import {
  balanceAfterGrant,
  endsBeforeNow,
  noSuchGrant,
  pointsToTake,
  referenceWasUsed,
} from '../common/rules.ts';
import { numberOf } from '../cursor.ts';
import {
  type Changed,
  GRANTS_PAGE,
  type Grant,
  type GrantsPage,
  leftOf,
  lotsAt,
  newLot,
  type OpenGrant,
  type PointsChange,
  putBack,
  type Refillable,
  type Refund,
  refundReference,
  soleGrant,
  type Taking,
} from '../grants.ts';
import { accountRow } from './account-rows.ts';
import { booksTimeZone, readLots, writeLots } from './lots.ts';
import { SELECT_CHANGES, writeChange } from './points-changes.ts';
import { rowOf, rowsOf } from './query.ts';

/*
 * Points that are given and taken back. All of it is inside a transaction of the caller, which has written what is due.
 */

export function addGrant(db: DatabaseSync, row: AccountRow, change: PointsChange): Changed {
  const { id, name, balance } = row;
  const { points, reference, expires, kind = 'paid', by, note } = change;
  const isSame = (made: ChangeRow) => made.account === id && made.points === points;
  const made = madeBefore(db, row, { reference, points }, isSame);
  if (made) return made;
  if (expires && expires.endsAt <= Date.now()) throw endsBeforeNow();
  const after = balanceAfterGrant(name, balance, points);
  const lots = readLots(db, id, balance);
  const given = { points, balance: after, by, note, kind, reference, expires };
  const number = writeChange(db, id, given);
  writeLots(db, id, lotsAt([...lots, newLot(number, given)], after));
  return changed(db, row, number);
}

export function takeBack(db: DatabaseSync, row: AccountRow, taking: Taking): Changed {
  const { id, name, balance } = row;
  const { points: asked, reference, grant, by, note } = taking;
  const isSame = (made: ChangeRow) => made.account === id && made.kind === 'taken' && made.asked === asked;
  const made = madeBefore(db, row, { reference, points: -asked }, isSame);
  if (made) return made;
  if (grant !== undefined && !isGrantOf(db, id, grant)) throw noSuchGrant(name, grant);
  const lots = readLots(db, id, balance);
  const points = pointsToTake(name, grant === undefined ? balance : leftOf(lots, grant), taking);
  const after = balance - points;
  const entry = { points: -points, balance: after, by, note, kind: 'taken', reference } as const;
  const number = writeChange(db, id, { ...entry, ofGrant: grant ?? soleGrant(lots, points), asked });
  // Without a grant they go in the order of use, as charges do: nothing has to be written for that.
  const less = lots.map((lot) => (lot.number === grant ? { ...lot, left: lot.left - points } : lot));
  if (grant !== undefined) writeLots(db, id, lotsAt(less, after));
  return changed(db, row, number);
}

/** Gives back what a call of the account has cost. */
export function refundCall(
  db: DatabaseSync,
  row: AccountRow,
  points: Points,
  { requestId, by, note, expires }: Refund,
): Changed {
  const { id, name, balance } = row;
  const reference = refundReference(requestId);
  const made = madeBefore(db, row, { reference, points }, () => true);
  if (made) return made;
  const had = readLots(db, id, balance);
  const grants = rowsOf<Refillable>(
    db,
    `SELECT grant.entry AS number, ends_at AS endsAt, kind IS 'plan' AS isPlan,
            change + (SELECT coalesce(sum(gone.change), 0) FROM grant AS part JOIN entry AS gone ON gone.id = part.entry
                      WHERE part.of_grant = grant.entry AND gone.account = entry.account) AS points
     FROM entry JOIN grant ON grant.entry = entry.id
     WHERE entry.account = ?1 AND change > 0 AND kind IS NOT 'refund'
       AND (ends_at IS NULL OR ends_at > ?2 OR grant.entry IN (SELECT value FROM json_each(?3)))`,
    ...[id, Date.now(), JSON.stringify(had.map(({ number }) => number))],
  ).map((grant) => ({ ...grant, isPlan: Boolean(grant.isPlan) }));
  const takes = rowOf<{ taken: Points }>(
    db,
    `SELECT coalesce(sum(-change), 0) AS taken FROM entry JOIN grant ON grant.entry = entry.id
     WHERE entry.account = ? AND kind = 'taken' AND of_grant IS NULL`,
    id,
  );
  const after = balanceAfterGrant(name, balance, points);
  const { lots, rest } = putBack(had, { grants, taken: takes?.taken ?? 0 }, points);
  const own = rest > 0 ? { expires } : {};
  const entry = { points, balance: after, by, note, kind: 'refund', reference, ...own } as const;
  const number = writeChange(db, id, entry);
  const lot = newLot(number, { points: rest, expires, kind: 'refund' });
  writeLots(db, id, lotsAt(rest > 0 ? [...lots, lot] : lots, after));
  return changed(db, row, number);
}

/** The change that has a reference, if any; it is refused where that is another one. */
function madeBefore(
  db: DatabaseSync,
  account: AccountRow,
  { reference, points }: { readonly reference: string | undefined; readonly points: Points },
  isSame: (row: ChangeRow) => boolean,
): Changed | undefined {
  if (reference === undefined) return undefined;
  const row = rowOf<ChangeRow>(db, `${SELECT_CHANGES} WHERE reference = ?`, reference);
  if (!row) return undefined;
  if (!isSame(row)) throw referenceWasUsed(reference, row.points, points);
  return { ...changed(db, account, row.number), isRepeated: true };
}

function changed(db: DatabaseSync, { id, account_id }: AccountRow, number: number): Changed {
  const [change] = listGrants(db, id, number);
  if (!change) throw new Error('a change of points was not written');
  return { ...toAccount(accountRow(db, account_id)), change, isRepeated: false };
}

function isGrantOf(db: DatabaseSync, account: number, number: number): boolean {
  const found = db.prepare(`${SELECT_CHANGES} WHERE grant.entry = ? AND entry.account = ? AND change > 0`);
  return found.get(number, account) !== undefined;
}

/** All changes of an account, or one of them, oldest first. */
export function listGrants(db: DatabaseSync, account: number, number: number | null = null): Grant[] {
  const rows = rowsOf<ChangeRow>(
    db,
    `${SELECT_CHANGES} WHERE grant.owner = ?1 AND (?2 IS NULL OR grant.entry = ?2) ORDER BY grant.entry`,
    account,
    number,
  );
  return toGrants(db, rows);
}

/** The next changes of one account or of all. */
export function grantsPage(db: DatabaseSync, account: number | null, after?: string): GrantsPage {
  const rows = rowsOf<ChangeRow>(
    db,
    `${SELECT_CHANGES} WHERE grant.entry > ?1 AND ${account === null ? '?2 IS NULL' : 'grant.owner = ?2'}
     ORDER BY grant.entry LIMIT ${GRANTS_PAGE}`,
    numberOf(after),
    account,
  );
  const next = rows.length < GRANTS_PAGE ? undefined : String(rows.at(-1)?.number);
  return { grants: toGrants(db, rows), next };
}

function toGrants(db: DatabaseSync, rows: readonly ChangeRow[]): Grant[] {
  const lots = new Map(
    [...new Set(rows.map(({ account }) => account))].map((id) => {
      const row = rowOf<AccountRow>(db, 'SELECT * FROM account WHERE id = ?', id);
      return [id, readLots(db, id, row?.balance ?? 0)];
    }),
  );
  const timeZone = booksTimeZone(db);
  return rows.map((row) => toGrant(row, lots.get(row.account) ?? [], timeZone));
}

/** The grants that have points left, in the order of use. */
export function openGrants(db: DatabaseSync, { id, balance }: AccountRow): OpenGrant[] {
  const timeZone = booksTimeZone(db);
  return readLots(db, id, balance).flatMap((lot) => {
    const row = rowOf<ChangeRow>(db, `${SELECT_CHANGES} WHERE grant.entry = ?`, lot.number);
    return row ? [{ ...toGrant(row, [lot], timeZone), ...lot }] : [];
  });
}
