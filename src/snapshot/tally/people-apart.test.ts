import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import { categoryScope, type RefreshSettings, subScope } from '../tables.ts';
import { countPeopleApart } from './people-apart.ts';
import { type PeopleLines, PeopleTally } from './people-tally.ts';

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

/** Lines of a week that mix all values, some without a member or a merchant. */
function linesOf(week: number, length: number): PeopleLines {
  let state = week + 1;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % count;
  };
  const column = (value: () => number) => Int32Array.from({ length }, value);
  return {
    length,
    day: column(() => 100 + 7 * week + below(7)).sort(),
    sub: column(() => below(SUBS)),
    method: column(() => below(2)),
    merchant: column(() => below(50) - 1),
    member: column(() => below(5000) - 1),
  };
}

test('people that are counted in a thread of their own are those that are counted here', async () => {
  const closed: readonly ClosedWeek[] = [
    NOTHING_CLOSED,
    {
      cells: [categoryScope(1), subScope(1), subScope(4)],
      basis: [categoryScope(1), subScope(1), subScope(4)],
    },
    { cells: [subScope(2)], basis: [subScope(2), subScope(3)] },
  ];
  const here = new PeopleTally(NAMES, SETTINGS);
  const apart = new PeopleTally(NAMES, SETTINGS, countPeopleApart);
  for (let week = 0; week < DAYS / 7; week++) {
    const lines = linesOf(week, 3_000);
    const notShown = closed[week % closed.length] ?? NOTHING_CLOSED;
    here.add(lines, notShown);
    apart.add(lines, notShown);
  }
  assert.deepEqual(await apart.finish(), here.finish());
});

test('what the thread cannot count is told to whoever waits for it', async () => {
  const nothing = { thing: new Int32Array(0), place: new Int32Array(0), day: new Uint16Array(0), from: 1 };
  const places = { first: new Uint32Array(1), series: new Uint32Array(0) };
  const wrong = { seen: nothing, places, seriesCount: -2 };
  await assert.rejects(countPeopleApart({ members: wrong, merchants: wrong }), RangeError);
});
