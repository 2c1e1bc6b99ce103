import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import { categoryScope, type RefreshSettings, subScope } from '../tables.ts';
import type { Lines } from './lines.ts';
import { countPeopleApart } from './people-apart.ts';
import { PeopleTally } from './people-tally.ts';
import { SalesApart } from './sales-apart.ts';
import { SalesTally } from './sales-tally.ts';

const SUBS = 12;
const DAYS = 70;
const NAMES = {
  categories: ['A', 'B', 'C'],
  subs: Array.from({ length: SUBS }, (_, sub) => ({ category: sub % 3, name: String(sub) })),
  methods: ['Cash', 'Card'],
  days: Int32Array.from({ length: DAYS }, (_, day) => day + 100),
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

test('people that are counted in a thread of their own are those that are counted here', async () => {
  const here = new PeopleTally(NAMES, SETTINGS);
  const apart = new PeopleTally(NAMES, SETTINGS, countPeopleApart);
  for (const week of weeksOf(3_000)) {
    here.add(...week);
    apart.add(...week);
  }
  assert.deepEqual(await apart.finish(), here.finish());
});

test('what the thread cannot count is told to whoever waits for it', async () => {
  const nothing = { thing: new Int32Array(0), place: new Int32Array(0), day: new Uint16Array(0), from: 1 };
  const places = { first: new Uint32Array(1), series: new Uint32Array(0) };
  const wrong = { seen: nothing, places, seriesCount: -2 };
  await assert.rejects(countPeopleApart({ members: wrong, merchants: wrong }), RangeError);
});

test('sales that are counted in a thread of their own are those that are counted here', async () => {
  const here = new SalesTally(NAMES, SETTINGS);
  const apart = new SalesApart(NAMES, SETTINGS);
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

test('what the thread of sales cannot count is told, and nobody waits for it', async () => {
  const wrong = { ...NAMES, subs: undefined as unknown as typeof NAMES.subs };
  const apart = new SalesApart(wrong, SETTINGS);
  for (const week of weeksOf(100_000)) {
    apart.add(...week);
    await apart.keepUp();
  }
  await assert.rejects(apart.finish(), TypeError);
  await apart.end();
});

test('a thread that is ended before its time is told of', async () => {
  const apart = new SalesApart(NAMES, SETTINGS);
  await apart.end();
  await assert.rejects(apart.finish(), /the thread that counts sales has ended/);
});
