/** The guide to recipes says how to ask at least cost: no way to the same figures that a caller might take is cheaper. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { row } from '../support/reference/made-cases.ts';
import { startService } from '../support/service.ts';

type Query = Readonly<Record<string, string>>;
type Call = readonly [path: string, query: Query];
type Focus = { tradeCount: number; totalAmount: number };
/** Of a sub-category and a day or range: amount and orders. */
type Figures = Readonly<Record<string, readonly [amount: number, orders: number]>>;
/** Calls, and the figures that their answers give. */
type Way = { readonly calls: readonly Call[]; readonly read: (answers: readonly unknown[]) => Figures };

const DAY = 86_400_000;
/** 52 weeks. Amounts differ by day, so that no two ranges have the same sum. */
const [FIRST, DAYS] = ['2024-01-01', 364];
const SUBS = { Garden: ['Tools', 'Seeds'], Kitchen: ['Pans', 'Knives', 'Forks'] };
const CATEGORIES = Object.keys(SUBS);

const service = await startService({
  rows: Array.from({ length: DAYS }, (_, i) =>
    Object.entries(SUBS).flatMap(([category, subs]) =>
      subs.map((sub, n) =>
        row({
          order_id: `${sub}-${i}`,
          ordered_at: dayAfter(FIRST, i),
          category,
          sub_category: sub,
          amount: String(1 + n + ((i * 7919) % 1009)),
        }),
      ),
    ),
  ).flat(),
});
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

