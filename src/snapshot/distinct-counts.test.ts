/** Distinct counts are exact for every series and every range of days. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAYS, days, pack, SERIES, seen } from '../../test/support/first-seen.ts';
import { DayIndex } from './day-index.ts';
import { DistinctCounts, firstSeenSums } from './distinct-counts.ts';
import type { FirstSeenTable } from './tables.ts';
import { PairMap } from './tally/pair-map.ts';

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
