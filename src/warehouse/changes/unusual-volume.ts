import { type Day, formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
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
  const publishedThrough = finalThrough(published);
  const newDays = [...after].filter(([day]) => !before.has(day) && day > publishedThrough);
  newDays.push(...daysWithout(before, after, publishedThrough));
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

/** With disclosure control, orders of published weeks become deferred revisions: their days say nothing of a delivery. */
function finalThrough(published: Tables | undefined): Day {
  const isFinal = published && isControlled(published.facts.settings);
  return isFinal ? published.facts.coverage.end : Number.NEGATIVE_INFINITY;
}

/** The days after all earlier data, and before the newest order, that have no order; a gap has a warning of its own. */
function daysWithout(before: OrdersByDay, after: OrdersByDay, publishedThrough: Day): [Day, number][] {
  if (before.size === 0) return [];
  const last = Math.max(lastOf(before), publishedThrough);
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

/** The median of the same weekdays before, since the data begin; undefined where too few of them have orders. */
function usualOrders(day: Day, orders: OrdersByDay): number | undefined {
  const first = Math.min(...orders.keys());
  const days = Array.from({ length: WEEKS_COMPARED }, (_, i) => day - 7 * (i + 1));
  const counts = days.filter((each) => each >= first).map((each) => orders.get(each) ?? 0);
  if (counts.filter((count) => count > 0).length < MIN_WEEKS_WITH_ORDERS) return undefined;
  counts.sort((a, b) => a - b);
  const middle = counts.length >> 1;
  const upper = counts[middle] ?? 0;
  return counts.length % 2 === 1 ? upper : ((counts[middle - 1] ?? 0) + upper) / 2;
}
