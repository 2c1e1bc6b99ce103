import { daysOfCall } from '../endpoints/form/days.ts';
import { trendOf } from '../endpoints/shapes/trend.ts';
import { defaultPeriod, formatDay } from '../lib/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { WHOLE } from '../snapshot/tables.ts';

const WEEKS = 52;

/** What the operator shows to everybody: a year of amounts, and no other figure. Null where there is none of that name. */
export function showcaseOf(snapshot: Snapshot | undefined, chosen = 'none') {
  if (!snapshot || chosen === 'none') return null;
  const category = snapshot.categories.find(({ name }) => name === chosen);
  const scope = chosen === 'whole' ? WHOLE : category?.scope;
  if (scope === undefined) return null;
  const range = defaultPeriod(snapshot.coverage, WEEKS);
  const { weeks } = daysOfCall({ period: 'asked', shows: 'weeks' }, range, snapshot);
  const { granularity, trend } = trendOf(snapshot, scope, weeks);
  return {
    category: category?.name ?? null,
    start: formatDay(range.start),
    end: formatDay(range.end),
    granularity,
    trend: trend.map(({ trade_count: _, avg_amount: __, ...amount }) => amount),
  };
}
