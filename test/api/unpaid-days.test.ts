/** Nobody is shown a day that is not paid for: every figure of these data names the days that it is made of. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import { writeCsv } from '../support/order-files.ts';
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

/** From a Wednesday to a Thursday: few enough days that the amount of each is a bit of its own. */
const ORDERED: Range = { first: parseDay('2025-03-05'), last: parseDay('2025-04-17') };
const SCOPE = { category: 'Drinks', sub: 'Tea' };

/** The order of a day has 2^i hundredths, and a method, a member, a merchant and a product that no other day has. */
const ORDERS: readonly RawRow[] = daysOf(ORDERED).map((day, i) => {
  const date = formatDay(day);
  const cents = String(2n ** BigInt(i)).padStart(3, '0');
  return row({
    ...{ order_id: date, ordered_at: date, category: SCOPE.category, sub_category: SCOPE.sub },
    ...{ product_id: date, tags: `day=${date}`, payment_method: date, merchant_id: date, member_id: date },
    amount: `${cents.slice(0, -2)}.${cents.slice(-2)}`,
  });
});

const SETTINGS = {
  MDQ_DEFAULT_WEEKS: '2',
  MDQ_AUDIENCE_METHODS: daysOf(ORDERED).map(formatDay).join(','),
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

/** The days that an answer tells of: by the bits of its amounts, and by the names that stand for one day. */
function toldDays(data: object): Set<Day> {
  const days = new Set<Day>();
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? name : key);
    else if (typeof value === 'number' && /amount$/i.test(name) && !/^avg/.test(name))
      for (let cents = BigInt(Math.round(value * 100)), day = ORDERED.first; cents > 0n; cents /= 2n, day++) {
        if (cents % 2n === 1n) days.add(day);
      }
    else if (typeof value === 'string' && /^(name|value)$/.test(name) && /^\d{4}-\d\d-\d\d$/.test(value))
      days.add(parseDay(value));
  };
  walk(data, '');
  return days;
}

/** Every number and every entry of a list, beside the echo of what was asked. */
function figuresOf(data: object): unknown[] {
  const { start, end, category, subCategory, type, granularity, ...own } = data as Record<string, unknown>;
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  return leaves(own);
}

/** The days that may be told of a range that is paid for. */
function payableDays(
  path: string,
  range: Range,
  coverage: Range,
  months?: (range: Range) => Range[],
): Set<Day> {
  const priced = shared(range, coverage);
  if (!priced) return new Set();
  const previous = previousPeriod(range);
  const ranges = path.includes('/trends/')
    ? (months ?? weeksTouching)(priced)
    : path.endsWith('/focus') && holds(coverage, range) && holds(coverage, previous)
      ? [priced, previous]
      : [priced];
  return new Set(ranges.flatMap(daysOf));
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
    const told = new Map(dated.map(({ path }) => [path, new Set<Day>()]));
    for (const { path } of dated) {
      for (const asked of rangesAround(coverage)) {
        const range = isInWeeks ? { first: mondayOf(asked.first), last: mondayOf(asked.last) + 6 } : asked;
        const dates = { start: formatDay(asked.first), end: formatDay(asked.last) };
        const url = `${path}?${new URLSearchParams({ ...SCOPE, ...dates })}`;
        const data = answerOf(snapshot, url).data as object;
        const payable = payableDays(path, range, coverage, months);
        const days = toldDays(data);
        const unpaid = [...days].filter((day) => !payable.has(day)).map(formatDay);
        assert.deepEqual(unpaid, [], url);
        for (const day of days) told.get(path)?.add(day);
        const figures = figuresOf(data).filter((figure) => figure !== null && figure !== 0);
        if (payable.size === 0) assert.deepEqual(figures, [], url);
      }
    }
    // The figures do name their days, up to both ends.
    for (const [path, days] of told)
      for (const day of [coverage.first, coverage.last]) assert.ok(days.has(day), path);
  });
}
