import type { Points } from '../accounts.ts';
import {
  type ChangeKind,
  dueBy,
  type Expiry,
  type Lot,
  lotsAt,
  nextDue,
  type OlderGrant,
  PROGRAM,
  sumOf,
} from '../grants.ts';
import type { AccountRow } from './account-rows.ts';
import type { Client } from './connections.ts';
import { detailsChecksum, pointsChecksum } from './row-checksum.ts';

/*
 * What is left of each grant, and what changes it. All of it is behind the lock of the account.
 */

interface NewChange {
  /** The store's time without it. */
  readonly at?: number | undefined;
  readonly points: Points;
  readonly balance: Points;
  readonly by: string;
  readonly note: string;
  readonly kind: ChangeKind;
  readonly reference?: string | undefined;
  readonly expires?: Expiry | undefined;
  readonly ofGrant?: number | undefined;
  readonly asked?: Points | undefined;
}

/** Writes points that are given or taken, and tells the number of the entry. */
export async function writeChange(client: Client, account: number, change: NewChange): Promise<number> {
  const { at, points, balance, by, note, kind, reference, expires, ofGrant, asked } = change;
  const { rows } = await client.query<{ number: number }>(
    `WITH added AS (
       UPDATE mdq.account SET balance = $4, last_entry = last_entry + 1 WHERE id = $1
       RETURNING id AS account, last_entry AS number, coalesce($2::bigint, mdq.now()) AS at, $3::bigint AS points,
                 $4::bigint AS balance, $5::text AS done_by, $6::text AS note, $7::text AS kind, $8::text AS reference,
                 $9::integer AS expires, $10::bigint AS ends_at, $11::bigint AS of_grant, $12::bigint AS asked)
     INSERT INTO mdq.points_change (account, number, at, points, balance, done_by, note, kind, reference, expires,
                                    ends_at, of_grant, asked, checksum, details_checksum)
     SELECT *, ${pointsChecksum}, ${detailsChecksum} FROM added RETURNING number`,
    [
      ...[account, at, points, balance, by, note, kind],
      ...[reference, expires?.day, expires?.endsAt, ofGrant, asked].map((each) => each ?? null),
    ],
  );
  return Number(rows[0]?.number);
}

/** What is left of each grant of an account now, in the order of use. */
export async function readLots(client: Client, account: number, balance: Points): Promise<Lot[]> {
  const { rows: kept } = await client.query<Lot>(
    'SELECT number, ends_at AS "endsAt", points_left AS left FROM mdq.lot WHERE account = $1',
    [account],
  );
  if (sumOf(kept) >= balance) return lotsAt(kept, balance);
  // Grants of programs that kept no lots.
  const { rows: older } = await client.query<OlderGrant>(
    'SELECT number, points FROM mdq.points_change WHERE account = $1 AND kind IS NULL AND points > 0',
    [account],
  );
  return lotsAt(kept, balance, older);
}

/** Keeps what is left now, and when something is due next. */
export async function writeLots(client: Client, account: number, lots: readonly Lot[]): Promise<void> {
  await client.query('DELETE FROM mdq.lot WHERE account = $1', [account]);
  await client.query(
    `INSERT INTO mdq.lot (account, number, ends_at, points_left)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])`,
    [
      account,
      lots.map(({ number }) => number),
      lots.map(({ endsAt }) => endsAt),
      lots.map(({ left }) => left),
    ],
  );
  await client.query('UPDATE mdq.account SET next_due = $2 WHERE id = $1', [account, nextDue(lots)]);
}

/** Writes what is due of a locked account by a moment, each entry with the moment that it was due. */
export async function writeDue(client: Client, { id, balance }: AccountRow, until: number): Promise<void> {
  const due = dueBy(await readLots(client, id, balance), balance, until);
  for (const { number, endsAt, left, balance: after } of due.expired) {
    const entry = { at: endsAt ?? until, points: -left, balance: after };
    await writeChange(client, id, { ...entry, by: PROGRAM, note: '', kind: 'expired', ofGrant: number });
  }
  await writeLots(client, id, due.lots);
}

/** What the store's clock says. */
export async function storeTime(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT mdq.now() AS now');
  return Number(rows[0]?.now);
}
