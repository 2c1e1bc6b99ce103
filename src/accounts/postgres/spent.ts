import type { AccountRow } from '../common/rows.ts';
import { type PointLimits, periodAt } from '../key-limits.ts';
import type { Client } from './database/connections.ts';
import { booksTimeZone, storeTime } from './lots.ts';

/** Of the keys that were rotated to one another, by the first of them. */
export const IN_FAMILY = (family: string) =>
  `key IN (SELECT id FROM mdq.key WHERE id = ${family} OR family = ${family})`;

/** The family of a key by its public id, as an expression. */
export const FAMILY_NAMED = (publicId: string) =>
  `(SELECT coalesce(family, id) FROM mdq.key WHERE public_id = ${publicId})`;

/**
 * Sets the limits of a family of keys, or of an account, whose number is below 0, behind the lock of the account. What was
 * spent until now is looked up when they are first asked for.
 */
export async function setPointLimits(
  client: Client,
  counter: number,
  { perDay, perMonth }: PointLimits,
): Promise<void> {
  const ofKeys = `
    UPDATE mdq.key SET per_day = $1::bigint, per_month = $2::bigint,
                       limits = CASE WHEN $1 IS NULL AND $2 IS NULL THEN nullif(limits, '{}') ELSE coalesce(limits, '{}') END
    WHERE id = $3 OR family = $3`;
  const ofAccount =
    'UPDATE mdq.account SET per_day = $1::bigint, per_month = $2::bigint WHERE id = -$3::integer';
  await client.query(counter > 0 ? ofKeys : ofAccount, [perDay, perMonth, counter]);
  await client.query('DELETE FROM mdq.spent WHERE counter = $1', [counter]);
}

const RENEW = `
  WITH used AS (
    SELECT coalesce(key.family, key.id) AS family, day, points FROM mdq.usage JOIN mdq.key ON key.id = usage.key
    WHERE usage.account = $1 AND day BETWEEN $6 AND $7
  ), limited AS (
    SELECT DISTINCT coalesce(family, id) AS counter FROM mdq.key
    WHERE account = $1 AND (per_day IS NOT NULL OR per_month IS NOT NULL)
    UNION ALL
    SELECT -id FROM mdq.account WHERE id = $1 AND (per_day IS NOT NULL OR per_month IS NOT NULL)
  )
  INSERT INTO mdq.spent (counter, day, starts_at, ends_at, month_ends_at, day_points, month_points)
  SELECT counter, $2, $3, $4, $5, coalesce(sum(points) FILTER (WHERE day = $2), 0), coalesce(sum(points), 0)
  FROM limited LEFT JOIN used ON counter < 0 OR family = counter GROUP BY counter
  ON CONFLICT (counter) DO UPDATE SET day = excluded.day, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    month_ends_at = excluded.month_ends_at, day_points = excluded.day_points, month_points = excluded.month_points`;

/** Begins the current day for all limits of a locked account and its keys, with what usage says of it and its month. */
export async function renewSpent(client: Client, { id }: AccountRow): Promise<void> {
  const period = periodAt(await storeTime(client), await booksTimeZone(client));
  const { day, startsAt, endsAt, monthEndsAt, month } = period;
  await client.query(RENEW, [id, day, startsAt, endsAt, monthEndsAt, ...month]);
}
