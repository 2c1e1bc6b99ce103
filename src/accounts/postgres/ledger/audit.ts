import { formatDay } from '../../../lib/calendar.ts';
import { type AccountTotals, MOST_TOLD, problemsOf, reportOf } from '../../common/account-totals.ts';
import type { AuditReport } from '../../ledger.ts';
import type { Client, Connections, Row } from '../database/connections.ts';
import { typedError } from '../postgres-error.ts';
import { chargeChecksum, detailsChecksum, pointsChecksum } from './row-checksum.ts';

const ACCOUNT_TOTALS = `
  SELECT account.name, account.balance, coalesce(granted, 0)::bigint AS granted, coalesce(taken, 0)::bigint AS taken,
         coalesce(expired, 0)::bigint AS expired, coalesce(refunded, 0)::bigint AS refunded,
         coalesce(used, 0)::bigint AS used, coalesce(used.calls, 0)::bigint AS calls,
         coalesce(used.pruned, 0)::bigint AS pruned, coalesce(charges, 0)::bigint AS charges
  FROM mdq.account
  LEFT JOIN (SELECT account, sum(greatest(points, 0)) AS granted, sum(greatest(-points, 0)) FILTER (WHERE kind IS DISTINCT FROM 'expired') AS taken,
                    sum(-points) FILTER (WHERE kind = 'expired') AS expired,
                    sum(points) FILTER (WHERE kind = 'refund') AS refunded
             FROM mdq.points_change GROUP BY account) AS given ON given.account = account.id
  LEFT JOIN (SELECT account, sum(points) AS used, sum(calls) AS calls,
                    sum(calls) FILTER (WHERE day < pruned_before) AS pruned
             FROM mdq.usage, mdq.state GROUP BY account) AS used ON used.account = account.id
  LEFT JOIN (SELECT account, count(*) AS charges FROM mdq.charge, mdq.state
             WHERE day >= pruned_before GROUP BY account) AS charged ON charged.account = account.id
  ORDER BY account.id`;

const CHANGED_CHARGES = `
  SELECT account.name, charge.account, number, points, path.path, at
  FROM (SELECT * FROM mdq.charge WHERE checksum <> ${chargeChecksum} LIMIT ${MOST_TOLD}) AS charge
  LEFT JOIN mdq.account ON account.id = charge.account LEFT JOIN mdq.path ON path.id = charge.path`;

const CHANGED_POINTS = `
  SELECT account.name, number FROM (SELECT * FROM mdq.points_change WHERE checksum <> ${pointsChecksum}
                              OR details_checksum <> ${detailsChecksum}) AS change
  LEFT JOIN mdq.account ON account.id = change.account LIMIT ${MOST_TOLD}`;

const WHERE_DIFFERENT = `
  SELECT coalesce(account.name, whole.account::text) AS name, day, coalesce(public_id, 'no key') AS key,
         coalesce(path.path, 'no path') AS path, used_calls, used, calls, points
  FROM (SELECT account, day, key, path, coalesce(usage.calls, 0) AS used_calls, coalesce(usage.points, 0) AS used,
               coalesce(charged.calls, 0) AS calls, coalesce(charged.points, 0) AS points
        FROM (SELECT * FROM mdq.usage WHERE day >= (SELECT pruned_before FROM mdq.state)) AS usage
        FULL JOIN (SELECT account, day, key, path, count(*) AS calls, sum(points)::bigint AS points FROM mdq.charge
                   WHERE day >= (SELECT pruned_before FROM mdq.state) GROUP BY account, day, key, path) AS charged
          USING (account, day, key, path)) AS whole
  LEFT JOIN mdq.account ON account.id = whole.account LEFT JOIN mdq.key ON key.id = whole.key
  LEFT JOIN mdq.path ON path.id = whole.path
  WHERE (used_calls, used) <> (calls, points) LIMIT ${MOST_TOLD}`;

const STRAY_USAGE = `
  SELECT coalesce(account.name, usage.account::text) AS name, day
  FROM mdq.usage LEFT JOIN mdq.account ON account.id = usage.account LEFT JOIN mdq.path ON path.id = usage.path
                 LEFT JOIN mdq.key ON key.id = usage.key AND key.account = usage.account
  WHERE account.id IS NULL OR path.id IS NULL OR key.id IS NULL LIMIT ${MOST_TOLD}`;

