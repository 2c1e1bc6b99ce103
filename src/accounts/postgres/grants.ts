import type { Points } from '../accounts.ts';
import { type AccountRow, type ChangeRow, OWNER, toAccount, toGrant } from '../common/rows.ts';
import {
  balanceAfterGrant,
  endsBeforeNow,
  noSuchGrant,
  pointsToTake,
  referenceWasUsed,
} from '../common/rules.ts';
import { numbersOf } from '../cursor.ts';
import {
  type Changed,
  GRANTS_PAGE,
  type Grant,
  type GrantsPage,
  type Lot,
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
import { lockAccount } from './account-rows.ts';
import type { Client } from './database/connections.ts';
import { shutOlderPrograms } from './database/rollout.ts';
import { booksTimeZone, readLots, storeTime, writeChange, writeLots } from './lots.ts';

/*
 * Points that are given and taken back, of a locked account of which all that is due is written.
 */

const SELECT_CHANGES = `
  SELECT points_change.*, ${OWNER} FROM mdq.points_change JOIN mdq.account ON account.id = account`;

export async function addGrant(client: Client, row: AccountRow, change: PointsChange): Promise<Changed> {
  const { id, name, balance } = row;
  const { points, reference, expires, kind = 'paid', by, note } = change;
  const isSame = (made: ChangeRow) => made.account === id && made.points === points;
  const made = await madeBefore(client, row, { reference, points }, isSame);
  if (made) return made;
  if (expires && expires.endsAt <= (await storeTime(client))) throw endsBeforeNow();
  const after = balanceAfterGrant(name, balance, points);
  const lots = await readLots(client, id, balance);
  const given = { points, balance: after, by, note, kind, reference, expires };
  const number = await writeChange(client, id, given);
  await writeLots(client, id, lotsAt([...lots, newLot(number, given)], after));
  return changed(client, row, number);
}

export async function takeBack(client: Client, row: AccountRow, taking: Taking): Promise<Changed> {
  const { id, name, balance } = row;
  const { points: asked, reference, grant, by, note } = taking;
  const isSame = (made: ChangeRow) => made.account === id && made.kind === 'taken' && made.asked === asked;
  const made = await madeBefore(client, row, { reference, points: -asked }, isSame);
  if (made) return made;
  if (grant !== undefined && !(await isGrantOf(client, id, grant))) throw noSuchGrant(name, grant);
  const lots = await readLots(client, id, balance);
  const points = pointsToTake(name, grant === undefined ? balance : leftOf(lots, grant), taking);
  const after = balance - points;
  const entry = { points: -points, balance: after, by, note, kind: 'taken', reference } as const;
  const number = await writeChange(client, id, {
    ...entry,
    ofGrant: grant ?? soleGrant(lots, points),
    asked,
  });
  // Without a grant they go in the order of use, as charges do: nothing has to be written for that.
  const less = lots.map((lot) => (lot.number === grant ? { ...lot, left: lot.left - points } : lot));
  if (grant !== undefined) await writeLots(client, id, lotsAt(less, after));
  return changed(client, row, number);
}

/** Gives back what a call of the account has cost. */
export async function refundCall(
  client: Client,
  row: AccountRow,
  points: Points,
  { requestId, by, note, expires }: Refund,
): Promise<Changed> {
  const { id, name, balance } = row;
  const reference = refundReference(requestId);
  const made = await madeBefore(client, row, { reference, points }, () => true);
  if (made) return made;
  const had = await readLots(client, id, balance);
  const { rows: grants } = await client.query<Refillable>(
    `SELECT number, ends_at AS "endsAt", kind IS NOT DISTINCT FROM 'plan' AS "isPlan",
            points + (SELECT coalesce(sum(gone.points), 0)::bigint FROM mdq.points_change AS gone
                      WHERE gone.account = given.account AND gone.of_grant = given.number) AS points
     FROM mdq.points_change AS given
     WHERE account = $1 AND points > 0 AND kind IS DISTINCT FROM 'refund'
       AND (ends_at IS NULL OR ends_at > mdq.now() OR number = ANY ($2))`,
    [id, had.map(({ number }) => number)],
  );
  const { rows: takes } = await client.query<{ taken: Points }>(
    `SELECT coalesce(sum(-points), 0)::bigint AS taken FROM mdq.points_change
     WHERE account = $1 AND kind = 'taken' AND of_grant IS NULL`,
    [id],
  );
  const after = balanceAfterGrant(name, balance, points);
  const { lots, rest } = putBack(had, { grants, taken: takes[0]?.taken ?? 0 }, points);
  const own = rest > 0 ? { expires } : {};
  const entry = { points, balance: after, by, note, kind: 'refund', reference, ...own } as const;
  const number = await writeChange(client, id, entry);
  const lot = newLot(number, { points: rest, expires, kind: 'refund' });
  if (rest > 0) await shutOlderPrograms(client);
  await writeLots(client, id, lotsAt(rest > 0 ? [...lots, lot] : lots, after));
  return changed(client, row, number);
}

/** The change that has a reference, if any; it is refused where that is another one. */
async function madeBefore(
  client: Client,
  account: AccountRow,
  { reference, points }: { readonly reference: string | undefined; readonly points: Points },
  isSame: (row: ChangeRow) => boolean,
): Promise<Changed | undefined> {
  if (reference === undefined) return undefined;
  const { rows } = await client.query<ChangeRow>(`${SELECT_CHANGES} WHERE reference = $1`, [reference]);
  const [row] = rows;
  if (!row) return undefined;
  if (!isSame(row)) throw referenceWasUsed(reference, row.points, points);
  return { ...(await changed(client, account, row.number)), isRepeated: true };
}

async function changed(client: Client, { id }: AccountRow, number: number): Promise<Changed> {
  const [change] = await listGrants(client, id, number);
  if (!change) throw new Error('a change of points was not written');
  return { ...toAccount(await lockAccount(client, id)), change, isRepeated: false };
}

async function isGrantOf(client: Client, account: number, number: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM mdq.points_change WHERE account = $1 AND number = $2 AND points > 0',
    [account, number],
  );
  return rowCount === 1;
}

