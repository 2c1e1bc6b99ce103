import { type Day, type DayRange, mondayOf } from '../../../lib/calendar.ts';
import type { Facts, ImportFacts } from '../../../snapshot/tables.ts';
import { dayRangesOf } from '../../changes/day-ranges.ts';
import { factsOf, lastShown } from '../../changes/facts.ts';
import type { RefreshOptions } from '../../engine.ts';
import { toImportFacts } from '../../import-row.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { CHANGED, VISIBLE } from './visible.ts';

const ORDERS_BY_DAY = `
  SELECT day, toInt64(count()), toInt64(sum(lines)) FROM mdq_order WHERE lines > 0 AND ${CHANGED}
  GROUP BY day ORDER BY day`;

/** How many orders and lines each day has on each shard. */
export async function ordersByDay({ servers, values, signal }: Attempt) {
  return onEach(servers, async (server) => {
    const reader = await server.read(ORDERS_BY_DAY, values, signal);
    const days: { day: Day; orders: number; lines: number }[] = [];
    while (!reader.isAtEnd) days.push({ day: reader.int32(), orders: reader.int64(), lines: reader.int64() });
    return days;
  });
}

export type OrdersByDay = Awaited<ReturnType<typeof ordersByDay>>;

export function shownFacts(
  byDay: OrdersByDay,
  imports: ImportFacts[],
  options: RefreshOptions,
): { facts: Omit<Facts, 'privacy'>; days: Int32Array } {
  const all = byDay.flat();
  const newestOrder = lastOrder(byDay);
  const last = lastShown(options, newestOrder);
  const shown = all.filter(({ day }) => day <= last);
  const days = Int32Array.from(new Set(shown.map(({ day }) => day))).sort();
  const sum = (rows: typeof all, of: 'orders' | 'lines') => rows.reduce((total, row) => total + row[of], 0);
  const hidden = all.filter(({ day }) => day > last);
  const counted = {
    ...{ days, lines: sum(shown, 'lines'), orders: sum(shown, 'orders') },
    ...{ hidden, newestOrder, imports },
  };
  return { facts: factsOf(options, last, counted), days };
}

/** The last day that has an order. */
export function lastOrder(byDay: OrdersByDay): Day {
  return byDay.flat().reduce((last, { day }) => Math.max(last, day), 0);
}

export async function readImports({ first, values }: Attempt): Promise<ImportFacts[]> {
  const rows = await first.rows(
    `SELECT * FROM mdq_import WHERE ${VISIBLE} OR import = {import:UInt64} ORDER BY import, imported_at`,
    values,
  );
  return rows.map(toImportFacts);
}

/** Ranges of whole days from one on that hold about as many lines of a shard as are counted at a time. */
export function dayRanges(byDay: OrdersByDay, from: Day): DayRange[] {
  const lines = new Map<Day, number>();
  for (const { day, lines: count } of byDay.flat())
    if (day >= from) lines.set(day, Math.max(count, lines.get(day) ?? 0));
  return dayRangesOf([...lines].sort(([a], [b]) => a - b));
}

/** The same as ranges of whole weeks, from Monday to Monday. */
export function weekRanges(ranges: readonly DayRange[]): DayRange[] {
  let next = Number.NEGATIVE_INFINITY;
  return ranges.flatMap(({ start, end }) => {
    const weeks = { start: Math.max(next, mondayOf(start)), end: mondayOf(end) };
    next = Math.max(next, weeks.end + 7);
    return weeks.start <= weeks.end ? [weeks] : [];
  });
}
