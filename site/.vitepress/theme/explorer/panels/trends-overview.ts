import { definePanel } from '../panel.ts';
import { trend } from '../shapes/trend.ts';

/** The whole market, week by week. */
export const trendsOverview = definePanel<'trendsOverview'>({
  ...trend,
  endpoint: 'trends/overview',
  level: 'overall',
  title: ({ words, metric, isMonthly, inScale }) =>
    inScale((isMonthly ? words.perMonth : words.perWeek)[metric]),
});
