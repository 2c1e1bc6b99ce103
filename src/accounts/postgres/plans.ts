import { formatDay, startOfDay } from '../../lib/calendar.ts';
import type { NewPlan } from '../accounts.ts';
import type { AccountRow } from '../common/rows.ts';
import { noPlan, planFromThePast } from '../common/rules.ts';
import { planReference, renewalAfter } from '../due.ts';
import type { Client } from './database/connections.ts';
import { booksTimeZone, readLots, storeTime, writeDue, writeLots } from './lots.ts';

/** Sets a plan of a locked account of which nothing is due, and gives what it gives today. */
export async function setPlan(
  client: Client,
  row: AccountRow,
  { points, from, keep }: NewPlan,
): Promise<void> {
  const { id, balance } = row;
  const timeZone = await booksTimeZone(client);
  const now = await storeTime(client);
  if (startOfDay(from + 1, timeZone) <= now) throw planFromThePast();
  // A day gives once: what an earlier plan gave on it stays as it is.
  const { rowCount: given } = await client.query('SELECT FROM mdq.points_change WHERE reference = $1', [
    planReference(row.account_id, formatDay(from)),
  ]);
  const first = given ? renewalAfter(from, from) : from;
  await client.query(
    `INSERT INTO mdq.plan (account, points, from_day, keep, next_day) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account) DO UPDATE SET points = excluded.points, from_day = excluded.from_day, keep = excluded.keep,
                                         next_day = excluded.next_day`,
    [id, points, from, keep, first],
  );
  const next = await writeLots(client, id, await readLots(client, id, balance));
  if (next !== null && next <= now) await writeDue(client, row, now);
}

export async function endPlan(client: Client, { id, name, balance }: AccountRow): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM mdq.plan WHERE account = $1', [id]);
  if (rowCount === 0) throw noPlan(name);
  await writeLots(client, id, await readLots(client, id, balance));
}
