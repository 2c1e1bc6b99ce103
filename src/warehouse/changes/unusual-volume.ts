import { type Day, formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { Warning } from '../warning.ts';
import { GAP_DAYS, shownIn } from './warnings.ts';

/** A day is compared with so many same weekdays before it, of which so many must have orders. */
const WEEKS_COMPARED = 8;
const MIN_WEEKS_WITH_ORDERS = 4;
/** Days between a third and three times the usual orders are usual. */
const MAX_RATIO = 3;
const MAX_NAMED = 5;

type OrdersByDay = ReadonlyMap<Day, number>;

/** The orders of each day, hidden ones too: a delivery is looked at when it arrives, not once its days are shown. */
export function ordersByDay(tables: Tables): OrdersByDay {
  return new Map([...shownIn(tables).orders, ...(tables.facts.hiddenDays ?? [])]);
}

/**
 * Days that are new with an import and whose number of orders is far from that of the same weekday in the weeks before: a
 * file that was cut, written twice, is of another day, or never came.
 */
export function unusualVolume(published: Tables | undefined, after: OrdersByDay): Warning[] {
  const before: OrdersByDay = published ? ordersByDay(published) : new Map();
  const newDays = [...after].filter(([day]) => !before.has(day));
  newDays.push(...daysWithout(before, after, published?.facts.coverage.end));
  newDays.sort(([a], [b]) => a - b);
  const unusual = newDays.flatMap(([day, orders]) => {
    const usual = usualOrders(day, after);
    if (usual === undefined || (orders * MAX_RATIO >= usual && orders <= usual * MAX_RATIO)) return [];
    return [`${formatDay(day)} (${thousands(orders)}, usually ${thousands(usual)})`];
  });
  if (unusual.length === 0) return [];
  const others = unusual.length - MAX_NAMED;
  const message =
    `${unusual.length === 1 ? 'A new day has' : `${thousands(unusual.length)} new days have`} less than a third or more than three times the orders ` +
    `of the same weekday in the eight weeks before: ${unusual.slice(0, MAX_NAMED).join(', ')}` +
    `${others > 0 ? ` and ${thousands(others)} more` : ''}. See whether the export is complete, and of the right days`;
  return [{ code: 'unusual-volume', message, count: unusual.length }];
}

/**
 * The days after all earlier data, and before the newest order, that have no order; a gap has a warning of its own. Orders
 * of published weeks arrive as deferred revisions, so with disclosure control their days may be empty.
 */
function daysWithout(
  before: OrdersByDay,
  after: OrdersByDay,
  publishedThrough: Day | undefined,
): [Day, number][] {
  if (before.size === 0) return [];
  const last = Math.max(lastOf(before), publishedThrough ?? Number.NEGATIVE_INFINITY);
  const ends = [last, ...[...after.keys()].filter((day) => day > last).sort((a, b) => a - b)];
  return ends.flatMap((day, i) => {
    const missing = i === 0 ? 0 : day - (ends[i - 1] ?? day) - 1;
    if (missing > GAP_DAYS) return [];
    return Array.from({ length: missing }, (_, back): [Day, number] => [day - 1 - back, 0]);
  });
}

function lastOf(orders: OrdersByDay): Day {
  let last = Number.NEGATIVE_INFINITY;
  for (const day of orders.keys()) last = Math.max(last, day);
  return last;
}

/** The median of the same weekdays before; undefined where too few of them have orders. */
function usualOrders(day: Day, orders: OrdersByDay): number | undefined {
  const counts = Array.from({ length: WEEKS_COMPARED }, (_, i) => orders.get(day - 7 * (i + 1)) ?? 0);
  if (counts.filter((count) => count > 0).length < MIN_WEEKS_WITH_ORDERS) return undefined;
  counts.sort((a, b) => a - b);
  const middle = WEEKS_COMPARED / 2;
  return ((counts[middle - 1] ?? 0) + (counts[middle] ?? 0)) / 2;
}
