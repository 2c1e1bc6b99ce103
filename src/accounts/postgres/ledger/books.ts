import { type Day, type DayRange, formatDay } from '../../../lib/calendar.ts';
import type {
  AnyCall,
  CallsPage,
  CallsQuery,
  ChargedCall,
  DailyUsage,
  UsageQuery,
  UsageRow,
} from '../../books.ts';
import {
  type Cursor,
  chargedBetween,
  cursorOf,
  LOOKED_THROUGH,
  PAGE,
  pageOf,
  toCall,
} from '../../common/calls-page.ts';
import { OWNER, type OwnerRow, toOwner } from '../../common/rows.ts';
import { refundReference } from '../../grants.ts';
import type { Queries, Row } from '../database/connections.ts';
import { FAMILY_NAMED, IN_FAMILY } from '../spent.ts';

const DAY_MS = 86_400_000;
/** As far as days go in a column of the store. */
const ANY_DAYS = [-(2 ** 31), 2 ** 31 - 1] as const;

const CALL_COLUMNS = `
  charge.number, charge.at, path.path, key.public_id, key.last4, charge.points, charge.balance, charge.request_id,
  charge.parameters`;

const SELECT_CALLS = `
  SELECT ${CALL_COLUMNS}
  FROM mdq.charge JOIN mdq.key ON key.id = charge.key JOIN mdq.path ON path.id = charge.path
  WHERE charge.account = $1 AND charge.day >= (SELECT pruned_before FROM mdq.state)`;

/**
 * Finds by halves from which numbers on the charges of an account are of two moments or later; the call is between them.
 * Without an account, of all that were charged on these days.
 */
const FIND_CALL = `
  WITH RECURSIVE search (account, moment, low, high) AS (
    SELECT id, moment, 0::bigint, last_entry + 1
    FROM mdq.account CROSS JOIN (VALUES ($3::bigint), ($4::bigint)) AS moments (moment)
    WHERE CASE WHEN $1::integer IS NULL
               THEN EXISTS (SELECT FROM mdq.usage WHERE usage.account = account.id AND day BETWEEN $5 AND $6)
               ELSE id = $1 END
    UNION ALL
    SELECT search.account, moment, CASE WHEN next.at < moment THEN next.number + 1 ELSE low END,
           CASE WHEN next.at < moment THEN high ELSE (low + high) / 2 END
    FROM search LEFT JOIN LATERAL (
      SELECT number, at FROM mdq.charge
      WHERE charge.account = search.account AND number >= (low + high) / 2 AND day BETWEEN $5 AND $6 ORDER BY number LIMIT 1
    ) AS next ON true
    WHERE low < high
  )
, bounds AS (
    SELECT account, max(low) FILTER (WHERE moment = $3::bigint) AS first,
           max(low) FILTER (WHERE moment = $4::bigint) AS last
    FROM search GROUP BY account
  )
  SELECT ${CALL_COLUMNS}, owner.account_id, owner.name,
         EXISTS (SELECT FROM mdq.points_change WHERE reference = 'refund:' || $2) AS is_refunded
  FROM bounds JOIN LATERAL (
    SELECT * FROM mdq.charge
    WHERE charge.account = bounds.account AND number >= first AND number < last AND day BETWEEN $5 AND $6
      AND request_id = $2 AND day >= (SELECT pruned_before FROM mdq.state)
    ORDER BY number LIMIT 1
  ) AS charge ON true
  JOIN mdq.key ON key.id = charge.key JOIN mdq.path ON path.id = charge.path
  JOIN mdq.account AS owner ON owner.id = charge.account LIMIT 1`;

/** What rows are named and sorted by. */
const USAGE_BY: Record<UsageQuery['by'], { join: string; name: string; order: string }> = {
  day: { join: '', name: 'usage.day', order: 'of' },
  path: { join: 'JOIN mdq.path ON path.id = usage.path', name: 'path.path', order: 'points DESC, of' },
  key: {
    join: 'JOIN mdq.key ON key.id = usage.key JOIN mdq.account ON account.id = key.account',
    name: 'key.public_id',
    order: 'points DESC, of',
  },
  account: {
    join: 'JOIN mdq.account ON account.id = usage.account',
    name: 'account.name',
    order: 'points DESC, of',
  },
};

const DAILY_USAGE = `
  SELECT day, path.path, sum(calls) AS calls, sum(points) AS points
  FROM mdq.usage JOIN mdq.path ON path.id = usage.path
  WHERE account = $1 AND day BETWEEN $2 AND $3 AND ($4::text IS NULL OR ${IN_FAMILY(FAMILY_NAMED('$4'))})
  GROUP BY day, path.path ORDER BY day, points DESC, path.path COLLATE "C"`;

/** Reads what was charged. */
export class PostgresBooks {
  readonly #connections: Queries;

  constructor(connections: Queries) {
    this.#connections = connections;
  }

