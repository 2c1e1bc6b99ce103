import { WHOLE } from '../snapshot/tables.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { trendFields, trendOf } from './shapes/trend.ts';

export const trendsOverview = defineEndpoint({
  path: '/api/public/trends/overview',
  group: 'Overview',
  type: 'overview',
  summary: 'Weekly trend of the whole market',
  description:
    'Amount, orders and average order value of the whole market, week by week, over the default period.',
  level: 'overall',
  period: 'default',
  price: { base: 40, kind: 'fixed' },
  shows: 'weeks',
  fields: trendFields,
  answer: ({ snapshot, weeks }) => trendOf(snapshot, WHOLE, weeks),
});
