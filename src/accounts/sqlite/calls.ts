import type { DatabaseSync } from 'node:sqlite';
import type { CallsPage, CallsQuery, ChargedCall } from '../accounts.ts';
import { chargedBetween, PAGE, type Place, pageOf, placeOf, toCall } from '../calls-page.ts';

// CROSS JOIN is SQLite's way to say which table comes first: the entries of one account, in their order.
const SELECT_CALLS = `
  SELECT entry.id AS number, at, path.path, public_id, last4, -change AS points, balance, request_id, parameters
  FROM entry CROSS JOIN key ON key.id = entry.key CROSS JOIN path ON path.id = entry.path`;

export function lastCalls(db: DatabaseSync, account: number, limit: number): ChargedCall[] {
  return db
    .prepare(`${SELECT_CALLS} WHERE entry.account = ? ORDER BY entry.id DESC LIMIT ?`)
    .all(account, limit)
    .map(toCall);
}

export function findCall(
  db: DatabaseSync,
  account: number,
  requestId: string,
  at: number,
): ChargedCall | undefined {
  const [from, to] = chargedBetween(at).map((moment) => firstSince(db, account, moment));
  const row = db
    .prepare(
      `${SELECT_CALLS} WHERE entry.account = ? AND entry.id >= ? AND entry.id < ? AND request_id = ?
       ORDER BY entry.id LIMIT 1`,
    )
    .get(account, from ?? 0, to ?? 0, requestId);
  return row && toCall(row);
}

/** From which number on the entries of an account are of a moment or later, by halves. */
function firstSince(db: DatabaseSync, account: number, moment: number): number {
  const next = db.prepare('SELECT id, at FROM entry WHERE account = ? AND id >= ? ORDER BY id LIMIT 1');
  const newest = db.prepare('SELECT coalesce(max(id), 0) AS id FROM entry WHERE account = ?').get(account);
  let [low, high] = [0, Number(newest?.id) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = next.get(account, middle);
    if (entry && Number(entry.at) < moment) low = Number(entry.id) + 1;
    else high = middle;
  }
  return low;
}

/** A page of charged calls. */
export function readPage(db: DatabaseSync, account: number, { from, to, after }: CallsQuery): CallsPage {
  const days = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const;
  const place = after ? placeOf(after) : start(db, account, days);
  const rows = db
    .prepare(
      `${SELECT_CALLS} WHERE entry.account = ? AND entry.id > ? AND entry.id <= ? AND day BETWEEN ? AND ?
       ORDER BY entry.id LIMIT ${PAGE}`,
    )
    .all(account, place.seen, place.last, ...days);
  return pageOf(rows, place);
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
