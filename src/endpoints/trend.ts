import Type, { type Static } from 'typebox';
import {
  type DayRange,
  formatDay,
  monthsOfWeeksTouching,
  monthsTouching,
  weeksTouching,
} from '../snapshot/calendar.ts';
import { amount, average } from '../snapshot/figures.ts';
import type { Snapshot, Totals } from '../snapshot/snapshot.ts';
import type { ScopeId } from '../snapshot/tables.ts';

const TrendPoint = Type.Object(
  {
    month: Type.String({
      description:
        'The week as `MM/DD-MM/DD` (the month as `YYYY-MM` in the monthly fallback). The name is kept for existing clients.',
    }),
    week_start: Type.Optional(
      Type.String({ format: 'date', description: 'Monday of the week. Absent in the monthly fallback.' }),
    ),
    week_end: Type.Optional(
      Type.String({ format: 'date', description: 'Sunday of the week. Absent in the monthly fallback.' }),
    ),
    total_amount: Type.Number({ description: 'Transaction amount in that week.' }),
    trade_count: Type.Integer({ description: 'Number of transactions (orders) in that week.' }),
    avg_amount: Type.Number({ description: 'Average order value in that week.' }),
  },
  { title: 'TrendPoint', additionalProperties: false },
);

export const trendFields = {
  granularity: Type.Union([Type.Literal('week'), Type.Literal('month')], {
    description: '`week`, or `month` in the monthly fallback.',
  }),
  trend: Type.Array(TrendPoint, {
    description:
      'Every week that overlaps both the range and the data, in order, each with the figures of the whole week.',
  }),
};

type Trend = { granularity: 'week' | 'month'; trend: Static<typeof TrendPoint>[] };

export function trendOf(snapshot: Snapshot, scope: ScopeId, range: DayRange): Trend {
  if (!snapshot.isWeeklyBuilt) {
    // With disclosure control a week is never split.
    const months = snapshot.closed ? monthsOfWeeksTouching : monthsTouching;
    return {
      granularity: 'month',
      trend: months(range, snapshot.coverage).map((month) => ({
        month: formatDay(month.start).slice(0, 7),
        ...sales(snapshot.totals(scope, month)),
      })),
    };
  }
  return {
    granularity: 'week',
    trend: weeksTouching(range, snapshot.coverage).map((week) => {
      const start = formatDay(week.start);
      const end = formatDay(week.end);
      return {
        month: `${monthAndDay(start)}-${monthAndDay(end)}`,
        week_start: start,
        week_end: end,
        ...sales(snapshot.totals(scope, week)),
      };
    }),
  };
}

function monthAndDay(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}`;
}

/** The three figures that trends and rankings share. */
export function sales({ cents, orders }: Totals) {
  return { total_amount: amount(cents), trade_count: orders, avg_amount: average(cents, orders) };
}
