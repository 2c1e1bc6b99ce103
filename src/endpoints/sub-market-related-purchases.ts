import { Type } from '../lib/schema.ts';
import { percent } from '../snapshot/figures.ts';
import { RELATED_LIMIT } from '../snapshot/tables.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { itemsOf } from './shapes/items.ts';

export const subMarketRelatedPurchases = defineEndpoint({
  path: '/api/public/sub-market/related-purchases',
  group: 'Sub-market',
  type: 'sub-market-related-purchases',
  summary: 'Related purchases of a sub-category',
  description:
    'The five other sub-categories that its buyers bought most often, always over the default period.',
  level: 'sub',
  period: 'default',
  price: { base: 60, kind: 'fixed' },
  lists: 'others',
  fields: itemsOf(
    {
      category: Type.String({ description: 'Main category of the related purchase.' }),
      subCategory: Type.String({ description: 'Sub-category of the related purchase.' }),
      memberCount: Type.Integer({ description: 'Members who bought both, whatever they paid with.' }),
      percent: Type.Number({
        description: 'Share of all listed memberCount values, in percent: not of all buyers.',
      }),
    },
    {
      maxItems: RELATED_LIMIT,
      description: 'By memberCount, largest first, then category, then sub-category.',
    },
  ),
  answer: ({ snapshot, sub }) => {
    const top = snapshot.related(sub);
    const all = top.reduce((sum, { members }) => sum + members, 0);
    return {
      items: top.map(({ sub: other, members }) => ({
        category: other.category,
        subCategory: other.name,
        memberCount: members,
        percent: percent(members, all),
      })),
    };
  },
});
