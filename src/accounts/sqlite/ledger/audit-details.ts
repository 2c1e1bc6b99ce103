import type { DatabaseSync } from 'node:sqlite';
import { MOST_TOLD } from '../../common/account-totals.ts';

const WHERE_DIFFERENT = `
  WITH suspect AS (SELECT value AS id FROM json_each(?)), part AS (
    SELECT account, day, key, path, calls AS used_calls, points AS used, 0 AS calls, 0 AS points
    FROM usage WHERE account IN (SELECT id FROM suspect)
    UNION ALL
    SELECT account, day, key, path, 0, 0, calls, points FROM pruned WHERE account IN (SELECT id FROM suspect)
    UNION ALL
    SELECT account, day, key, path, 0, 0, count(*), -total(change) FROM entry
    WHERE account IN (SELECT id FROM suspect) AND stamp IS NOT NULL GROUP BY account, day, key, path)
  SELECT format('account %s on %s, %s, %s: usage says calls %d, points %d; the charges say calls %d, points %d',
                coalesce(account.name, whole.account), coalesce(date(day * 86400, 'unixepoch'), 'no day'),
                coalesce(public_id, 'no key'), coalesce(path.path, 'no path'), used_calls, used, calls, points) AS problem
  FROM (SELECT account, day, key, path, sum(used_calls) AS used_calls, total(used) AS used, sum(calls) AS calls,
               total(points) AS points
        FROM part GROUP BY account, day, key, path) AS whole
  LEFT JOIN account ON account.id = whole.account LEFT JOIN key ON key.id = whole.key
  LEFT JOIN path ON path.id = whole.path
  WHERE (used_calls, used) <> (calls, points) LIMIT ${MOST_TOLD}`;

/** Entries are numbered without a gap, but for those that were pruned. */
const MISSING = `
  WITH pruning AS (SELECT coalesce(max(last_entry), 0) AS last FROM pruned)
  SELECT format(iif(first = last, 'entry %d is missing', 'entries %d to %d are missing'), first, last) AS problem
  FROM (SELECT entry.id - 1 AS last,
               1 + max(pruning.last, coalesce((SELECT max(id) FROM entry AS before WHERE before.id < entry.id), 0)) AS first
        FROM entry, pruning
        WHERE entry.id > pruning.last + 1 AND NOT EXISTS (SELECT 1 FROM entry AS before WHERE before.id = entry.id - 1))
  LIMIT ${MOST_TOLD}`;

const NEITHER = `
  SELECT format('entry %d of account %s is neither a charge nor a grant', entry.id, coalesce(name, account)) AS problem
  FROM entry LEFT JOIN account ON account.id = entry.account
  WHERE stamp IS NULL AND entry.id NOT IN (SELECT entry FROM grant) LIMIT ${MOST_TOLD}`;

/** A counter of a limit is what usage says of its day and month, and a key with one is known to have limits. */
const WRONG_COUNTERS = `
  WITH used AS (
    SELECT counter, day, sum(points) AS points
    FROM (SELECT coalesce(family, key.id) AS counter, day, points FROM usage JOIN key ON key.id = usage.key
          UNION ALL SELECT -account, day, points FROM usage)
    WHERE counter IN (SELECT counter FROM spent) GROUP BY counter, day
  ), counted AS (
    SELECT spent.*, coalesce(sum(points) FILTER (WHERE used.day = spent.day), 0) AS used_day, coalesce(sum(points), 0) AS used_month
    FROM spent LEFT JOIN used ON used.counter = spent.counter
      AND strftime('%Y-%m', used.day * 86400, 'unixepoch') = strftime('%Y-%m', spent.day * 86400, 'unixepoch')
    GROUP BY spent.counter
  )
  SELECT format('%s: its limits count points %d on %s and %d in that month; usage says %d and %d',
                coalesce('key ' || public_id, 'account ' || account.name, 'counter ' || counter), day_points,
                date(day * 86400, 'unixepoch'), month_points, used_day, used_month) AS problem
  FROM counted LEFT JOIN key ON key.id = counter LEFT JOIN account ON account.id = -counter
  WHERE (day_points, month_points) <> (used_day, used_month)
  UNION ALL
  SELECT format('key %s: its limits of points are not told as limits', public_id) FROM key
  WHERE limits IS NULL AND coalesce(per_day, per_month) IS NOT NULL LIMIT ${MOST_TOLD}`;

export function wrongCounters(db: DatabaseSync): string[] {
  return problemsFrom(db, WRONG_COUNTERS);
}

/** Looks for the rows that make a difference, in the accounts that are known to have one, or else in all. */
export function explainDifference(db: DatabaseSync, accounts: readonly number[]): string[] {
  const all = db.prepare('SELECT account FROM usage UNION SELECT id FROM account').all();
  const suspects = accounts.length > 0 ? accounts : all.map(({ account }) => Number(account));
  return [
    ...problemsFrom(db, WHERE_DIFFERENT, JSON.stringify(suspects)),
    ...problemsFrom(db, MISSING),
    ...problemsFrom(db, NEITHER),
  ];
}

/** A query for rows that should not be, each with a sentence about it. */
export function problemsFrom(db: DatabaseSync, sql: string, ...values: string[]): string[] {
  return db
    .prepare(sql)
    .all(...values)
    .map(({ problem }) => String(problem));
}