/** All changes of an account, or one of them, oldest first. */
export async function listGrants(
  client: Client,
  account: number,
  number: number | null = null,
): Promise<Grant[]> {
  const { rows } = await client.query<ChangeRow>(
    `${SELECT_CHANGES} WHERE account = $1 AND ($2::bigint IS NULL OR number = $2) ORDER BY at, number`,
    [account, number],
  );
  return toGrants(client, rows);
}

/** The next changes of one account or of all. */
export async function grantsPage(
  client: Client,
  account: number | null,
  after = '0.0.0',
): Promise<GrantsPage> {
  const { rows } = await client.query<ChangeRow>(
    `${SELECT_CHANGES}
     WHERE ($1::integer IS NULL OR account = $1) AND (at, account, number) > ($2::bigint, $3::bigint, $4::bigint)
     ORDER BY at, account, number LIMIT ${GRANTS_PAGE}`,
    [account, ...numbersOf(after, 3)],
  );
  const last = rows.at(-1);
  const next =
    last && rows.length === GRANTS_PAGE ? [last.at, last.account, last.number].join('.') : undefined;
  return { grants: await toGrants(client, rows), next };
}

async function toGrants(client: Client, rows: readonly ChangeRow[]): Promise<Grant[]> {
  const { rows: accounts } = await client.query<AccountRow>(
    'SELECT id, balance FROM mdq.account WHERE id = ANY ($1)',
    [[...new Set(rows.map(({ account }) => account))]],
  );
  const lots = new Map<number, Lot[]>();
  for (const { id, balance } of accounts) lots.set(id, await readLots(client, id, balance));
  const timeZone = await booksTimeZone(client);
  return rows.map((row) => toGrant(row, lots.get(row.account) ?? [], timeZone));
}

/** The grants that have points left, in the order of use. */
export async function openGrants(client: Client, { id, balance }: AccountRow): Promise<OpenGrant[]> {
  const lots = await readLots(client, id, balance);
  const { rows } = await client.query<ChangeRow>(
    `${SELECT_CHANGES} WHERE account = $1 AND number = ANY ($2)`,
    [id, lots.map(({ number }) => number)],
  );
  const timeZone = await booksTimeZone(client);
  const grants = new Map(rows.map((row) => [row.number, toGrant(row, lots, timeZone)]));
  return lots.flatMap((lot) => {
    const grant = grants.get(lot.number);
    return grant ? [{ ...grant, ...lot }] : [];
  });
}
