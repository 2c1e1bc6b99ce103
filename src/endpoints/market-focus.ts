import { defineEndpoint } from './form/endpoint.ts';
import { focusFields, focusOf, focusPeriods } from './shapes/focus.ts';

export const marketFocus = defineEndpoint({
  path: '/api/public/market/focus',
  group: 'Market',
  type: 'market-focus',
  summary: 'Key figures of a main category',
  description:
    'Amount, orders, merchants and members of one main category in the range, and in the previous period.',
  level: 'category',
  period: 'asked',
  price: { base: 45, kind: 'per-period' },
  shows: 'previous',
  hasBasis: true,
  fields: focusFields,
  periods: focusPeriods,
  answer: ({ snapshot, category, days, previous }) => focusOf(snapshot, category.scope, days, previous),
});
