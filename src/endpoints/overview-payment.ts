import { defineEndpoint } from './form/endpoint.ts';
import { paymentFields, paymentItems } from './shapes/payment.ts';

export const overviewPayment = defineEndpoint({
  path: '/api/public/overview/payment',
  group: 'Overview',
  type: 'overview-payment',
  summary: 'Payment methods of the whole market',
  description: 'How the orders of the whole market were paid over the default period.',
  level: 'overall',
  period: 'default',
  price: { base: 20, kind: 'fixed' },
  fields: paymentFields,
  answer: ({ snapshot, days }) => ({ items: paymentItems(snapshot, undefined, days) }),
});
