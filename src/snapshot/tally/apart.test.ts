/** Counting in a worker thread gives the same result in bounded memory, and a failed worker is reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { collectGarbage } from '../../../test/support/collect-garbage.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import { categoryScope, type RefreshSettings, subScope } from '../tables.ts';
import { closingCount, openCount } from './closing-tally.ts';
import { GoodsApart } from './goods-apart.ts';
import { GoodsTally } from './goods-tally.ts';
import type { Lines } from './lines.ts';
import { PeopleTally } from './people-tally.ts';

const SUBS = 12;
const DAYS = 70;
const NAMES = {
  categories: ['A', 'B', 'C'],
  subs: Array.from({ length: SUBS }, (_, sub) => ({ category: sub % 3, name: String(sub) })),
  methods: ['Cash', 'Card'],
  tags: Array.from({ length: 2 * SUBS }, (_, tag) => ({ sub: tag % SUBS, key: 'k', value: String(tag) })),
  days: Int32Array.from({ length: DAYS }, (_, day) => day + 100),
};
/** A text names one tag in some sub-categories, and two in others. */
const TEXT_TAGS = {
  text: Int32Array.from(NAMES.tags, (_, tag) => tag % 3),
  sub: Int32Array.from(NAMES.tags, ({ sub }) => sub),
  tag: Int32Array.from(NAMES.tags.keys()),
};
const SETTINGS: RefreshSettings = {
  timeZone: 'UTC',
  defaultWeeks: 1,
  audienceMethods: ['Card'],
  cancelledStatuses: [],
  currency: null,
  minPeople: 0,
  minMerchants: 0,
  maxShare: 100,
};

/** Lines of a week that mix all values, some without a member or a merchant; three make an order. */
function linesOf(week: number, length: number): Lines {
  let state = week + 1;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % count;
  };
  const column = (value: () => number) => Int32Array.from({ length }, value);
  return {
    length,
    day: column(() => 100 + 7 * week + below(7)).sort(),
    order: Float64Array.from({ length }, (_, row) => week * length + Math.floor(row / 3)),
    cents: Float64Array.from({ length }, () => below(100_000)),
    product: column(() => below(300)),
    text: column(() => below(4) - 1),
    sub: column(() => below(SUBS)),
    method: column(() => below(2)),
    merchant: column(() => below(50) - 1),
    member: column(() => below(5000) - 1),
  };
}

const CLOSED: readonly ClosedWeek[] = [
  NOTHING_CLOSED,
  {
    cells: [categoryScope(1), subScope(1), subScope(4)],
    basis: [categoryScope(1), subScope(1), subScope(4)],
  },
  { cells: [subScope(2)], basis: [subScope(2), subScope(3)] },
];

/** All weeks with what is closed of them, each with so many lines. */
function* weeksOf(length: number): Generator<[lines: Lines, closed: ClosedWeek]> {
  for (let week = 0; week < DAYS / 7; week++)
    yield [linesOf(week, length), CLOSED[week % CLOSED.length] ?? NOTHING_CLOSED];
}

test('goods that are counted in a thread of their own are those that are counted here', async () => {
  const here = new GoodsTally(NAMES, TEXT_TAGS, SETTINGS);
  const apart = new GoodsApart(NAMES, TEXT_TAGS, SETTINGS);
  let waits = 0;
  try {
    // More than is handed over together, and more than may wait.
    for (const week of weeksOf(100_000)) {
      here.add(...week);
      apart.add(...week);
      const few = apart.keepUp();
      if (few) waits += 1;
      await few;
    }
    assert.deepEqual(await apart.finish(), here.finish());
  } finally {
    await apart.end();
  }
  assert.ok(waits > 0, 'who adds never waited for the thread');
});

test('weeks of few lines take no more memory than many lines of one week', async () => {
  const names = { ...NAMES, days: Int32Array.from({ length: 7 * 1040 }, (_, day) => day + 100) };
  const here = new GoodsTally(names, TEXT_TAGS, SETTINGS);
  const apart = new GoodsApart(names, TEXT_TAGS, SETTINGS);
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  try {
    // As of one piece, after which alone it could be waited.
    for (let week = 0; week < 1040; week++) {
      const lines = linesOf(week, 3);
      const closed = { ...(CLOSED[week % CLOSED.length] ?? NOTHING_CLOSED) };
      here.add(lines, closed);
      apart.add(lines, closed);
    }
    const bytes = process.memoryUsage().arrayBuffers - before;
    assert.ok(bytes < 30e6, `${bytes} bytes wait`);
    assert.deepEqual(await apart.finish(), here.finish());
  } finally {
    await apart.end();
  }
});

test('a week of many lines is handed over as fast as it is counted', async () => {
  const tallies = () => ({
    goods: new GoodsTally(NAMES, TEXT_TAGS, SETTINGS),
    people: new PeopleTally(NAMES, SETTINGS),
  });
  const [slow, quick] = [tallies(), tallies()];
  let waiting = 0;
  const goods = {
    add(lines: Lines, closed: ClosedWeek) {
      waiting += lines.length;
      assert.ok(waiting < 100_000, `${waiting} lines wait`);
      slow.goods.add(lines, closed);
    },
    async keepUp() {
      await setImmediate();
      waiting = 0;
    },
    finish: () => slow.goods.finish(),
  };
  const counts = [closingCount({ ...slow, goods }, NAMES, SETTINGS, new Map()), openCount(quick)];
  for (const week of [0, 1]) for (const count of counts) await count.add(linesOf(week, 200_000));
  const [counted, expected] = await Promise.all(counts.map((count) => count.finish()));
  assert.deepEqual(counted, expected);
});

test('what the thread of goods cannot count is told while more is added', async () => {
  const wrong = { ...NAMES, subs: undefined as unknown as typeof NAMES.subs };
  const apart = new GoodsApart(wrong, TEXT_TAGS, SETTINGS);
  const untilTold = async () => {
    for (;;)
      for (const week of weeksOf(100_000)) {
        apart.add(...week);
        await apart.keepUp();
      }
  };
  await assert.rejects(untilTold, TypeError);
  await assert.rejects(apart.finish(), TypeError);
  await apart.end();
});

test('a thread that is ended before its time is told of', async () => {
  const apart = new GoodsApart(NAMES, TEXT_TAGS, SETTINGS);
  await apart.end();
  await assert.rejects(apart.finish(), /the thread that counts goods has ended/);
});
