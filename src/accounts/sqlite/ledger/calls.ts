import type { DatabaseSync } from 'node:sqlite';
import type { AnyCall, CallsPage, CallsQuery, ChargedCall } from '../../books.ts';
import {
  type Cursor,
  chargedBetween,
  cursorOf,
  LOOKED_THROUGH,
  PAGE,
  pageOf,
  toCall,
} from '../../common/calls-page.ts';
import { refundReference } from '../../grants.ts';
import { familyNamed } from '../keys.ts';
import { IN_FAMILY } from '../spent.ts';

// CROSS JOIN is SQLite's way to say which table comes first: the entries of one account, in their order.
const SELECT_CALLS = `
  SELECT entry.id AS number, entry.account, at, path.path, public_id, last4, -change AS points, balance, request_id, parameters
  FROM entry CROSS JOIN key ON key.id = entry.key CROSS JOIN path ON path.id = entry.path`;

export function lastCalls(db: DatabaseSync, account: number, limit: number, key?: string): ChargedCall[] {
  if (key !== undefined) {
    const newest = `SELECT id FROM entry WHERE account = ?2 ORDER BY id DESC LIMIT ${LOOKED_THROUGH}`;
    return db
      .prepare(
        `${SELECT_CALLS} WHERE entry.account = ?2 AND entry.id >= (SELECT min(id) FROM (${newest}))
           AND entry.${IN_FAMILY} ORDER BY entry.id DESC LIMIT ?3`,
      )
      .all(familyNamed(db, key), account, limit)
      .map(toCall);
  }
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
  key?: string,
): ChargedCall | undefined {
  const row = chargeRow(db, 'entry.account = ?', [account], requestId, at);
  const call = row && toCall(row);
  if (!call || key === undefined) return call;
  return familyNamed(db, call.keyId) === familyNamed(db, key) ? call : undefined;
}

/** A call of whatever account: all entries are in the order of time, too. */
export function findAnyCall(db: DatabaseSync, requestId: string, at: number): AnyCall | undefined {
  const row = chargeRow(db, 'true', [], requestId, at);
  if (!row) return undefined;
  const account = db.prepare('SELECT account_id, name FROM account WHERE id = ?').get(Number(row.account));
  const refund = db.prepare('SELECT 1 FROM grant WHERE reference = ?').get(refundReference(requestId));
  const [accountId, name] = [String(account?.account_id), String(account?.name)];
  return { ...toCall(row), accountId, account: name, isRefunded: refund !== undefined };
}

/** What was given back for a call: its refund outlasts it where it was pruned. */
export function refundedCall(
  db: DatabaseSync,
  requestId: string,
): Pick<AnyCall, 'accountId' | 'points'> | undefined {
  const row = db
    .prepare(
      `SELECT account_id, change FROM grant JOIN entry ON entry.id = grant.entry JOIN account ON account.id = entry.account
       WHERE reference = ?`,
    )
    .get(refundReference(requestId));
  return row && { accountId: String(row.account_id), points: Number(row.change) };
}

function chargeRow(db: DatabaseSync, which: string, values: number[], requestId: string, at: number) {
  const [from = 0, to = 0] = chargedBetween(at).map((moment) => firstSince(db, which, values, moment));
  return db
    .prepare(
      `${SELECT_CALLS} WHERE ${which} AND entry.id >= ? AND entry.id < ? AND request_id = ?
       ORDER BY entry.id LIMIT 1`,
    )
    .get(...values, from, to, requestId);
}

/** From which number on charges are of a moment or later, by halves. What is due may be written late, and is passed over. */
function firstSince(db: DatabaseSync, which: string, values: number[], moment: number): number {
  const next = db.prepare(
    `SELECT id, at FROM entry WHERE ${which} AND id >= ? AND stamp IS NOT NULL ORDER BY id LIMIT 1`,
  );
  const newest = db.prepare(`SELECT coalesce(max(id), 0) AS id FROM entry WHERE ${which}`).get(...values);
  let [low, high] = [0, Number(newest?.id) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = next.get(...values, middle);
    if (entry && Number(entry.at) < moment) low = Number(entry.id) + 1;
    else high = middle;
  }
  return low;
}

/** A page of charged calls. */
export function readPage(db: DatabaseSync, account: number, { from, to, after }: CallsQuery): CallsPage {
  const days = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const;
  const cursor = after ? cursorOf(after) : start(db, account, days);
  const rows = db
    .prepare(
      `${SELECT_CALLS} WHERE entry.account = ? AND entry.id > ? AND entry.id <= ? AND day BETWEEN ? AND ?
       ORDER BY entry.id LIMIT ${PAGE}`,
    )
    .all(account, cursor.seen, cursor.last, ...days);
  return pageOf(rows, cursor);
}

function start(db: DatabaseSync, account: number, days: readonly [number, number]): Cursor {
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
