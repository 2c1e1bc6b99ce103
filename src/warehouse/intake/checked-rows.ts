import { type Day, type DayRange, formatDay } from '../../lib/calendar.ts';
import type { Shown } from '../changes/warnings.ts';
import { type Connection, dayOf } from '../database/connection.ts';
import type { StatusCount } from './statuses.ts';

const ORDERS_BY_DAY = `
  SELECT day, count(*) FROM (
    SELECT min(${dayOf('ordered_at')}) AS day
    FROM staged WHERE NOT is_cancelled GROUP BY order_id)
  GROUP BY day ORDER BY day`;
const SHOWN_ROWS = 5;

/** What the staged rows are, for who looks at them before they come in. */
export interface RowsSummary {
  readonly lines: number;
  readonly orders: number;
  /** What the lines add up to. */
  readonly cents: number;
  readonly badRows: number;
  /** Rows without any value, which are left out. */
  readonly blankRows: number;
  readonly cancelledRows: number;
  readonly statuses: readonly StatusCount[];
  /** The first rows as they would be read. */
  readonly first: readonly Record<string, unknown>[];
  /** The last day that would be shown, where that is said, and how many of these orders are later. */
  readonly shownThrough: string | null;
  readonly laterOrders: number;
  readonly byDay: readonly { readonly day: string; readonly orders: number }[];
  readonly byCategory: readonly { readonly category: string; readonly lines: number }[];
}

/** What the rows to be taken would show. */
export async function shownOf(connection: Connection, through: Day | null): Promise<Shown> {
  const days = await connection.columns({ day: 'i32', orders: 'f64' }, ORDERS_BY_DAY);
  const orders = Array.from(days.day, (day, i) => [day, days.orders[i] ?? 0] as const);
  const methods = await connection.rows('SELECT payment_method AS method FROM paid_by ORDER BY method');
  return {
    methods: new Set(methods.map(({ method }) => String(method))),
    orders: new Map(orders.filter(([day]) => through === null || day <= through)),
  };
}

/** The days of the rows to be taken. */
export async function daysOf(connection: Connection): Promise<Int32Array> {
  const { day } = await connection.columns(
    { day: 'i32' },
    `SELECT DISTINCT ${dayOf('ordered_at')} FROM staged WHERE NOT is_cancelled`,
  );
  return day;
}

/** The first of the orders to be taken that happened on some days. */
export async function ordersOn(connection: Connection, days: DayRange, most: number): Promise<string[]> {
  const rows = await connection.rows(
    `SELECT order_id, min(${dayOf('ordered_at')}) AS day FROM staged WHERE NOT is_cancelled
     GROUP BY order_id HAVING day BETWEEN ${days.start} AND ${days.end} ORDER BY day, order_id LIMIT ${most}`,
  );
  return rows.map(({ order_id }) => String(order_id));
}

/** The first rows, while those of a file are in its order: cleaning names may change that. */
export async function firstRows(connection: Connection, hasStatus: boolean): Promise<RowsSummary['first']> {
  return connection.rows(`
    SELECT order_id, strftime(ordered_at, '%Y-%m-%d %H:%M') AS ordered_at, to_name(category) AS category,
           to_name(sub_category) AS sub_category, product_id,
           CAST(cents // 100 AS VARCHAR) || '.' || lpad(CAST(cents % 100 AS VARCHAR), 2, '0') AS amount,
           to_name(payment_method) AS payment_method, merchant_id, member_id${hasStatus ? ', status' : ''}
    FROM (FROM staged WHERE NOT is_cancelled ORDER BY file, rowid LIMIT ${SHOWN_ROWS})`);
}

export async function describeRows(
  connection: Connection,
  about: Pick<RowsSummary, 'badRows' | 'blankRows' | 'statuses' | 'first'>,
  through: Day | null,
): Promise<RowsSummary> {
  const { lines, orders, cancelled, cents } = await connection.numbers<
    'lines' | 'orders' | 'cancelled' | 'cents'
  >(`
    SELECT count(*) FILTER (WHERE NOT is_cancelled) AS lines,
           coalesce(sum(cents) FILTER (WHERE NOT is_cancelled), 0) AS cents,
           count(DISTINCT order_id) FILTER (WHERE NOT is_cancelled) AS orders,
           count(*) FILTER (WHERE is_cancelled) AS cancelled
    FROM staged`);
  const days = await connection.columns({ day: 'i32', orders: 'f64' }, ORDERS_BY_DAY);
  const categories = await connection.rows(
    'SELECT category, count(*) AS lines FROM staged WHERE NOT is_cancelled GROUP BY category ORDER BY lines DESC, category',
  );
  return {
    lines,
    orders,
    cents,
    ...about,
    cancelledRows: cancelled,
    shownThrough: through === null ? null : formatDay(through),
    laterOrders: days.orders.reduce(
      (sum, orders, i) => (through !== null && (days.day[i] ?? 0) > through ? sum + orders : sum),
      0,
    ),
    byDay: Array.from(days.day, (day, i) => ({ day: formatDay(day), orders: days.orders[i] ?? 0 })),
    byCategory: categories.map(({ category, lines }) => ({
      category: String(category),
      lines: Number(lines),
    })),
  };
}
