import { defineEndpoint } from './form/endpoint.ts';
import { trendFields, trendOf } from './shapes/trend.ts';

export const trendsMarket = defineEndpoint({
  path: '/api/public/trends/market',
  group: 'Market',
  type: 'market',
  summary: 'Weekly trend of a main category',
  description: 'Amount, orders and average order value of one main category, week by week.',
  level: 'category',
  period: 'asked',
  price: { base: 50, kind: 'per-period' },
  shows: 'weeks',
  fields: trendFields,
  answer: ({ snapshot, category, weeks }) => trendOf(snapshot, category.scope, weeks),
});
