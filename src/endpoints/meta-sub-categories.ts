import { Type } from '../lib/schema.ts';
import { defineEndpoint } from './form/endpoint.ts';

export const metaSubCategories = defineEndpoint({
  path: '/api/public/meta/sub-categories',
  group: 'Meta',
  summary: 'List the sub-categories of a main category',
  description: 'Names of the sub-categories of one main category, best-selling in the default period first.',
  level: 'category',
  period: 'none',
  price: { base: 1, kind: 'fixed' },
  fields: {
    subCategories: Type.Array(Type.String(), { description: 'Sub-category names.' }),
  },
  answer: ({ category }) => ({ subCategories: category.subs.map((sub) => sub.name) }),
});
