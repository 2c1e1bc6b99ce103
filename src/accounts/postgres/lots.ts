import { formatDay } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import type { AccountRow } from '../common/rows.ts';
import { firstDue, nextDue, type Plan, planReference } from '../due.ts';
import { type Lot, lotsAt, type NewChange, newLot, type OlderGrant, PROGRAM, sumOf } from '../grants.ts';
import { changeEvent } from '../outbox.ts';
import { findAccount, lockAccount } from './account-rows.ts';
import type { Client } from './database/connections.ts';
import { detailsChecksum, pointsChecksum } from './ledger/row-checksum.ts';
import { emit } from './outbox.ts';

/*
 * What is left of each grant, and what changes it. All of it is behind the lock of the account.
 */

/** Writes points that are given or taken, and tells the number of the entry. */
export async function writeChange(client: Client, account: number, change: NewChange): Promise<number> {
  const { at, points, balance, by, note, kind, reference, expires, ofGrant, asked } = change;
  const { rows } = await client.query<{ number: number; id: string; externalId: string | null }>(
    `WITH added AS (
       UPDATE mdq.account SET balance = $4, last_entry = last_entry + 1,
                              exhausted_at = CASE WHEN $3::bigint > 0 THEN NULL ELSE exhausted_at END
       WHERE id = $1
       RETURNING id AS account, last_entry AS number, coalesce($2::bigint, mdq.now()) AS at, $3::bigint AS points,
                 $4::bigint AS balance, $5::text AS done_by, $6::text AS note, $7::text AS kind, $8::text AS reference,
                 $9::integer AS expires, $10::bigint AS ends_at, $11::bigint AS of_grant, $12::bigint AS asked)
     INSERT INTO mdq.points_change (account, number, at, points, balance, done_by, note, kind, reference, expires,
                                    ends_at, of_grant, asked, checksum, details_checksum)
     SELECT *, ${pointsChecksum}, ${detailsChecksum} FROM added
     RETURNING number, (SELECT account_id FROM mdq.account WHERE id = $1) AS id,
               (SELECT external_id FROM mdq.account WHERE id = $1) AS "externalId"`,
    [
      ...[account, at, points, balance, by, note, kind],
      ...[reference, expires?.day, expires?.endsAt, ofGrant, asked].map((each) => each ?? null),
    ],
  );
  const [written] = rows;
  if (!written) throw new Error('a change of points was not written');
  await emit(client, [changeEvent(written, { ...change, number: written.number })]);
  return written.number;
}

/** What is left of each grant of an account now, in the order of use. */
export async function readLots(client: Client, account: number, balance: Points): Promise<Lot[]> {
  const { rows: stored } = await client.query<Lot>(
    'SELECT number, ends_at AS "endsAt", points_left AS left, is_plan AS "isPlan" FROM mdq.lot WHERE account = $1',
    [account],
  );
  if (sumOf(stored) >= balance) return lotsAt(stored, balance);
  // Grants of programs that stored no lots.
  const { rows: older } = await client.query<OlderGrant>(
    'SELECT number, points FROM mdq.points_change WHERE account = $1 AND kind IS NULL AND points > 0',
    [account],
  );
  return lotsAt(stored, balance, older);
}

export async function readPlan(client: Client, account: number): Promise<Plan | undefined> {
  const { rows } = await client.query<Plan>(
    'SELECT points, from_day AS "from", keep, next_day AS next FROM mdq.plan WHERE account = $1',
    [account],
  );
  return rows[0];
}

/** Days of plans begin in it, so it is kept from the first plan on. */
export async function booksTimeZone(client: Client): Promise<string> {
  const { rows } = await client.query<{ time_zone: string | null }>('SELECT time_zone FROM mdq.state');
  return rows[0]?.time_zone ?? 'UTC';
}

/** Stores what is left now, and when something is due next. */
export async function writeLots(
  client: Client,
  account: number,
  lots: readonly Lot[],
): Promise<number | null> {
  await client.query('DELETE FROM mdq.lot WHERE account = $1', [account]);
  await client.query(
    `INSERT INTO mdq.lot (account, number, ends_at, points_left, is_plan)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[])`,
    [
      account,
      lots.map(({ number }) => number),
      lots.map(({ endsAt }) => endsAt),
      lots.map(({ left }) => left),
      lots.map(({ isPlan }) => isPlan),
    ],
  );
  const plan = await readPlan(client, account);
  const next = nextDue({ lots, plan }, await booksTimeZone(client));
  await client.query('UPDATE mdq.account SET next_due = $2 WHERE id = $1', [account, next]);
  return next;
}

/** Writes what is due of a locked account by a moment, each entry with the moment that it was due. */
export async function writeDue(client: Client, row: AccountRow, until: number): Promise<void> {
  const { id, account_id } = row;
  const timeZone = await booksTimeZone(client);
  let { balance } = row;
  let [lots, plan] = [await readLots(client, id, balance), await readPlan(client, id)];
  for (;;) {
    const step = firstDue({ balance, lots, plan }, until, timeZone);
    if (!step) break;
    const common = { at: step.at, by: PROGRAM, note: '' };
    for (const { number, points, balance: after } of step.expired) {
      const expired = { points: -points, balance: after, kind: 'expired', ofGrant: number } as const;
      await writeChange(client, id, { ...common, ...expired });
    }
    balance = step.balance;
    lots = [...step.lots];
    plan = step.plan;
    if (plan) await client.query('UPDATE mdq.plan SET next_day = $2 WHERE account = $1', [id, plan.next]);
    if (!step.grant) continue;
    const { points, day, expires } = step.grant;
    const reference = planReference(account_id, formatDay(day));
    const { rowCount } = await client.query('SELECT FROM mdq.points_change WHERE reference = $1', [
      reference,
    ]);
    if (rowCount === 1) continue;
    balance += points;
    const given = { ...common, points, balance, kind: 'plan', reference, expires } as const;
    const number = await writeChange(client, id, given);
    lots = lotsAt([...lots, newLot(number, given)], balance);
  }
  await writeLots(client, id, lots);
}

/** What the store's clock says. */
export async function storeTime(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT mdq.now() AS now');
  return Number(rows[0]?.now);
}

/** An account as it is, without a lock; undefined where something of it is due. */
export async function findUpToDate(client: Client, account: string): Promise<AccountRow | undefined> {
  const row = await findAccount(client, account);
  if (row.next_due === null || row.next_due > (await storeTime(client))) return row;
  return undefined;
}

/** Locks an account and writes what is due of it. */
export async function lockUpToDate(
  client: Client,
  account: string | number,
  aheadMs = 0,
): Promise<AccountRow> {
  const row = await lockAccount(client, account);
  if (row.next_due === null) return row;
  const until = (await storeTime(client)) + aheadMs;
  if (row.next_due > until) return row;
  await writeDue(client, row, until);
  return lockAccount(client, row.id);
}
