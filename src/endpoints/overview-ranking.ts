import { Type } from '../lib/schema.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { itemsOf } from './shapes/items.ts';
import { rank } from './shapes/ranking.ts';
import { sales, salesFields } from './shapes/sales.ts';

const TOP_SUBS = 3;

export const overviewRanking = defineEndpoint({
  path: '/api/public/overview/ranking',
  group: 'Overview',
  type: 'overview-ranking',
  summary: 'Ranking of the main categories',
  description:
    'The main categories by amount over the default period, each with its three best-selling sub-categories.',
  level: 'overall',
  period: 'default',
  price: { base: 30, kind: 'fixed' },
  lists: 'children',
  fields: itemsOf(
    {
      name: Type.String({ description: 'Main category name.' }),
      producttypename: Type.String({ description: 'Main category name, as in `name`.' }),
      ...salesFields,
      top_subs: Type.Array(Type.String(), {
        maxItems: TOP_SUBS,
        description: 'Its best-selling sub-categories, largest first.',
      }),
    },
    { description: 'By total_amount, largest first, then name.' },
  ),
  answer: ({ snapshot, days }) => ({
    items: rank(snapshot, snapshot.categories, days).map(({ entry, totals }) => ({
      name: entry.name,
      producttypename: entry.name,
      ...sales(totals),
      top_subs: rank(snapshot, entry.subs, days)
        .slice(0, TOP_SUBS)
        .map((sub) => sub.entry.name),
    })),
  }),
});
