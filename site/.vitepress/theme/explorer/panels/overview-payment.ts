import { definePanel } from '../panel.ts';
import { payment } from '../shapes/payment.ts';

/** How orders of the whole market were paid. */
export const overviewPayment = definePanel<'overviewPayment'>({
  ...payment,
  endpoint: 'overview/payment',
  level: 'overall',
  title: ({ words }) => words.panels.payment,
  isWide: true,
});
