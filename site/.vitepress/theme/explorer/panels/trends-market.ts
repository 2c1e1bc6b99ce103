import { type DataOf, definePanel } from '../panel.ts';
import { trend } from '../shapes/trend.ts';

/** A category week by week. */
export const trendsMarket = definePanel<DataOf<'trendsMarket'>>({
  ...trend,
  endpoint: 'trends/market',
  level: 'category',
});
