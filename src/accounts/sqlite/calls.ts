import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CallsPage, CallsQuery, ChargedCall } from '../accounts.ts';
import { listNotWhole } from '../rules.ts';

const PAGE = 2000;

// CROSS JOIN is SQLite's way to say which table comes first: the entries of one account, in their order.
const SELECT_CALLS = `
  SELECT entry.id, at, path.path, public_id, last4, -change AS points, balance, request_id, parameters
  FROM entry CROSS JOIN key ON key.id = entry.key CROSS JOIN path ON path.id = entry.path`;

/** A place between two pages. */
interface Place {
  /** The last entry that was read, and the last there is to read. */
  readonly seen: number;
  readonly last: number;
  /** Calls that are still to come, by the totals. */
  readonly left: number;
  readonly pruned: number;
}

export function lastCalls(db: DatabaseSync, account: number, limit: number): ChargedCall[] {
  return db
    .prepare(`${SELECT_CALLS} WHERE entry.account = ? ORDER BY entry.id DESC LIMIT ?`)
    .all(account, limit)
    .map(toCall);
}

/**
 * A page of charged calls. Entries are never changed, so the last one there is at the start marks what there is to
 * read, and no transaction needs to stay open between pages, however slowly they are read.
 */
export function readPage(db: DatabaseSync, account: number, { from, to, after }: CallsQuery): CallsPage {
  const days = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const;
  const { seen, last, left, pruned } = after ? (JSON.parse(after) as Place) : start(db, account, days);
  const rows = db
    .prepare(
      `${SELECT_CALLS} WHERE entry.account = ? AND entry.id > ? AND entry.id <= ? AND day BETWEEN ? AND ?
       ORDER BY entry.id LIMIT ${PAGE}`,
    )
    .all(account, seen, last, ...days);
  const stillLeft = left - rows.length;
  const isLast = rows.length < PAGE;
  if (isLast && stillLeft !== 0) throw listNotWhole();
  const next: Place = { seen: Number(rows.at(-1)?.id), last, left: stillLeft, pruned };
  return { calls: rows.map(toCall), pruned, next: isLast ? undefined : JSON.stringify(next) };
}

function start(db: DatabaseSync, account: number, days: readonly [number, number]): Place {
  const row = db
    .prepare(
      `SELECT (SELECT coalesce(max(id), 0) FROM entry WHERE account = ?1) AS last,
              (SELECT coalesce(sum(calls), 0) FROM usage WHERE account = ?1 AND day BETWEEN ?2 AND ?3) AS used,
              (SELECT coalesce(sum(calls), 0) FROM pruned WHERE account = ?1 AND day BETWEEN ?2 AND ?3) AS pruned`,
    )
    .get(account, ...days);
  const pruned = Number(row?.pruned);
  return { seen: 0, last: Number(row?.last), left: Number(row?.used) - pruned, pruned };
}

function toCall(row: Record<string, SQLOutputValue>): ChargedCall {
  return {
    at: new Date(Number(row.at)),
    path: String(row.path),
    keyId: String(row.public_id),
    keyLast4: String(row.last4),
    points: Number(row.points),
    balance: Number(row.balance),
    requestId: String(row.request_id),
    parameters: row.parameters === null ? null : String(row.parameters),
  };
}
