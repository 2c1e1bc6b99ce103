import type { DayRange } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { percentText } from '../../snapshot/figures.ts';
import type { Category, Snapshot } from '../../snapshot/snapshot.ts';
import { itemsOf } from './items.ts';

export const paymentFields = itemsOf(
  {
    name: Type.String({ description: 'Payment method.' }),
    count: Type.Integer({
      description: 'Orders paid this way; an order with two methods counts under both.',
    }),
    percent: Type.String({
      pattern: '^\\d+\\.\\d%$',
      description: 'Share of all counts, such as `45.3%`.',
    }),
  },
  { description: 'By count, largest first, then name.' },
);

export function paymentItems(snapshot: Snapshot, category: Category | undefined, range: DayRange) {
  const methods = snapshot.payments(category, range);
  const all = methods.reduce((sum, method) => sum + method.orders, 0);
  return methods.map(({ name, orders }) => ({ name, count: orders, percent: percentText(orders, all) }));
}
