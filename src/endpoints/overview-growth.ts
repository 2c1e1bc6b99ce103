import { NO_DAYS } from '../lib/calendar.ts';
import { Type } from '../lib/schema.ts';
import { byCodePoint } from '../lib/text/names.ts';
import { amount, growthRate } from '../snapshot/figures.ts';
import { defineEndpoint } from './form/endpoint.ts';
import { isSuppressed, suppressedField } from './form/suppressed.ts';
import { itemsOf } from './shapes/items.ts';

export const overviewGrowth = defineEndpoint({
  path: '/api/public/overview/growth',
  group: 'Overview',
  type: 'overview-growth',
  summary: 'Growth of the main categories',
  description:
    'Amount and orders of every main category in the default period, compared with the previous period. Where the data begins later, the newer half of its full weeks is compared with the older half.',
  level: 'overall',
  period: 'compared',
  price: { base: 40, kind: 'fixed' },
  shows: 'previous',
  lists: 'children',
  fields: itemsOf(
    {
      producttypename: Type.String({ description: 'Main category name.' }),
      current_amount: Type.Number({ description: 'Amount in the current period.' }),
      previous_amount: Type.Number({ description: 'Amount in the previous period.' }),
      growth_rate: Type.Number({
        description: 'Growth of the amount in percent, negative if it fell; 100 if there was nothing before.',
      }),
      current_count: Type.Integer({ description: 'Orders in the current period.' }),
      previous_count: Type.Integer({ description: 'Orders in the previous period.' }),
      count_growth_rate: Type.Number({
        description: 'Growth of the orders in percent, negative if they fell; 100 if there were none before.',
      }),
      ...suppressedField('The category'),
    },
    { description: 'By growth_rate, then count_growth_rate, largest first, then name.' },
  ),
  answer: ({ snapshot, days, previous: before = NO_DAYS }) => ({
    items: snapshot.categories
      .map((category) => {
        const current = snapshot.totals(category.scope, days);
        const previous = snapshot.totals(category.scope, before);
        const hasOrders = current.orders + previous.orders > 0;
        const isHidden =
          !hasOrders && [days, before].some((range) => isSuppressed(snapshot, category.scope, range, 0));
        return {
          producttypename: category.name,
          current_amount: amount(current.cents),
          previous_amount: amount(previous.cents),
          growth_rate: growthRate(current.cents, previous.cents),
          current_count: current.orders,
          previous_count: previous.orders,
          count_growth_rate: growthRate(current.orders, previous.orders),
          ...(isHidden && { suppressed: true as const }),
        };
      })
      .filter((item) => item.current_count > 0 || item.previous_count > 0 || item.suppressed)
      .sort(
        (a, b) =>
          b.growth_rate - a.growth_rate ||
          b.count_growth_rate - a.count_growth_rate ||
          byCodePoint(a.producttypename, b.producttypename),
      ),
  }),
});
