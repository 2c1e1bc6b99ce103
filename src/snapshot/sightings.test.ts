import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DayPlaces } from './day-places.ts';
import { Sightings } from './sightings.ts';
import { spliceSightings } from './splice-sightings.ts';
import type { PackedSightings } from './tables.ts';
import { PairMap } from './tally/pair-map.ts';
import { SightingTally } from './tally/sighting-tally.ts';

const DAYS = 40;
const SERIES = 3;

/** Who was seen where and when, at random but always alike. */
function madeSightings(): { series: number; thing: number; day: number }[] {
  let state = 42;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 400 }, () => ({ series: next(SERIES), thing: next(25), day: next(DAYS) - 5 }));
}

const seen = madeSightings();
const days = Int32Array.from(new Set(seen.map(({ day }) => day))).sort();

const places = new DayPlaces(days);

/** Compares every range there is with a count by hand. */
function check(sightings: Sightings, among = seen): void {
  for (let series = 0; series < SERIES; series++) {
    for (let start = -7; start < DAYS; start++) {
      for (let end = start; end < DAYS; end++) {
        const things = among.filter((s) => s.series === series && s.day >= start && s.day <= end);
        const expected = new Set(things.map((s) => s.thing)).size;
        assert.equal(sightings.distinct(series, { start, end }), expected, `${series}: ${start}..${end}`);
      }
    }
  }
}

/** Counts sightings day by day, those before a day only remembered. */
function pack(sightings: typeof seen, seriesCount: number, from = Number.NEGATIVE_INFINITY): PackedSightings {
  const tally = new SightingTally(seriesCount);
  days.forEach((day, place) => {
    const today = sightings.filter((sighting) => sighting.day === day);
    if (day < from) {
      for (const { series, thing } of today) tally.remember(series, thing, place + 1);
      return;
    }
    tally.startDay(place + 1);
    for (const { series, thing } of today) tally.see(series, thing);
    tally.endDay();
  });
  return tally.packed();
}

test('distinct things are counted exactly, for every range there is', () => {
  check(new Sightings(places, pack(seen, SERIES)));
});

test('days that are added up ahead count the same', () => {
  // As many things as make every series worth adding up.
  const crowd = seen.flatMap((sighting) =>
    Array.from({ length: 12 }, (_, copy) => ({ ...sighting, thing: sighting.thing * (copy + 1) })),
  );
  check(new Sightings(places, pack(crowd, SERIES)), crowd);
});

test('the later days behind an earlier version are the same as all counted at once', () => {
  const whole = pack(seen, SERIES);
  days.forEach((from, place) => {
    const isNew = ({ series, day }: (typeof seen)[number]) => series === SERIES - 1 && day < from;
    const all = seen.filter((sighting) => !isNew(sighting));
    // The last series is new from that day on, and what was there of the day itself has been replaced.
    const earlier = pack(
      all.filter(({ series, day }) => series < SERIES - 1 && (day < from || day % 2 === 0)),
      SERIES - 1,
    );
    const spliced = spliceSightings(earlier, pack(all, SERIES, from), place);
    assert.deepEqual(spliced, place === 0 ? whole : pack(all, SERIES), `from ${from}`);
  });
});

test('a series that saw nothing counts nothing', () => {
  const packed = new SightingTally(2).packed();
  assert.equal(new Sightings(places, packed).distinct(1, { start: -100, end: 100 }), 0);
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
