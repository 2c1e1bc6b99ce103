/** The reference implementation covers every endpoint and agrees with figures worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/endpoints/index.ts';
import { row } from './made-cases.ts';
import { PATHS, Reference } from './reference.ts';
import {
  askedRange,
  businessDay,
  defaultPeriod,
  formatDay,
  growthPeriods,
  monthsTouching,
  parseDay,
  previousPeriod,
  type Range,
} from './reference-calendar.ts';
import { compareNames, dayCoefficient, quotient } from './reference-figures.ts';
import { mergeImports, parseCents, type RawRow } from './reference-lines.ts';
import { Closed } from './reference-privacy.ts';

function range(first: string, last: string): Range {
  return { first: parseDay(first), last: parseDay(last) };
}

function written({ first, last }: Range): string {
  return `${formatDay(first)}..${formatDay(last)}`;
}

test('every path that is sold is computed here, and no other', () => {
  assert.deepEqual([...PATHS].sort(), endpoints.map(({ path }) => path).sort());
});

test('a moment with an offset moves to the business day, one without stays', () => {
  const taipei = (text: string) => formatDay(businessDay(text, 'Asia/Taipei'));
  assert.equal(taipei('2024-12-31'), '2024-12-31');
  assert.equal(taipei('2024-12-31T23:59:59'), '2024-12-31');
  assert.equal(taipei('2024-12-31T15:59:59Z'), '2024-12-31');
  assert.equal(taipei('2024-12-31T16:00:00Z'), '2025-01-01');
  assert.equal(taipei('2024-12-31T11:00-05:00'), '2025-01-01');
  assert.equal(formatDay(businessDay('2024-07-01T03:59:00Z', 'America/New_York')), '2024-06-30');
  assert.equal(formatDay(businessDay('2024-12-01T04:59:00Z', 'America/New_York')), '2024-11-30');
});

test('the default period is the last full weeks, or fewer, or all of coverage', () => {
  const coverage = range('2024-08-07', '2025-05-15');
  assert.equal(written(defaultPeriod(coverage, 12)), '2025-02-17..2025-05-11');
  assert.equal(written(defaultPeriod(coverage, 1000)), '2024-08-12..2025-05-11');
  assert.equal(written(defaultPeriod(range('2025-05-05', '2025-05-11'), 12)), '2025-05-05..2025-05-11');
  assert.equal(written(defaultPeriod(range('2025-05-06', '2025-05-17'), 12)), '2025-05-06..2025-05-17');
});

test('growth compares full weeks with as many full weeks', () => {
  const growth = (coverage: Range, weeks: number) => {
    const periods = growthPeriods(coverage, weeks);
    return periods && [written(periods.now), written(periods.before)];
  };
  const coverage = range('2025-01-29', '2025-05-15');
  assert.deepEqual(growth(coverage, 7), ['2025-03-24..2025-05-11', '2025-02-03..2025-03-23']);
  assert.deepEqual(growth(coverage, 12), ['2025-03-24..2025-05-11', '2025-02-03..2025-03-23']);
  assert.deepEqual(growth(coverage, 3), ['2025-04-21..2025-05-11', '2025-03-31..2025-04-20']);
  assert.equal(growth(range('2025-05-03', '2025-05-15'), 12), undefined);
  assert.equal(growth(range('2025-05-06', '2025-05-09'), 12), undefined);
});

test('a missing start or end is filled in', () => {
  const period = range('2025-02-17', '2025-05-11');
  const asked = (start?: string, end?: string) => written(askedRange(start, end, period, 12));
  assert.equal(asked(), '2025-02-17..2025-05-11');
  assert.equal(asked('', ''), '2025-02-17..2025-05-11');
  assert.equal(asked('2025-01-01'), '2025-01-01..2025-05-11');
  assert.equal(asked(undefined, '2025-03-31'), '2025-01-07..2025-03-31');
  assert.equal(written(previousPeriod(range('2025-03-01', '2025-03-10'))), '2025-02-19..2025-02-28');
});

test('months are whole, also those of coverage that begins and ends inside them', () => {
  assert.deepEqual(monthsTouching(range('2023-12-31', '2024-02-01')).map(written), [
    '2023-12-01..2023-12-31',
    '2024-01-01..2024-01-31',
    '2024-02-01..2024-02-29',
  ]);
});

test('halves are rounded away from zero, and nothing divided by zero is zero', () => {
  assert.equal(quotient(1n, 8n, 2), 0.13);
  assert.equal(quotient(-1n, 8n, 2), -0.13);
  assert.equal(quotient(201n, 200n, 2), 1.01);
  assert.equal(quotient(-1n, 1000n, 1), 0);
  assert.equal(quotient(5n, 0n, 2), 0);
});

test('names are in code point order', () => {
  assert.deepEqual(['😀', 'Ｘ', 'b', 'ab', 'a'].sort(compareNames), ['a', 'ab', 'b', 'Ｘ', '😀']);
});

test('amounts are read in hundredths', () => {
  assert.deepEqual(['12', '12.5', '12.500', '0', '0.01'].map(parseCents), [1200n, 1250n, 1250n, 0n, 1n]);
  assert.throws(() => parseCents('12.345'));
});

test('an order that arrives again replaces itself, and identical rows of one import stay', () => {
  const first = row({ order_id: 'a', amount: '1' });
  const other = row({ order_id: 'b', amount: '2' });
  const again = row({ order_id: 'a', amount: '3' });
  assert.deepEqual(mergeImports([[first, first, other], [again]]), [other, again]);
  assert.deepEqual(mergeImports([[first, first]]), [first, first]);
});

test('a price grows with every default period begun inside coverage', () => {
  const coverage = range('2024-08-07', '2025-05-15');
  const from = (days: number) => ({ first: coverage.first, last: coverage.first + days - 1 });
  assert.equal(dayCoefficient(from(84), coverage, 12), 1);
  assert.equal(dayCoefficient(from(85), coverage, 12), 2);
  assert.equal(dayCoefficient(from(5000), coverage, 12), 4);
  assert.equal(dayCoefficient(range('2024-08-07', '2024-08-07'), coverage, 12), 1);
  assert.equal(dayCoefficient(range('2020-01-01', '2024-08-06'), coverage, 12), 0);
  // Without a full week, one period is all of coverage, however few the days of its weeks.
  assert.equal(dayCoefficient(coverage, range('2025-05-06', '2025-05-17'), 1), 1);
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
  const answer = (path: Parameters<Reference['answer']>[0]) => shop.answer(path, { category: 'Drinks' });
  assert.deepEqual(shop.categories, ['Home', 'Drinks']);
  assert.deepEqual(answer('/api/public/trends/market'), {
    data: {
      type: 'market',
      granularity: 'week',
      category: 'Drinks',
      start: '2025-01-06',
      end: '2025-01-12',
      trend: [
        {
          month: '01/06-01/12',
          week_start: '2025-01-06',
          week_end: '2025-01-12',
          total_amount: 3.25,
          trade_count: 2,
          avg_amount: 1.63,
        },
      ],
    },
    points: 50,
    quoted: 50,
  });
  const inTea = { category: 'Drinks', subCategory: 'Tea', start: '2025-01-06', end: '2025-01-12' };
  assert.deepEqual(answer('/api/public/sub-market/focus').data, {
    type: 'sub-market-focus',
    ...inTea,
    focus: {
      tradeCount: 2,
      totalAmount: 3.25,
      avgAmount: 1.63,
      merchantCount: 1,
      audienceCount: 1,
      audienceTradeCount: 1,
      audienceAmount: 1,
      frequency: 1,
      arpu: 1,
    },
    prevFocus: null,
  });
  assert.deepEqual(answer('/api/public/sub-market/tags').data, {
    type: 'sub-market-tags',
    ...inTea,
    items: [{ key: 'kind', value: 'green', count: 1, percent: 100 }],
  });
  assert.deepEqual(answer('/api/public/sub-market/related-purchases').data, {
    type: 'sub-market-related-purchases',
    ...inTea,
    items: [{ category: 'Home', subCategory: 'Mugs', memberCount: 1, percent: 100 }],
  });
  assert.deepEqual(answer('/api/public/market/payment').data, {
    type: 'market-payment',
    category: 'Drinks',
    start: '2025-01-06',
    end: '2025-01-12',
    items: [
      { name: 'Credit card', count: 1, percent: '50.0%' },
      { name: 'Unspecified', count: 1, percent: '50.0%' },
    ],
  });
});

test('cells that are too small are closed, and so is what a subtraction would tell, worked out by hand', () => {
  /** One order each: a sub-category, a member, a merchant, an amount, and how it was paid. */
  const orders = (
    category: string,
    ...lines: readonly (readonly [
      sub: string,
      member: string,
      merchant: string,
      amount: string,
      card?: 'card',
    ])[]
  ): RawRow[] =>
    lines.map(([sub, member, merchant, amount, card], i) =>
      row({
        ...{ order_id: `${category}-${i}`, ordered_at: '2025-01-07', category, sub_category: sub },
        ...{
          amount,
          member_id: member,
          merchant_id: merchant,
          payment_method: card ? 'Credit card' : 'Cash',
        },
      }),
    );
  const week = Date.parse('2025-01-06') / 86_400_000;
  const shop = new Reference(
    [
      ...orders(
        'Food',
        ...[['Tea', 'a', '1', '10', 'card'] as const, ['Tea', 'b', '2', '10', 'card'] as const],
        // One buyer: closed. Nuts go with it, as the smaller of the other two.
        ...[['Gum', 'c', '1', '1'] as const],
        ...[['Nuts', 'a', '1', '4'] as const, ['Nuts', 'd', '2', '4'] as const],
      ),
      // One merchant has 90 of 100: closed, and Wood with it, as the smaller of the other two.
      ...orders('Toys', ['Cars', 'a', '1', '90'], ['Cars', 'b', '2', '5'], ['Cars', 'c', '2', '5']),
      ...orders('Wood', ['Oak', 'a', '1', '9'], ['Oak', 'b', '2', '9'], ['Oak', '', '', '9']),
      row({ order_id: 'later', ordered_at: '2025-01-13', category: 'Wood', sub_category: 'Oak' }),
    ],
    { privacy: { people: 2, merchants: 2, share: 80 } },
  );
  assert.deepEqual(shop.coverage, { first: week + 1, last: week + 6 });
  const cells = [{ category: 'Toys' }, { category: 'Toys', sub: 'Cars' }, { category: 'Food', sub: 'Gum' }];
  const secondary = [
    { category: 'Wood' },
    { category: 'Wood', sub: 'Oak' },
    { category: 'Food', sub: 'Nuts' },
  ];
  assert.deepEqual(
    shop.closed.cells,
    new Set([...cells, ...secondary].map((scope) => Closed.keyOf({ week, ...scope }))),
  );
  // Tea was bought by card alone, and what is hidden beside it has no line on the basis: Tea's goes as well.
  assert.deepEqual(
    [...shop.closed.basis].filter((key) => key.includes('Food')),
    ['Gum', 'Nuts', 'Tea'].map((sub) => Closed.keyOf({ week, category: 'Food', sub })),
  );
  assert.deepEqual(shop.categories, ['Food']);
  assert.deepEqual(shop.subCategories('Food'), ['Tea']);
  assert.equal(shop.answer('/api/public/overview/ranking', {}).suppressed, 2);
  assert.equal(shop.answer('/api/public/sub-market/focus', { category: 'Food', sub: 'Tea' }).suppressed, 1);
});
