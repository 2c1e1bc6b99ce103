import { defineEndpoint } from './form/endpoint.ts';
import { focusFields, focusOf, focusPeriods } from './shapes/focus.ts';

export const subMarketFocus = defineEndpoint({
  path: '/api/public/sub-market/focus',
  group: 'Sub-market',
  type: 'sub-market-focus',
  summary: 'Key figures of a sub-category',
  description:
    'Amount, orders, merchants and members of one sub-category in the range, and in the previous period.',
  level: 'sub',
  period: 'asked',
  price: { base: 65, kind: 'per-period' },
  shows: 'previous',
  hasBasis: true,
  fields: focusFields,
  periods: focusPeriods,
  answer: ({ snapshot, sub, days, previous }) => focusOf(snapshot, sub.scope, days, previous),
});