async function dataOf(path: string, query: Query): Promise<Record<string, unknown>> {
  const { status, body } = await service.get(`${path}?${new URLSearchParams(query)}`, {
    key,
    headers: { prefer: 'handling=strict' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: Record<string, unknown> }).data;
}

async function priceOf({ calls }: Way): Promise<number> {
  const quotes = await Promise.all(
    calls.map(([path, query]) => dataOf('/api/account/quote', { path: `/api/public/${path}`, ...query })),
  );
  return quotes.reduce((sum, { points }) => sum + Number(points), 0);
}

async function figuresOf({ calls, read }: Way): Promise<Figures> {
  return read(await Promise.all(calls.map(([path, query]) => dataOf(`/api/public/${path}`, query))));
}

async function assertCheapest(
  recipe: Way,
  points: number,
  others: Readonly<Record<string, Way>>,
): Promise<void> {
  assert.equal(await priceOf(recipe), points);
  const figures = await figuresOf(recipe);
  assert.ok(Object.keys(figures).length > 0);
  for (const [name, way] of Object.entries(others)) {
    assert.ok((await priceOf(way)) > points, name);
    assert.deepEqual(await figuresOf(way), figures, name);
  }
}

const rounded = (amount: number) => Math.round(amount * 100) / 100;
const ofFocus = ({ totalAmount, tradeCount }: Focus) => [totalAmount, tradeCount] as const;

/** The calendar months of the data's year, the last one up to its last day. */
const MONTHS = Array.from({ length: 12 }, (_, i) => ({
  start: `2024-${String(i + 1).padStart(2, '0')}-01`,
  end: i === 11 ? dayAfter(FIRST, DAYS - 1) : new Date(Date.UTC(2024, i + 1, 0)).toISOString().slice(0, 10),
}));
type Range = (typeof MONTHS)[number];

const ranking = (category: string, range: Range): Call => ['market/sub-ranking', { category, ...range }];
type Item = { name: string; total_amount: number; trade_count: number };
const itemsOf = (answer: unknown) => (answer as { items: Item[] }).items;

function monthsByRanking(months: readonly Range[]): Way {
  return {
    calls: months.map((range) => ranking('Kitchen', range)),
    read: (answers) =>
      Object.fromEntries(
        answers.map((answer, i) => {
          const pans = itemsOf(answer).find(({ name }) => name === 'Pans');
          return [months[i]?.start, [pans?.total_amount ?? 0, pans?.trade_count ?? 0]];
        }),
      ),
  };
}

function monthsByFocus(months: readonly Range[]): Way {
  return {
    calls: months.map((range) => ['sub-market/focus', { category: 'Kitchen', sub: 'Pans', ...range }]),
    read: (answers) =>
      Object.fromEntries(
        answers.map((answer, i) => [months[i]?.start, ofFocus((answer as { focus: Focus }).focus)]),
      ),
  };
}

test('months of a sub-category cost least by the ranking, once a month', () =>
  assertCheapest(monthsByRanking(MONTHS), 420, { focus: monthsByFocus(MONTHS) }));

test('two months of the same length cost least by one focus call with the previous period', () => {
  const [july, august] = MONTHS.filter(({ start }) => start === '2024-07-01' || start === '2024-08-01');
  assert.ok(july && august);
  const both: Way = {
    calls: [['sub-market/focus', { category: 'Kitchen', sub: 'Pans', ...august }]],
    read: ([answer]) => {
      const { focus, prevFocus } = answer as { focus: Focus; prevFocus: Focus };
      return { [july.start]: ofFocus(prevFocus), [august.start]: ofFocus(focus) };
    },
  };
  return assertCheapest(both, 65, {
    ranking: monthsByRanking([july, august]),
    focus: monthsByFocus([july, august]),
  });
});

test('amounts of categories in any range cost least by the sums of their rankings', () => {
  // Whole weeks, so that the trend can be asked too.
  const range = { start: '2024-03-04', end: '2024-04-28' };
  const byCategory = (calls: (category: string) => Call, amountOf: (answer: unknown) => number): Way => ({
    calls: CATEGORIES.map(calls),
    read: (answers) =>
      Object.fromEntries(CATEGORIES.map((name, i) => [name, [rounded(amountOf(answers[i])), 0]])),
  });
  const sum = (parts: readonly { total_amount: number }[]) =>
    parts.reduce((total, { total_amount }) => total + total_amount, 0);
  return assertCheapest(
    byCategory(
      (category) => ranking(category, range),
      (answer) => sum(itemsOf(answer)),
    ),
    2 * 35,
    {
      focus: byCategory(
        (category) => ['market/focus', { category, ...range }],
        (answer) => (answer as { focus: Focus }).focus.totalAmount,
      ),
      trend: byCategory(
        (category) => ['trends/market', { category, ...range }],
        (answer) => sum((answer as { trend: { total_amount: number }[] }).trend),
      ),
    },
  );
});

type Week = { week_start: string; total_amount: number; trade_count: number };

function weeksOf(ranges: readonly Range[]): Way {
  return {
    calls: ranges.map((range) => ['trends/market', { category: 'Garden', ...range }]),
    read: (answers) =>
      Object.fromEntries(
        answers
          .flatMap((answer) => (answer as { trend: Week[] }).trend)
          .map(({ week_start, total_amount, trade_count }) => [week_start, [total_amount, trade_count]]),
      ),
  };
}

/** Ranges one behind the other, each from some day of its first week to some day of its last. */
function inRanges(weeks: number, firstDay: number, lastDay: number): Range[] {
  return Array.from({ length: Math.ceil(52 / weeks) }, (_, i) => {
    const last = Math.min(weeks * (i + 1), 52) - 1;
    return { start: dayAfter(FIRST, 7 * weeks * i + firstDay), end: dayAfter(FIRST, 7 * last + lastDay) };
  });
}

test('the weeks of a year cost least in four ranges from a Sunday to a Monday', () =>
  assertCheapest(weeksOf(inRanges(13, 6, 0)), 200, {
    'one range': weeksOf(inRanges(52, 0, 6)),
    'one range from a Sunday to a Monday': weeksOf(inRanges(52, 6, 0)),
    'ranges of 84 days': weeksOf(inRanges(12, 0, 6)),
  }));

test('the newest 84 days of the whole market cost least by its own endpoints', () => {
  const whole = (read: (answers: readonly unknown[]) => Figures, calls: readonly Call[]): Way => ({
    calls,
    read,
  });
  const amounts = (names: readonly string[], list: readonly number[]): Figures =>
    Object.fromEntries(names.map((name, i) => [name, [rounded(list[i] ?? 0), 0] as const]).toSorted());
  return assertCheapest(
    whole(
      ([answer]) =>
        amounts(
          itemsOf(answer).map(({ name }) => name),
          itemsOf(answer).map((item) => item.total_amount),
        ),
      [['overview/ranking', {}]],
    ),
    30,
    {
      focus: whole(
        (answers) =>
          amounts(
            CATEGORIES,
            answers.map((answer) => (answer as { focus: Focus }).focus.totalAmount),
          ),
        CATEGORIES.map((category): Call => ['market/focus', { category }]),
      ),
    },
  );
});

test('the guide names these ways with their prices, in both languages', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const name of ['guides/recipes.md', 'guides/zh/recipes.md']) {
    const [, section = ''] = readFileSync(join(root, name), 'utf8').split(
      /^## (?:Cheapest way to ask|最省點數的查法)$/m,
    );
    const [table = ''] = section.split('\n## ');
    for (const said of ['sub-ranking', '420', '780', 'prevFocus', '65', '200', '250', '/api/account'])
      assert.ok(table.includes(said), `${name}: ${said}`);
  }
});
