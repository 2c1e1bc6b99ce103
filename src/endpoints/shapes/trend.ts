import { type DayRange, formatDay } from '../../lib/calendar.ts';
import { Type, type Value } from '../../lib/schema.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ScopeId } from '../../snapshot/tables.ts';
import { isSuppressed, suppressedField } from '../form/suppressed.ts';
import { sales } from './sales.ts';

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
    total_amount: Type.Number({ description: 'Amount in that week.' }),
    trade_count: Type.Integer({ description: 'Orders in that week.' }),
    avg_amount: Type.Number({ description: 'Average order in that week.' }),
    ...suppressedField('The week'),
  },
  { title: 'TrendPoint', additionalProperties: false },
);

export const trendFields = {
  granularity: Type.Union([Type.Literal('week'), Type.Literal('month')], {
    description: '`week`, or `month` in the monthly fallback.',
  }),
  trend: Type.Array(TrendPoint, {
    description:
      'Every week with a day in both the range and the data, oldest first; figures are of the whole week.',
  }),
};

type Trend = { granularity: 'week' | 'month'; trend: Value<typeof TrendPoint>[] };

/** `weeks` are months in the fallback. */
export function trendOf(snapshot: Snapshot, scope: ScopeId, weeks: readonly DayRange[]): Trend {
  const figures = (week: DayRange) => {
    const totals = snapshot.totals(scope, week);
    const isShown = !isSuppressed(snapshot, scope, week, totals.orders);
    return isShown ? sales(totals) : { ...sales(totals), suppressed: true as const };
  };
  if (!snapshot.isWeeklyBuilt) {
    return {
      granularity: 'month',
      trend: weeks.map((month) => ({ month: formatDay(month.start).slice(0, 7), ...figures(month) })),
    };
  }
  return {
    granularity: 'week',
    trend: weeks.map((week) => {
      const start = formatDay(week.start);
      const end = formatDay(week.end);
      return {
        month: `${monthAndDay(start)}-${monthAndDay(end)}`,
        week_start: start,
        week_end: end,
        ...figures(week),
      };
    }),
  };
}

function monthAndDay(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}`;
}
