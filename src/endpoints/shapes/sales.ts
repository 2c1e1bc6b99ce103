import { Type } from '../../lib/schema.ts';
import { amount, average } from '../../snapshot/figures.ts';
import type { Totals } from '../../snapshot/snapshot.ts';

/** The figures of a range, as a ranking has them. */
export const salesFields = {
  total_amount: Type.Number({ description: 'Amount in the range.' }),
  trade_count: Type.Integer({ description: 'Orders in the range; one that spans several counts in each.' }),
  avg_amount: Type.Number({ description: 'Average order: total_amount / trade_count.' }),
};

/** The three figures that trends and rankings share. */
export function sales({ cents, orders }: Totals) {
  return { total_amount: amount(cents), trade_count: orders, avg_amount: average(cents, orders) };
}
