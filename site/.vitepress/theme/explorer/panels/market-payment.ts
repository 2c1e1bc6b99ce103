import { type DataOf, definePanel } from '../panel.ts';
import { payment } from '../shapes/payment.ts';

/** How orders of a category were paid. */
export const marketPayment = definePanel<DataOf<'marketPayment'>>({
  ...payment,
  endpoint: 'market/payment',
  level: 'category',
  title: ({ words, name }) => words.panels.paymentOf(name),
});
