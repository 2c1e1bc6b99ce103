/** The reference implementation covers every endpoint and agrees with figures worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/endpoints/index.ts';
import { row } from './made-cases.ts';
import { PATHS, Reference } from './reference.ts';
import { Closed } from './reference-privacy.ts';

test('every path that is sold is computed here, and no other', () => {
  assert.deepEqual([...PATHS].sort(), endpoints.map(({ path }) => path).sort());
});

test('a small shop, worked out by hand', () => {
  const tea = { category: 'Drinks', sub_category: 'Tea' };
  const mug = { category: 'Home', sub_category: 'Mugs' };
  const card = { payment_method: 'Credit card', member_id: 'ann', merchant_id: 'm1' };
  const shop = new Reference([
    row({ order_id: '1', ordered_at: '2025-01-06', ...tea, product_id: 't', tags: 'kind=green', ...card }),
    row({ order_id: '1', ordered_at: '2025-01-09', ...mug, amount: '5', ...card }),
    row({ order_id: '2', ordered_at: '2025-01-12', ...tea, amount: '2.25', member_id: 'bob' }),
  ]);
  const week = { start: '2025-01-06', end: '2025-01-12' };
  const inTea = { category: 'Drinks', subCategory: 'Tea', ...week };
  const expected = {
    '/api/public/trends/market': {
      ...{ type: 'market', granularity: 'week', category: 'Drinks', ...week },
      trend: [
        {
          ...{ month: '01/06-01/12', week_start: week.start, week_end: week.end },
          ...{ total_amount: 3.25, trade_count: 2, avg_amount: 1.63 },
        },
      ],
    },
    '/api/public/sub-market/focus': {
      ...{ type: 'sub-market-focus', ...inTea, prevFocus: null },
      focus: {
        ...{ tradeCount: 2, totalAmount: 3.25, avgAmount: 1.63, merchantCount: 1 },
        ...{ audienceCount: 1, audienceTradeCount: 1, audienceAmount: 1, frequency: 1, arpu: 1 },
      },
    },
    '/api/public/sub-market/tags': {
      ...{ type: 'sub-market-tags', ...inTea },
      items: [{ key: 'kind', value: 'green', count: 1, percent: 100 }],
    },
    '/api/public/sub-market/related-purchases': {
      ...{ type: 'sub-market-related-purchases', ...inTea },
      items: [{ category: 'Home', subCategory: 'Mugs', memberCount: 1, percent: 100 }],
    },
    '/api/public/market/payment': {
      ...{ type: 'market-payment', category: 'Drinks', ...week },
      items: ['Credit card', 'Unspecified'].map((name) => ({ name, count: 1, percent: '50.0%' })),
    },
  } as const;
  assert.deepEqual(shop.categories, ['Home', 'Drinks']);
  for (const [path, data] of Object.entries(expected))
    assert.deepEqual(shop.answer(path as keyof typeof expected, { category: 'Drinks' }).data, data);
  const { points, quoted } = shop.answer('/api/public/trends/market', { category: 'Drinks' });
  assert.deepEqual([points, quoted], [50, 50]);
});

test('cells that are too small are closed, and so is what a subtraction would tell, worked out by hand', () => {
  /** One order each: a category, a sub-category, a member, a merchant, an amount, and how it was paid. */
  const lines = [
    ['Food', 'Tea', 'a', '1', '10', 'Credit card'],
    ['Food', 'Tea', 'b', '2', '10', 'Credit card'],
    // One buyer: closed. Nuts go with it, as the smaller of the other two.
    ['Food', 'Gum', 'c', '1', '1', 'Cash'],
    ['Food', 'Nuts', 'a', '1', '4', 'Cash'],
    ['Food', 'Nuts', 'd', '2', '4', 'Cash'],
    // One merchant has 90 of 100: closed, and Wood with it, as the smaller of the other two.
    ['Toys', 'Cars', 'a', '1', '90', 'Cash'],
    ['Toys', 'Cars', 'b', '2', '5', 'Cash'],
    ['Toys', 'Cars', 'c', '2', '5', 'Cash'],
    ['Wood', 'Oak', 'a', '1', '9', 'Cash'],
    ['Wood', 'Oak', 'b', '2', '9', 'Cash'],
    ['Wood', 'Oak', '', '', '9', 'Cash'],
  ] as const;
  const orders = lines.map(([category, sub_category, member_id, merchant_id, amount, payment_method], i) =>
    row({
      ...{ order_id: `${i}`, ordered_at: '2025-01-07', category, sub_category },
      ...{ member_id, merchant_id, amount, payment_method },
    }),
  );
  const later = row({ order_id: 'later', ordered_at: '2025-01-13', category: 'Wood', sub_category: 'Oak' });
  const shop = new Reference([...orders, later], { privacy: { people: 2, merchants: 2, share: 80 } });
  const week = Date.parse('2025-01-06') / 86_400_000;
  assert.deepEqual(shop.coverage, { first: week + 1, last: week + 6 });
  const keyOf = (category: string, sub?: string) => Closed.keyOf({ week, category, ...(sub && { sub }) });
  const first = [keyOf('Toys'), keyOf('Toys', 'Cars'), keyOf('Food', 'Gum')];
  const second = [keyOf('Wood'), keyOf('Wood', 'Oak'), keyOf('Food', 'Nuts')];
  assert.deepEqual(shop.closed.cells, new Set([...first, ...second]));
  // Tea was bought by card alone, and what is hidden beside it has no line on the basis: Tea's goes as well.
  assert.deepEqual(
    [...shop.closed.basis].filter((key) => key.includes('Food')),
    ['Gum', 'Nuts', 'Tea'].map((sub) => keyOf('Food', sub)),
  );
  assert.deepEqual([shop.categories, shop.subCategories('Food')], [['Food'], ['Tea']]);
  assert.equal(shop.answer('/api/public/overview/ranking', {}).suppressed, 2);
  assert.equal(shop.answer('/api/public/sub-market/focus', { category: 'Food', sub: 'Tea' }).suppressed, 1);
});
