/** Nobody is shown a day that is not paid for: whatever other days hold, an answer is the same. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Endpoint } from '../../src/endpoints/form/endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import { writeCsv } from '../support/order-files.ts';
import { ownFigures } from '../support/own-figures.ts';
import { row } from '../support/reference/made-cases.ts';
import { answerOf, publishedSnapshot } from '../support/reference/published-answers.ts';
import {
  type Day,
  daysOf,
  formatDay,
  holds,
  mondayOf,
  monthsOfWeeks,
  monthsTouching,
  parseDay,
  previousPeriod,
  type Range,
  shared,
  weeksTouching,
} from '../support/reference/reference-calendar.ts';
import type { RawRow } from '../support/reference/reference-lines.ts';
import { embedded } from '../support/stores/warehouse-engines.ts';

/** From a Wednesday to a Thursday. */
const ORDERED: Range = { first: parseDay('2025-03-05'), last: parseDay('2025-04-17') };
const SUB = 'Tea';

/** A category of which some days are not as usual, by its name. */
const USUAL = 'usual';
const before = (day: Day) => `before ${formatDay(day)}`;
const from = (day: Day) => `from ${formatDay(day)}`;

/** The order of a day has an amount, a method, a member, a merchant and a product that no other day has. */
function usualDay(category: string, day: Day): RawRow {
  const date = formatDay(day);
  return row({
    ...{ order_id: `${category} ${date}`, ordered_at: date, category, sub_category: SUB },
    ...{ product_id: date, tags: `day=${date}`, payment_method: date, merchant_id: date, member_id: date },
    amount: String(100 + day - ORDERED.first),
  });
}

/** More orders, of others, by other methods, also in another sub-category: no figure of the day is as it was. */
function otherDay(category: string, day: Day): RawRow[] {
  const usual = usualDay(category, day);
  const other = { tags: 'day=other', payment_method: 'other', amount: '7' };
  return [
    usual,
    ...[SUB, 'Other'].map((sub_category) => {
      const name = `${formatDay(day)} ${sub_category}`;
      const people = { product_id: name, merchant_id: name, member_id: name };
      return { ...usual, ...other, ...people, sub_category, order_id: `${category} ${name}` };
    }),
  ];
}

const DAYS = daysOf(ORDERED);
const ORDERS: readonly RawRow[] = DAYS.flatMap((day) => [
  usualDay(USUAL, day),
  ...[...DAYS, ORDERED.last + 1].flatMap((cut) => [
    ...(day < cut ? otherDay(before(cut), day) : [usualDay(before(cut), day)]),
    ...(day < cut ? [usualDay(from(cut), day)] : otherDay(from(cut), day)),
  ]),
]);

const SETTINGS = {
  MDQ_DEFAULT_WEEKS: '2',
  MDQ_AUDIENCE_METHODS: [...DAYS.map(formatDay), 'other'].join(','),
};

/** From every day around both ends of coverage, of every length that a week, a period or coverage has. */
function rangesAround({ first, last }: Range): Range[] {
  const lengths = [1, 2, 3, 6, 7, 8, 14, 15, 28, last - first, last - first + 1, last - first + 2, 100];
  const starts = [first - 60, first - 30, last - 30, last + 30, last + 60];
  for (let day = -16; day <= 16; day++) starts.push(first + day, last + day);
  return starts.flatMap((start) => lengths.map((length) => ({ first: start, last: start + length - 1 })));
}

async function published(t: TestContext, env: Record<string, string>, weekly = true): Promise<Snapshot> {
  const { warehouse, folder } = await embedded.open(t, { ...SETTINGS, ...env });
  await warehouse.import({ files: [await writeCsv(join(folder, 'orders.csv'), ORDERS)], weekly });
  return publishedSnapshot(warehouse);
}

/** What an endpoint answers of a category, as text that does not name it. */
function toldOf(snapshot: Snapshot, { path }: Endpoint, asked: Range, category: string): string {
  const dates = { start: formatDay(asked.first), end: formatDay(asked.last) };
  const { data } = answerOf(snapshot, `${path}?${new URLSearchParams({ category, sub: SUB, ...dates })}`);
  return JSON.stringify(data).replaceAll(category, 'it');
}

/** The days that may be told of a range that is paid for, which follow one another. */
function payableDays(
  { shows }: Endpoint,
  range: Range,
  coverage: Range,
  months?: (range: Range) => Range[],
): Range | undefined {
  const priced = shared(range, coverage);
  if (!priced) return undefined;
  const previous = previousPeriod(range);
  if (shows === 'previous' && holds(coverage, range) && holds(coverage, previous))
    return { first: previous.first, last: priced.last };
  if (shows !== 'weeks') return priced;
  const spans = (months ?? weeksTouching)(priced);
  return { first: spans[0]?.first ?? priced.first, last: spans.at(-1)?.last ?? priced.last };
}

const CASES = [
  { name: 'every day is shown as it is', env: {}, coverage: ORDERED },
  { name: 'months stand in for weeks', env: {}, coverage: ORDERED, months: monthsTouching },
  {
    name: 'ranges are whole weeks',
    env: { MDQ_MIN_PEOPLE: '1' },
    coverage: { first: ORDERED.first, last: mondayOf(ORDERED.last) - 1 },
    isInWeeks: true,
  },
  {
    name: 'ranges are whole weeks, and months stand in for them',
    env: { MDQ_MIN_PEOPLE: '1' },
    coverage: { first: ORDERED.first, last: mondayOf(ORDERED.last) - 1 },
    months: monthsOfWeeks,
    isInWeeks: true,
  },
];

for (const { name, env, coverage, months, isInWeeks } of CASES) {
  test(`no answer tells of a day that is not paid for, where ${name}`, async (t) => {
    const snapshot = await published(t, env, months === undefined);
    const dated = endpoints.filter(({ takes }) => takes.includes('start'));
    assert.ok(dated.length > 0);
    const within = (day: Day) => Math.min(Math.max(day, ORDERED.first), ORDERED.last + 1);
    for (const endpoint of dated) {
      for (const asked of rangesAround(coverage)) {
        const range = isInWeeks ? { first: mondayOf(asked.first), last: mondayOf(asked.last) + 6 } : asked;
        const payable = payableDays(endpoint, range, coverage, months);
        const told = (category: string) => toldOf(snapshot, endpoint, asked, category);
        const usual = told(USUAL);
        const about = `${endpoint.path} from ${formatDay(asked.first)} to ${formatDay(asked.last)}`;
        assert.equal(told(before(within(payable?.first ?? ORDERED.first))), usual, `${about}: days before`);
        assert.equal(
          told(from(within((payable?.last ?? ORDERED.first - 1) + 1))),
          usual,
          `${about}: days after`,
        );
        const figures = ownFigures(endpoint, JSON.parse(usual)).filter((each) => each !== null && each !== 0);
        if (!payable) assert.deepEqual(figures, [], about);
      }
      // The figures are of their days, up to both ends.
      const [usual, ...changed] = [USUAL, before(coverage.first + 1), from(coverage.last)].map((category) =>
        toldOf(snapshot, endpoint, coverage, category),
      );
      for (const told of changed)
        assert.notEqual(told, usual, `${endpoint.path} is not of these categories: it needs data of its own`);
    }
  });
}
