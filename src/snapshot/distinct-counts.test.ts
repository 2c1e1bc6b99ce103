import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DayIndex } from './day-index.ts';
import { DistinctCounts, firstSeenSums } from './distinct-counts.ts';
import { spliceFirstSeen } from './splice-first-seen.ts';
import type { FirstSeenTable } from './tables.ts';
import { byThing, countThings, groupsOf } from './tally/first-seen.ts';
import { PairMap } from './tally/pair-map.ts';
import { SeenThings } from './tally/seen-things.ts';

const DAYS = 40;
const SERIES = 3;

/** Who was seen where and when, at random but always alike. */
function madeFirstSeen(): { series: number; thing: number; day: number }[] {
  let state = 42;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 400 }, () => ({ series: next(SERIES), thing: next(25), day: next(DAYS) - 5 }));
}

const seen = madeFirstSeen();
const days = Int32Array.from(new Set(seen.map(({ day }) => day))).sort();

const dayIndex = new DayIndex(days);

/** Compares every range there is with a count by hand. */
function check(counts: DistinctCounts, among = seen): void {
  for (let series = 0; series < SERIES; series++) {
    for (let start = -7; start < DAYS; start++) {
      for (let end = start; end < DAYS; end++) {
        const things = among.filter((s) => s.series === series && s.day >= start && s.day <= end);
        const expected = new Set(things.map((s) => s.thing)).size;
        assert.equal(counts.distinct(series, { start, end }), expected, `${series}: ${start}..${end}`);
      }
    }
  }
}

/** Counts what is seen day by day, those before a day only remembered. */
function pack(all: typeof seen, seriesCount: number, from = Number.NEGATIVE_INFINITY): FirstSeenTable {
  const seenThings = new SeenThings();
  days.forEach((day, index) => {
    for (const { series, thing } of all.filter((each) => each.day === day)) {
      if (day < from) seenThings.remember(thing, series, index + 1);
      else seenThings.see(thing, series, index + 1);
    }
  });
  const groups = groupsOf(Array.from({ length: seriesCount }, (_, series) => [series]));
  return countThings(byThing(seenThings.seen), { groups, seriesCount });
}

function countsOf(packed: FirstSeenTable): DistinctCounts {
  return new DistinctCounts(dayIndex, packed, firstSeenSums(dayIndex, packed));
}

test('distinct things are counted exactly, for every range there is', () => {
  check(countsOf(pack(seen, SERIES)));
});

test('days that are added up ahead count the same', () => {
  // As many things as make every series worth adding up.
  const crowd = seen.flatMap((each) =>
    Array.from({ length: 12 }, (_, copy) => ({ ...each, thing: each.thing * (copy + 1) })),
  );
  check(countsOf(pack(crowd, SERIES)), crowd);
});

test('the later days behind an earlier version are the same as all counted at once', () => {
  const whole = pack(seen, SERIES);
  days.forEach((from, index) => {
    const isNew = ({ series, day }: (typeof seen)[number]) => series === SERIES - 1 && day < from;
    const all = seen.filter((each) => !isNew(each));
    // The last series is new from that day on, and what was there of the day itself has been replaced.
    const earlier = pack(
      all.filter(({ series, day }) => series < SERIES - 1 && (day < from || day % 2 === 0)),
      SERIES - 1,
    );
    const spliced = spliceFirstSeen(earlier, pack(all, SERIES, from), index);
    assert.deepEqual(spliced, index === 0 ? whole : pack(all, SERIES), `from ${from}`);
  });
});

test('a series that saw nothing counts nothing', () => {
  const packed = pack([], 2);
  assert.equal(countsOf(packed).distinct(1, { start: -100, end: 100 }), 0);
});

test('a hundred thousand pairs are each told apart', () => {
  const pairs = new PairMap();
  for (let round = 1; round <= 3; round++) {
    for (let a = 0; a < 100; a++) {
      for (let b = 0; b < 1000; b++) {
        assert.equal(pairs.set(a, b, round + a), round === 1 ? 0 : round - 1 + a);
      }
    }
  }
  assert.equal(pairs.get(99, 999), 102);
  assert.equal(pairs.get(999, 99), 0);
});
