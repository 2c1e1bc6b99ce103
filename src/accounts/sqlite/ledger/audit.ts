import type { DatabaseSync } from 'node:sqlite';
import { type AccountTotals, MOST_TOLD, problemsOf, reportOf } from '../../common/account-totals.ts';
import type { AuditReport } from '../../ledger.ts';
import { modifiedChanges } from '../points-changes.ts';
import { inReading } from '../transaction.ts';
import { explainDifference, problemsFrom, wrongCounters } from './audit-details.ts';
import { addChecks, IS_CHANGED, WEIGHT } from './row-checksum.ts';

/** Sums of points are REAL: they never overflow. */
interface Totals extends AccountTotals {
  readonly id: number;
}

const ACCOUNT_TOTALS = `
  SELECT account.id, name, CAST(balance AS REAL) AS balance, coalesce(granted, 0) AS granted, coalesce(taken, 0) AS taken,
         coalesce(expired, 0) AS expired, coalesce(refunded, 0) AS refunded,
         coalesce(used.points, 0) AS used, coalesce(used.calls, 0) AS calls, coalesce(pruned.calls, 0) AS pruned,
         coalesce(entries, 0) - coalesce(grants, 0) AS charges
  FROM account
  LEFT JOIN (SELECT account, total(max(change, 0)) AS granted, total(max(-change, 0)) FILTER (WHERE kind IS NOT 'expired') AS taken,
                    total(-change) FILTER (WHERE kind = 'expired') AS expired,
                    total(change) FILTER (WHERE kind = 'refund') AS refunded, count(*) AS grants
             FROM grant JOIN entry ON entry.id = grant.entry GROUP BY account) AS given ON given.account = account.id
  LEFT JOIN (SELECT account, total(points) AS points, sum(calls) AS calls FROM usage GROUP BY account) AS used
    ON used.account = account.id
  LEFT JOIN (SELECT account, sum(calls) AS calls FROM pruned GROUP BY account) AS pruned
    ON pruned.account = account.id
  LEFT JOIN (SELECT account, count(*) AS entries FROM entry GROUP BY account) AS written
    ON written.account = account.id
  ORDER BY account.id`;

const CHANGED_CHARGES = `
  SELECT entry.account,
         format('entry %d of account %s, %d points for %s at %s, was modified (checksum mismatch)', entry.id,
                coalesce(name, entry.account), -change, coalesce(path.path, 'no path'),
                strftime('%FT%TZ', at / 1000, 'unixepoch')) AS problem
  FROM (SELECT * FROM entry WHERE ${IS_CHANGED} LIMIT ${MOST_TOLD}) AS entry
  LEFT JOIN account ON account.id = entry.account LEFT JOIN path ON path.id = entry.path`;

const STRAY_USAGE = `
  SELECT format('usage of account %s on %s is not of an account, a key of it and a path that are there',
                coalesce(account.name, usage.account), date(day * 86400, 'unixepoch')) AS problem
  FROM usage LEFT JOIN account ON account.id = usage.account LEFT JOIN path ON path.id = usage.path
             LEFT JOIN key ON key.id = usage.key AND key.account = usage.account
  WHERE account.id IS NULL OR path.id IS NULL OR key.id IS NULL LIMIT ${MOST_TOLD}`;

/** What is left of a grant is no more than was given, and all that is left no less than the balance. */
const WRONG_LOTS = `
  SELECT format('what is left of grant %d of account %s is not part of it', lot.number, coalesce(name, lot.account)) AS problem
  FROM lot LEFT JOIN account ON account.id = lot.account
           LEFT JOIN entry ON entry.id = lot.number AND entry.account = lot.account
           LEFT JOIN grant ON grant.entry = lot.number
  WHERE points_left > change IS NOT FALSE OR (lot.ends_at IS NOT grant.ends_at AND NOT is_plan)
     OR is_plan IS NOT (grant.kind IS 'plan')
  UNION ALL
  SELECT format('account %s: the balance is %d, but its grants have %d left', name, balance, left_of_grants)
  FROM (SELECT account.*, (SELECT coalesce(sum(points_left), 0) FROM lot WHERE account = account.id) AS left_of_grants
        FROM account)
  WHERE left_of_grants < balance AND NOT EXISTS (SELECT 1 FROM entry JOIN grant ON grant.entry = entry.id
                                                 WHERE entry.account = id AND change > 0 AND kind IS NULL)
  UNION ALL
  SELECT format('account %s: what is due next is not the end of a grant', name) FROM account
  WHERE next_due IS NOT (SELECT min(ends_at) FROM lot WHERE account = account.id)
    AND NOT EXISTS (SELECT 1 FROM plan WHERE account = account.id)
  LIMIT ${MOST_TOLD}`;

/** Whether the charges that are there and those that were pruned are together what usage says. */
const TOTALS = `
  SELECT (used.calls, used.points, used.weights)
         = (charged.calls + pruned.calls, charged.points + pruned.points, charged.weights + pruned.weights) AS agree
  FROM (SELECT ${sums('calls', 'points')} FROM usage) AS used,
       (SELECT ${sums('calls', 'points')} FROM pruned) AS pruned,
       (SELECT ${sums('1', '-change')} FROM entry WHERE stamp IS NOT NULL) AS charged`;

function sums(calls: string, points: string): string {
  return `coalesce(sum(${calls}), 0) AS calls, coalesce(sum(${points}), 0) AS points,
          coalesce(sum((${calls} + ${points}) * ${WEIGHT}), 0) AS weights`;
}

/**
 * Proves that every balance is its grants minus its charges, that every charge is in usage, and that no row was
 * changed, removed or added. Sums are compared, because sorting millions of rows takes long; only where they differ
 * are the rows looked for that make the difference.
 */
export function audit(db: DatabaseSync): AuditReport {
  addChecks(db);
  return inReading(db, () => {
    const totals = db.prepare(ACCOUNT_TOTALS).all() as unknown as Totals[];
    const changed = db.prepare(CHANGED_CHARGES).all();
    const problems = [
      ...changed.map(({ problem }) => String(problem)),
      ...modifiedChanges(db).map(
        ({ number, account_name }) =>
          `entry ${number}, a grant to account ${account_name ?? '?'}, was modified (checksum mismatch)`,
      ),
      ...problemsFrom(db, STRAY_USAGE),
      ...problemsFrom(db, WRONG_LOTS),
      ...wrongCounters(db),
      ...totals.flatMap(problemsOf),
    ];
    const areTotalsRight = totalsAgree(db);
    if (!areTotalsRight) problems.push('usage and the charges do not add up to the same');
    const suspects = totals.filter((account) => problemsOf(account).length > 0).map(({ id }) => id);
    if (!areTotalsRight || suspects.length > 0) {
      problems.push(
        ...explainDifference(db, [...suspects, ...changed.map(({ account }) => Number(account))]),
      );
    }
    return reportOf(totals, problems);
  });
}

function totalsAgree(db: DatabaseSync): boolean {
  try {
    return db.prepare(TOTALS).get()?.agree === 1;
  } catch {
    // Someone put in a number that no sum can hold.
    return false;
  }
}
