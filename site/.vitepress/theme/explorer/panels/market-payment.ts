import { definePanel } from '../panel.ts';
import { payment } from '../shapes/payment.ts';

/** How orders of a category were paid. */
export const marketPayment = definePanel<'marketPayment'>({
  ...payment,
  endpoint: 'market/payment',
  level: 'category',
  title: ({ words, name }) => words.panels.paymentOf(name),
});
