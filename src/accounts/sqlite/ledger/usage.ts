import type { DatabaseSync } from 'node:sqlite';
import { type Day, type DayRange, formatDay } from '../../../lib/calendar.ts';
import type { Points } from '../../accounts.ts';
import type { DailyUsage, UsageQuery, UsageRow } from '../../books.ts';
import { OWNER, type OwnerRow, toOwner } from '../../common/rows.ts';
import { familyNamed } from '../keys.ts';
import { rowsOf } from '../query.ts';
import { IN_FAMILY } from '../spent.ts';

/**
 * What is added up first: totals lie in the order of day, path and key, so those of a day and path need no sorting
 * and leave few. Names are looked up for what is left.
 */
const USAGE_BY: Record<UsageQuery['by'], { first: string; names: string; name: string; order: string }> = {
  day: { first: 'day', names: '', name: 'day', order: 'day' },
  path: {
    first: 'day, path',
    names: 'JOIN path ON path.id = total.path',
    name: 'path.path',
    order: 'points DESC, of',
  },
  key: {
    first: 'key',
    names: 'JOIN key ON key.id = total.key JOIN account ON account.id = key.account',
    name: 'public_id',
    order: 'points DESC, of',
  },
  account: {
    first: 'account',
    names: 'JOIN account ON account.id = total.account',
    name: 'account.name',
    order: 'points DESC, of',
  },
};

/** Totals lie in the order of day, path and key: one pass adds them up without sorting, and leaves few. */
const DAILY_USAGE = `
  SELECT day, path.path AS path, calls, points FROM (
    SELECT day, path AS id, sum(calls) AS calls, sum(points) AS points FROM usage
    WHERE account = ?2 AND day BETWEEN ?3 AND ?4 AND (?1 IS NULL OR ${IN_FAMILY}) GROUP BY day, path) JOIN path USING (id)
  ORDER BY day, points DESC, path`;

/** Of one account, or of all. */
export function usage(db: DatabaseSync, account: number | null, { from, to, by }: UsageQuery): UsageRow[] {
  const { first, names, name, order } = USAGE_BY[by];
  const hasOwner = by === 'key' || by === 'account';
  const rows = rowsOf<OwnerRow & { of: string | Day; calls: number; points: Points }>(
    db,
    `SELECT ${hasOwner ? `${OWNER}, ` : ''}${name} AS of, sum(calls) AS calls, sum(points) AS points
     FROM (SELECT ${first}, sum(calls) AS calls, sum(points) AS points FROM usage
           WHERE ${account === null ? '? IS NULL' : 'account = ?'} AND day BETWEEN ? AND ?
           GROUP BY ${first}) AS total ${names}
     GROUP BY total.${by} ORDER BY ${order}`,
    ...[account, from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER],
  );
  return rows.map(({ of, calls, points, ...owner }) => ({
    of: by === 'day' ? formatDay(Number(of)) : String(of),
    ...(hasOwner && { owner: toOwner(owner) }),
    calls,
    points,
  }));
}

/** Of one key with those it was rotated to, if one is named. */
export function dailyUsage(
  db: DatabaseSync,
  account: number,
  { start, end }: DayRange,
  key?: string,
): DailyUsage[] {
  const family = key === undefined ? null : familyNamed(db, key);
  return rowsOf(db, DAILY_USAGE, family, account, start, end);
}
