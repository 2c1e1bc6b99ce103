import { defineEndpoint } from './form/endpoint.ts';
import { paymentFields, paymentItems } from './shapes/payment.ts';

export const marketPayment = defineEndpoint({
  path: '/api/public/market/payment',
  group: 'Market',
  type: 'market-payment',
  summary: 'Payment methods of a main category',
  description: 'How the orders of one main category were paid in the range.',
  level: 'category',
  period: 'asked',
  price: { base: 25, kind: 'per-period' },
  fields: paymentFields,
  answer: ({ snapshot, category, days }) => ({ items: paymentItems(snapshot, category, days) }),
});
