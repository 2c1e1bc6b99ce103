import { defineEndpoint } from './form/endpoint.ts';
import { trendFields, trendOf } from './shapes/trend.ts';

export const trendsSubMarket = defineEndpoint({
  path: '/api/public/trends/sub-market',
  group: 'Sub-market',
  type: 'sub-market',
  summary: 'Weekly trend of a sub-category',
  description: 'Amount, orders and average order value of one sub-category, week by week.',
  level: 'sub',
  period: 'asked',
  price: { base: 60, kind: 'per-period' },
  shows: 'weeks',
  fields: trendFields,
  answer: ({ snapshot, sub, weeks }) => trendOf(snapshot, sub.scope, weeks),
});
