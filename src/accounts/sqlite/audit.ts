import type { DatabaseSync } from 'node:sqlite';
import type { AuditReport } from '../accounts.ts';

/** Each query finds the rows that break one promise; `problem` is a sentence about each. */
const CHECKS = [
  `SELECT format('account %s: the balance is %d, but its grants minus its charges are %d', name, balance, total)
     AS problem
   FROM (SELECT name, balance, (SELECT coalesce(sum(change), 0) FROM entry WHERE account = account.id) AS total
         FROM account)
   WHERE balance <> total`,
  `SELECT format('account %s: entry %d leaves a balance of %d, but %d was there before it and it changes %d',
                 account.name, entry.id, entry.balance, before, change) AS problem
   FROM (SELECT *, lag(balance, 1, 0) OVER (PARTITION BY account ORDER BY id) AS before FROM entry) AS entry
   JOIN account ON account.id = entry.account
   WHERE entry.balance <> before + change OR entry.balance < 0`,
  `SELECT format('entry %d: a charge of %d points names no key or no path', id, -change) AS problem
   FROM entry WHERE change < 0 AND (key IS NULL OR path IS NULL)`,
  `SELECT format('account %s: usage counts %d calls for %d points, but its charges are %d calls for %d points',
                 account.name, used.calls, used.points, charged.calls, charged.points) AS problem
   FROM account
   JOIN (SELECT account, sum(calls) AS calls, sum(points) AS points FROM usage GROUP BY account) AS used
     ON used.account = account.id
   FULL JOIN (SELECT account, count(*) AS calls, -sum(change) AS points FROM entry WHERE change < 0
              GROUP BY account) AS charged ON charged.account = account.id
   WHERE used.calls IS NOT charged.calls OR used.points IS NOT charged.points`,
];

/** Proves that every balance is its grants minus its charges, and every charge has its usage row. */
export function audit(db: DatabaseSync): AuditReport {
  db.exec('BEGIN');
  try {
    const totals = db
      .prepare(
        `SELECT (SELECT count(*) FROM account) AS accounts,
                coalesce(sum(change) FILTER (WHERE change > 0), 0) AS granted,
                coalesce(-sum(change) FILTER (WHERE change < 0), 0) AS charged,
                count(*) FILTER (WHERE change < 0) AS calls
         FROM entry`,
      )
      .get();
    const problems = CHECKS.flatMap((sql) =>
      db
        .prepare(sql)
        .all()
        .map((row) => String(row.problem)),
    );
    return {
      accounts: Number(totals?.accounts),
      granted: Number(totals?.granted),
      charged: Number(totals?.charged),
      calls: Number(totals?.calls),
      problems,
    };
  } finally {
    db.exec('COMMIT');
  }
}
