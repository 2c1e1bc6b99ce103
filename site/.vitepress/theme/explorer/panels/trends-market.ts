import { definePanel } from '../panel.ts';
import { trend } from '../shapes/trend.ts';

/** A category week by week. */
export const trendsMarket = definePanel<'trendsMarket'>({
  ...trend,
  endpoint: 'trends/market',
  level: 'category',
});
