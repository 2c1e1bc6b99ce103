import { type Day, type DayRange, formatDay } from '../../snapshot/calendar.ts';
import type { CallsPage, CallsQuery, ChargedCall, DailyUsage, UsageQuery, UsageRow } from '../accounts.ts';
import { PAGE, type Place, pageOf, placeOf, toCall } from '../calls-page.ts';
import type { Connections, Row } from './connections.ts';

/** As far as days go in a column of the store. */
const ANY_DAYS = [-(2 ** 31), 2 ** 31 - 1] as const;

const SELECT_CALLS = `
  SELECT charge.number, charge.at, path.path, key.public_id, key.last4, charge.points, charge.balance,
         charge.request_id, charge.parameters
  FROM mdq.charge JOIN mdq.key ON key.id = charge.key JOIN mdq.path ON path.id = charge.path
  WHERE charge.account = $1 AND charge.day >= (SELECT pruned_before FROM mdq.state)`;

/** What rows are named and sorted by. */
const USAGE_BY: Record<UsageQuery['by'], { join: string; name: string; order: string }> = {
  day: { join: '', name: 'usage.day', order: 'of' },
  path: { join: 'JOIN mdq.path ON path.id = usage.path', name: 'path.path', order: 'points DESC, of' },
  key: { join: 'JOIN mdq.key ON key.id = usage.key', name: 'key.public_id', order: 'points DESC, of' },
};

const DAILY_USAGE = `
  SELECT day, path.path, sum(calls) AS calls, sum(points) AS points
  FROM mdq.usage JOIN mdq.path ON path.id = usage.path
  WHERE account = $1 AND day BETWEEN $2 AND $3 GROUP BY day, path.path ORDER BY day, points DESC, path.path COLLATE "C"`;

/** Reads what was charged, of one account. */
export class PostgresBooks {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async usage(account: number, { from, to, by }: Omit<UsageQuery, 'account'>): Promise<UsageRow[]> {
    const { join, name, order } = USAGE_BY[by];
    const rows = await this.#connections.query(
      `SELECT ${name} AS of, sum(calls) AS calls, sum(points) AS points FROM mdq.usage ${join}
       WHERE usage.account = $1 AND day BETWEEN $2 AND $3 GROUP BY ${name} ORDER BY ${order}`,
      [account, from ?? ANY_DAYS[0], to ?? ANY_DAYS[1]],
    );
    return rows.map((row) => toUsage(by === 'day' ? formatDay(Number(row.of)) : String(row.of), row));
  }

  async dailyUsage(account: number, { start, end }: DayRange): Promise<DailyUsage[]> {
    const rows = await this.#connections.query(DAILY_USAGE, [account, start, end]);
    return rows.map(({ day, path, calls, points }) => ({
      day: Number(day),
      path: String(path),
      calls: Number(calls),
      points: Number(points),
    }));
  }

  async lastCalls(account: number, limit: number): Promise<ChargedCall[]> {
    const rows = await this.#connections.query(`${SELECT_CALLS} ORDER BY charge.number DESC LIMIT $2`, [
      account,
      limit,
    ]);
    return rows.map(toCall);
  }

  async findCall(account: number, requestId: string, among: number): Promise<ChargedCall | undefined> {
    const [row] = await this.#connections.query(
      `${SELECT_CALLS} AND charge.number > (SELECT last_entry FROM mdq.account WHERE id = $1) - $3
         AND charge.request_id = $2`,
      [account, requestId, among],
    );
    return row && toCall(row);
  }

  /** Numbers of an account are given under its lock: all up to the newest at the start are there, and stay as they are. */
  async calls(account: number, { from, to, after }: Omit<CallsQuery, 'account'>): Promise<CallsPage> {
    const days = [from ?? ANY_DAYS[0], to ?? ANY_DAYS[1]] as const;
    const place = after ? placeOf(after) : await this.#begin(account, days);
    const rows = await this.#connections.query(
      `${SELECT_CALLS} AND number > $2 AND number <= $3 AND day BETWEEN $4 AND $5 ORDER BY number LIMIT ${PAGE}`,
      [account, place.seen, place.last, ...days],
    );
    return pageOf(rows, place);
  }

  async #begin(account: number, days: readonly [Day, Day]): Promise<Place> {
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

function toUsage(of: string, { calls, points }: Row): UsageRow {
  return { of, calls: Number(calls), points: Number(points) };
}
