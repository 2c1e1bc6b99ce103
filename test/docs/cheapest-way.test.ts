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
type Focus = { readonly totalAmount: number; readonly tradeCount: number };
type Sales = { readonly total_amount: number; readonly trade_count: number };
/** The fields of the answers that are read here. */
interface Answer {
  readonly focus: Focus;
  readonly prevFocus: Focus;
  readonly items: readonly (Sales & { readonly name: string })[];
  readonly trend: readonly (Sales & { readonly week_start: string })[];
}
/** Amount and orders, by what they are of. */
type Figures = Readonly<Record<string, readonly number[]>>;
/** Calls, and the figures that their answers give. */
type Way = { readonly calls: readonly Call[]; read(answers: readonly Answer[]): Figures };

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

async function dataOf<Data>(path: string, query: Query): Promise<Data> {
  const headers = { prefer: 'handling=strict' };
  const { status, body } = await service.get(`${path}?${new URLSearchParams(query)}`, { key, headers });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: Data }).data;
}

async function assertCheapest(recipe: Way, points: number, others: Readonly<Record<string, Way>>) {
  const priceOf = async ({ calls }: Way) => {
    const quotes = calls.map(([path, query]) =>
      dataOf<{ points: number }>('/api/account/quote', { path: `/api/public/${path}`, ...query }),
    );
    return (await Promise.all(quotes)).reduce((sum, quote) => sum + quote.points, 0);
  };
  const figuresOf = async ({ calls, read }: Way) =>
    read(await Promise.all(calls.map(([path, query]) => dataOf<Answer>(`/api/public/${path}`, query))));
  assert.equal(await priceOf(recipe), points);
  const figures = await figuresOf(recipe);
  assert.ok(Object.keys(figures).length > 0);
  for (const [name, way] of Object.entries(others)) {
    assert.ok((await priceOf(way)) > points, name);
    assert.deepEqual(await figuresOf(way), figures, name);
  }
}

const ofFocus = ({ totalAmount, tradeCount }: Focus) => [totalAmount, tradeCount];
const ofSales = ({ total_amount, trade_count }: Sales) => [total_amount, trade_count];
const sum = (parts: readonly Sales[]) => [
  Math.round(parts.reduce((total, { total_amount }) => total + total_amount, 0) * 100) / 100,
];
const PANS = { category: 'Kitchen', sub: 'Pans' };

/** The calendar months of the data's year, the last one up to its last day. */
const MONTHS = Array.from({ length: 12 }, (_, i) => ({
  start: `2024-${String(i + 1).padStart(2, '0')}-01`,
  end: i === 11 ? dayAfter(FIRST, DAYS - 1) : new Date(Date.UTC(2024, i + 1, 0)).toISOString().slice(0, 10),
}));
type Range = (typeof MONTHS)[number];

/** A call for each range, with the figures of one answer. */
function inEach(
  ranges: readonly Range[],
  callOf: (range: Range) => Call,
  figuresOf: (answer: Answer) => number[],
): Way {
  return {
    calls: ranges.map(callOf),
    read: (answers) => Object.fromEntries(answers.map((answer, i) => [ranges[i]?.start, figuresOf(answer)])),
  };
}

const byRanking = (months: readonly Range[]) =>
  inEach(
    months,
    (range) => ['market/sub-ranking', { category: 'Kitchen', ...range }],
    ({ items }) => items.filter(({ name }) => name === 'Pans').flatMap(ofSales),
  );
const byFocus = (months: readonly Range[]) =>
  inEach(
    months,
    (range) => ['sub-market/focus', { ...PANS, ...range }],
    ({ focus }) => ofFocus(focus),
  );

test('months of a sub-category cost least by the ranking, once a month', () =>
  assertCheapest(byRanking(MONTHS), 420, { focus: byFocus(MONTHS) }));

test('two months of the same length cost least by one focus call with the previous period', () => {
  const [july, august] = MONTHS.slice(6, 8);
  assert.ok(july && august);
  const both: Way = {
    calls: [['sub-market/focus', { ...PANS, ...august }]],
    read: ([answer]) =>
      answer
        ? { [july.start]: ofFocus(answer.prevFocus), [august.start]: ofFocus(answer.focus) }
        : assert.fail(),
  };
  return assertCheapest(both, 65, { ranking: byRanking([july, august]), focus: byFocus([july, august]) });
});

/** A call for each category, with the amount of one answer. */
function ofCategories(path: string, query: Query, amountOf: (answer: Answer) => number[]): Way {
  return {
    calls: CATEGORIES.map((category) => [path, { category, ...query }]),
    read: (answers) => Object.fromEntries(answers.map((answer, i) => [CATEGORIES[i], amountOf(answer)])),
  };
}

test('amounts of categories in any range cost least by the sums of their rankings', () => {
  // Whole weeks, so that the trend can be asked too.
  const range = { start: '2024-03-04', end: '2024-04-28' };
  return assertCheapest(
    ofCategories('market/sub-ranking', range, ({ items }) => sum(items)),
    2 * 35,
    {
      focus: ofCategories('market/focus', range, ({ focus }) => [focus.totalAmount]),
      trend: ofCategories('trends/market', range, ({ trend }) => sum(trend)),
    },
  );
});

test('the newest 84 days of the whole market cost least by its own endpoints', () =>
  assertCheapest(
    {
      calls: [['overview/ranking', {}]],
      read: ([answer]) =>
        Object.fromEntries((answer?.items ?? []).map((item) => [item.name, [item.total_amount]])),
    },
    30,
    { focus: ofCategories('market/focus', {}, ({ focus }) => [focus.totalAmount]) },
  ));

/** The weeks of ranges one behind the other, each from some day of its first week to some day of its last. */
function weeksOf(weeks: number, firstDay: number, lastDay: number): Way {
  return {
    calls: Array.from({ length: Math.ceil(52 / weeks) }, (_, i) => {
      const start = dayAfter(FIRST, 7 * weeks * i + firstDay);
      const end = dayAfter(FIRST, 7 * (Math.min(weeks * (i + 1), 52) - 1) + lastDay);
      return ['trends/market', { category: 'Garden', start, end }];
    }),
    read: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ trend }) => trend).map((week) => [week.week_start, ofSales(week)]),
      ),
  };
}

test('the weeks of a year cost least in four ranges from a Sunday to a Monday', () =>
  assertCheapest(weeksOf(13, 6, 0), 200, {
    'one range': weeksOf(52, 0, 6),
    'one range from a Sunday to a Monday': weeksOf(52, 6, 0),
    'ranges of 84 days': weeksOf(12, 0, 6),
  }));

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
