import { Type } from '../lib/schema.ts';
import { percent } from '../snapshot/figures.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { itemsOf } from './shapes/items.ts';

const TOP = 10;

export const subMarketTags = defineEndpoint({
  path: '/api/public/sub-market/tags',
  group: 'Sub-market',
  type: 'sub-market-tags',
  summary: 'Tags of a sub-category',
  description: 'The ten most common tags of the products sold in the range.',
  level: 'sub',
  period: 'asked',
  price: { base: 100, kind: 'per-period' },
  fields: itemsOf(
    {
      key: Type.String({ description: 'Tag dimension, such as a type or a function.' }),
      value: Type.String({ description: 'Tag value.' }),
      count: Type.Integer({ description: 'Products with this tag sold in the range.' }),
      percent: Type.Number({
        description:
          'Share of the sold products that have any tag. Tags overlap, so shares may not add up to 100.',
      }),
    },
    { maxItems: TOP, description: 'By count, largest first, then key, then value.' },
  ),
  answer: ({ snapshot, sub, days }) => {
    const { tagged, items } = snapshot.tags(sub, days);
    return {
      items: items.slice(0, TOP).map(({ key, value, products }) => ({
        key,
        value,
        count: products,
        percent: percent(products, tagged),
      })),
    };
  },
});
