import { definePanel } from '../panel.ts';
import { trendsSideBySide } from '../shapes/side-by-side.ts';
import { trend } from '../shapes/trend.ts';

/** A sub-category week by week. */
export const trendsSubMarket = definePanel<'trendsSubMarket'>({
  ...trend,
  endpoint: 'trends/sub-market',
  level: 'sub',
});

/** The largest sub-categories of a category, week by week. */
export const trendsSubMarkets = definePanel<'trendsSubMarket'>({
  ...trendsSideBySide,
  endpoint: 'trends/sub-market',
  level: 'category',
});
