import { Type } from '../lib/schema.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { itemsOf } from './shapes/items.ts';
import { rank } from './shapes/ranking.ts';
import { sales, salesFields } from './shapes/sales.ts';

export const marketSubRanking = defineEndpoint({
  path: '/api/public/market/sub-ranking',
  group: 'Market',
  type: 'market-sub-ranking',
  summary: 'Ranking of the sub-categories',
  description: 'The sub-categories of one main category with sales in the range, by amount.',
  level: 'category',
  period: 'asked',
  price: { base: 35, kind: 'per-period' },
  lists: 'children',
  fields: itemsOf(
    { name: Type.String({ description: 'Sub-category name.' }), ...salesFields },
    { description: 'By total_amount, largest first, then name.' },
  ),
  answer: ({ snapshot, category, days }) => ({
    items: rank(snapshot, category.subs, days).map(({ entry, totals }) => ({
      name: entry.name,
      ...sales(totals),
    })),
  }),
});