/** What is left of a grant is no more than was given, and all that is left no less than the balance. */
const WRONG_LOTS = `
  SELECT format('what is left of grant %s of account %s is not part of it', number, coalesce(name, lot.account::text)) AS problem
  FROM mdq.lot LEFT JOIN mdq.account ON account.id = lot.account
               LEFT JOIN mdq.points_change AS given USING (account, number)
  WHERE points_left > points IS NOT FALSE OR (lot.ends_at IS DISTINCT FROM given.ends_at AND NOT is_plan)
     OR is_plan <> (given.kind IS NOT DISTINCT FROM 'plan')
  UNION ALL
  SELECT format('account %s: the balance is %s, but its grants have %s left', name, balance, left_of_grants)
  FROM (SELECT account.*, (SELECT coalesce(sum(points_left), 0) FROM mdq.lot WHERE account = account.id) AS left_of_grants
        FROM mdq.account) AS whole
  WHERE left_of_grants < balance AND NOT EXISTS (SELECT FROM mdq.points_change WHERE account = whole.id AND points > 0 AND kind IS NULL)
  UNION ALL
  SELECT format('account %s: what is due next is not the end of a grant', name) FROM mdq.account
  WHERE next_due IS DISTINCT FROM (SELECT min(ends_at) FROM mdq.lot WHERE account = account.id)
    AND NOT EXISTS (SELECT FROM mdq.plan WHERE account = account.id)
  LIMIT ${MOST_TOLD}`;

/** A counter of a limit is what usage says of its day and month, and a key with one is known to have limits. */
const WRONG_COUNTERS = `
  WITH used AS (
    SELECT counter, day, sum(points) AS points
    FROM (SELECT coalesce(family, key.id) AS counter, day, points FROM mdq.usage JOIN mdq.key ON key.id = usage.key
          UNION ALL SELECT -account, day, points FROM mdq.usage) AS charged
    WHERE counter IN (SELECT counter FROM mdq.spent) GROUP BY counter, day
  ), counted AS (
    SELECT spent.*, coalesce(sum(points) FILTER (WHERE used.day = spent.day), 0) AS used_day, coalesce(sum(points), 0) AS used_month
    FROM mdq.spent LEFT JOIN used ON used.counter = spent.counter
      AND date_trunc('month', DATE '1970-01-01' + used.day) = date_trunc('month', DATE '1970-01-01' + spent.day)
    GROUP BY spent.counter
  )
  SELECT format('%s: its limits count points %s on %s and %s in that month; usage says %s and %s',
                coalesce('key ' || public_id, 'account ' || account.name, 'counter ' || counter), day_points,
                DATE '1970-01-01' + day, month_points, used_day, used_month) AS problem
  FROM counted LEFT JOIN mdq.key ON key.id = counter LEFT JOIN mdq.account ON account.id = -counter
  WHERE (day_points, month_points) <> (used_day, used_month)
  UNION ALL
  SELECT format('key %s: its limits of points are not told as limits', public_id) FROM mdq.key
  WHERE limits IS NULL AND coalesce(per_day, per_month) IS NOT NULL LIMIT ${MOST_TOLD}`;

/** Proves, on one moment of the store, that every balance is its grants minus its charges, and that no row was changed. */
export async function audit(connections: Connections): Promise<AuditReport> {
  try {
    return await connections.use(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        return await examine(client);
      } finally {
        await client.query('COMMIT');
      }
    });
  } catch (error) {
    throw typedError(error);
  }
}

async function examine(client: Client): Promise<AuditReport> {
  const rows = async (text: string) => (await client.query<Row>(text)).rows;
  const totals = (await rows(ACCOUNT_TOTALS)) as unknown as AccountTotals[];
  const problems = [
    ...(await rows(CHANGED_CHARGES)).map(
      ({ name, account, number, points, path, at }) =>
        `entry ${number} of account ${name ?? account}, ${points} points for ${path ?? 'no path'} ` +
        `at ${new Date(Number(at)).toISOString()}, was modified (checksum mismatch)`,
    ),
    ...(await rows(CHANGED_POINTS)).map(
      ({ name, number }) =>
        `entry ${number}, a grant to account ${name ?? '?'}, was modified (checksum mismatch)`,
    ),
    ...(await rows(STRAY_USAGE)).map(
      ({ name, day }) =>
        `usage of account ${name} on ${formatDay(Number(day))} is not of an account, a key of it and a path that are there`,
    ),
    ...(await rows(`(${WRONG_LOTS}) UNION ALL (${WRONG_COUNTERS})`)).map(({ problem }) => String(problem)),
    ...totals.flatMap(problemsOf),
    ...(await rows(WHERE_DIFFERENT)).map(
      ({ name, day, key, path, used_calls, used, calls, points }) =>
        `account ${name} on ${formatDay(Number(day))}, ${key}, ${path}: usage says calls ${used_calls}, ` +
        `points ${used}; the charges say calls ${calls}, points ${points}`,
    ),
  ];
  return reportOf(totals, problems);
}
