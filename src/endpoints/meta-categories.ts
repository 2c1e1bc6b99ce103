import { Type } from '../lib/schema.ts';
import { defineEndpoint } from './form/endpoint.ts';

export const metaCategories = defineEndpoint({
  path: '/api/public/meta/categories',
  group: 'Meta',
  summary: 'List the main categories',
  description: 'Names of all main categories, best-selling in the default period first. Start here.',
  level: 'overall',
  period: 'none',
  price: { base: 1, kind: 'fixed' },
  fields: {
    categories: Type.Array(Type.String(), { description: 'Main category names.' }),
  },
  answer: ({ snapshot }) => ({ categories: snapshot.categories.map((category) => category.name) }),
});