  /** Of one account, or of all. */
  async usage(account: number | null, { from, to, by }: Omit<UsageQuery, 'account'>): Promise<UsageRow[]> {
    const { join, name, order } = USAGE_BY[by];
    const hasOwner = by === 'key' || by === 'account';
    const rows = await this.#connections.query(
      `SELECT ${hasOwner ? `${OWNER}, ` : ''}${name} AS of, sum(calls) AS calls, sum(points) AS points FROM mdq.usage ${join}
       WHERE ($1::integer IS NULL OR usage.account = $1) AND day BETWEEN $2 AND $3
       GROUP BY ${name}${hasOwner ? ', account.id' : ''} ORDER BY ${order}`,
      [account, from ?? ANY_DAYS[0], to ?? ANY_DAYS[1]],
    );
    return rows.map((row) => ({
      of: by === 'day' ? formatDay(Number(row.of)) : String(row.of),
      ...(hasOwner && { owner: toOwner(row as unknown as OwnerRow) }),
      calls: Number(row.calls),
      points: Number(row.points),
    }));
  }

  async dailyUsage(account: number, { start, end }: DayRange, key?: string): Promise<DailyUsage[]> {
    const rows = await this.#connections.query(DAILY_USAGE, [account, start, end, key ?? null]);
    return rows.map(({ day, path, calls, points }) => ({
      day: Number(day),
      path: String(path),
      calls: Number(calls),
      points: Number(points),
    }));
  }

  async lastCalls(account: number, limit: number, key?: string): Promise<ChargedCall[]> {
    const ofKey =
      key === undefined
        ? ''
        : `AND number > (SELECT last_entry - ${LOOKED_THROUGH} FROM mdq.account WHERE id = $1)
           AND charge.${IN_FAMILY(FAMILY_NAMED('$3'))}`;
    const rows = await this.#connections.query(
      `${SELECT_CALLS} ${ofKey} ORDER BY charge.number DESC LIMIT $2`,
      [account, limit, ...(key === undefined ? [] : [key])],
    );
    return rows.map(toCall);
  }

  async findCall(
    account: number,
    requestId: string,
    at: number,
    key?: string,
  ): Promise<ChargedCall | undefined> {
    const row = await this.#find(account, requestId, at);
    const call = row && toCall(row);
    if (!call || key === undefined) return call;
    const [same] = await this.#connections.query(
      `SELECT ${FAMILY_NAMED('$1')} = ${FAMILY_NAMED('$2')} AS is_same`,
      [call.keyId, key],
    );
    return same?.is_same === true ? call : undefined;
  }

  async findAnyCall(requestId: string, at: number): Promise<AnyCall | undefined> {
    const row = await this.#find(null, requestId, at);
    if (!row) return undefined;
    const [accountId, account] = [String(row.account_id), String(row.name)];
    return { ...toCall(row), accountId, account, isRefunded: row.is_refunded === true };
  }

  /** What was given back for a call: its refund outlasts it where it was pruned. */
  async refundedCall(requestId: string): Promise<Pick<AnyCall, 'accountId' | 'points'> | undefined> {
    const [row] = await this.#connections.query(
      `SELECT account_id, points FROM mdq.points_change JOIN mdq.account ON account.id = account WHERE reference = $1`,
      [refundReference(requestId)],
    );
    return row && { accountId: String(row.account_id), points: Number(row.points) };
  }

  async #find(account: number | null, requestId: string, at: number): Promise<Row | undefined> {
    const moments = chargedBetween(at);
    // Wherever the business is, its day is at most one away; the months of all others are not looked at.
    const [first = 0, last = 0] = moments.map((moment) => Math.floor(moment / DAY_MS));
    const days = [first - 1, last + 1];
    return (await this.#connections.query(FIND_CALL, [account, requestId, ...moments, ...days]))[0];
  }

  /** Numbers of an account are given under its lock: all up to the newest at the start are there, and stay as they are. */
  async calls(account: number, { from, to, after }: Omit<CallsQuery, 'account'>): Promise<CallsPage> {
    const days = [from ?? ANY_DAYS[0], to ?? ANY_DAYS[1]] as const;
    const cursor = after ? cursorOf(after) : await this.#begin(account, days);
    const rows = await this.#connections.query(
      `${SELECT_CALLS} AND number > $2 AND number <= $3 AND day BETWEEN $4 AND $5 ORDER BY number LIMIT ${PAGE}`,
      [account, cursor.seen, cursor.last, ...days],
    );
    return pageOf(rows, cursor);
  }

  async #begin(account: number, days: readonly [Day, Day]): Promise<Cursor> {
    const [row] = await this.#connections.query(
      `SELECT (SELECT last_entry FROM mdq.account WHERE id = $1) AS last,
              coalesce(sum(calls) FILTER (WHERE day >= pruned_before), 0) AS left,
              coalesce(sum(calls) FILTER (WHERE day < pruned_before), 0) AS pruned
       FROM mdq.state LEFT JOIN mdq.usage ON account = $1 AND day BETWEEN $2 AND $3`,
      [account, ...days],
    );
    return { seen: 0, last: Number(row?.last), left: Number(row?.left), pruned: Number(row?.pruned) };
  }
}
