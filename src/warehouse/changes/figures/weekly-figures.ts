import { type Day, mondayOf } from '../../../lib/calendar.ts';
import {
  categoryScope,
  type FirstSeenTable,
  type ScopeId,
  subScope,
  type Tables,
  WHOLE,
} from '../../../snapshot/tables.ts';

/** Takes a part of a figure: what a series has in a week is the sum of its parts. */
type TakePart = (series: number, monday: Day, value: number) => void;

/** Something that a version says of weeks, series by series. */
export interface WeeklyFigure {
  readonly name: string;
  /** Whether it is about the restricted basis alone. */
  readonly isOfBasis: boolean;
  each(tables: Tables, take: TakePart): void;
  /** The scope that a series is of. */
  scopeOf(tables: Tables, series: number): ScopeId;
  /** What tells a series from others of its scope; it means the same in every version. */
  partOf(tables: Tables, series: number): string;
}

/** All that a version says of the weeks of a scope, but for what is closed. */
export const WEEKLY_FIGURES: readonly WeeklyFigure[] = [
  daily('amount', false, 'cents'),
  daily('orders', false, 'orders'),
  daily('amount on the restricted basis', true, 'audienceCents'),
  daily('orders on the restricted basis', true, 'audienceOrders'),
  {
    name: 'payments',
    isOfBasis: false,
    each: ({ payments: { series, day, orders } }, take) => eachRow(series, day, orders, take),
    scopeOf: ({ methods }, series) => {
      const index = Math.floor(series / methods.length);
      return index === 0 ? WHOLE : categoryScope(index - 1);
    },
    partOf: ({ methods }, series) => methods[series % methods.length] ?? '',
  },
  seen('members', true, ({ members }) => members),
  seen('merchants', false, ({ merchants }) => merchants),
  seen(
    'tagged products',
    false,
    ({ tagged }) => tagged,
    (_tables, sub) => subScope(sub),
  ),
  {
    ...seen(
      'products by tag',
      false,
      ({ taggedWith }) => taggedWith,
      ({ tags }, tag) => subScope(tags[tag]?.sub ?? 0),
    ),
    partOf: ({ tags }, tag) => `${tags[tag]?.key}=${tags[tag]?.value}`,
  },
];

function daily(
  name: string,
  isOfBasis: boolean,
  column: 'cents' | 'orders' | 'audienceCents' | 'audienceOrders',
): WeeklyFigure {
  return {
    ...{ name, isOfBasis, scopeOf: (_tables, scope) => scope, partOf: () => '' },
    each: ({ daily: rows }, take) => eachRow(rows.scope, rows.day, rows[column], take),
  };
}

function seen(
  name: string,
  isOfBasis: boolean,
  tableOf: (tables: Tables) => FirstSeenTable,
  scopeOf: WeeklyFigure['scopeOf'] = (_tables, scope) => scope,
): WeeklyFigure {
  return {
    ...{ name, isOfBasis, scopeOf, partOf: () => '' },
    each: (tables, take) => eachSeen(tableOf(tables), tables.days, take),
  };
}

function eachRow(series: Int32Array, day: Int32Array, values: Float64Array, take: TakePart): void {
  for (let row = 0; row < series.length; row++)
    take(series[row] ?? 0, mondayOf(day[row] ?? 0), values[row] ?? 0);
}

/** In a week, a thing counts on the day before which it was not seen in it. */
function eachSeen(
  { firstRun, runDay, firstRow, previous, upTo }: FirstSeenTable,
  days: Int32Array,
  take: TakePart,
): void {
  for (let series = 0; series + 1 < firstRun.length; series++) {
    for (let run = firstRun[series] ?? 0; run < (firstRun[series + 1] ?? 0); run++) {
      const monday = mondayOf(days[runDay[run] ?? 0] ?? 0);
      const isBefore = (index: number) => index === 0 || (days[index - 1] ?? 0) < monday;
      let things = 0;
      for (let row = firstRow[run] ?? 0; row < (firstRow[run + 1] ?? 0); row++) {
        if (!isBefore(previous[row] ?? 0)) break;
        things = upTo[row] ?? 0;
      }
      if (things > 0) take(series, monday, things);
    }
  }
}
