import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER, packSightings, type SightingRows } from './pack-sightings.ts';
import { Sightings } from './sightings.ts';

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

/** The table that a warehouse makes of them, worked out the long way. */
function toRows(seen: ReturnType<typeof madeSightings>): SightingRows {
  const counts = new Map<string, number>();
  const unique = new Set(seen.map(({ series, thing, day }) => `${series} ${thing} ${day}`));
  for (const key of unique) {
    const [series, thing, day] = key.split(' ').map(Number);
    const earlier = seen.filter((s) => s.series === series && s.thing === thing && s.day < Number(day));
    const previous = earlier.length > 0 ? Math.max(...earlier.map((s) => s.day)) : NEVER;
    const row = JSON.stringify([series, day, previous]);
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  const rows = [...counts]
    .map(([row, count]) => [...(JSON.parse(row) as [number, number, number]), count] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return {
    series: Int32Array.from(rows, (row) => row[0]),
    day: Int32Array.from(rows, (row) => row[1]),
    previous: Int32Array.from(rows, (row) => row[2]),
    count: Int32Array.from(rows, (row) => row[3]),
  };
}

const seen = madeSightings();
const days = Int32Array.from(new Set(seen.map(({ day }) => day))).sort();

/** Compares every range there is with a count by hand. */
function check(sightings: Sightings): void {
  for (let series = 0; series < SERIES; series++) {
    for (let start = -7; start < DAYS; start++) {
      for (let end = start; end < DAYS; end++) {
        const things = seen.filter((s) => s.series === series && s.day >= start && s.day <= end);
        const expected = new Set(things.map((s) => s.thing)).size;
        assert.equal(sightings.distinct(series, { start, end }), expected, `${series}: ${start}..${end}`);
      }
    }
  }
}

test('distinct things are counted exactly, for every range there is', () => {
  check(new Sightings(days, packSightings(SERIES, days, toRows(seen))));
});

test('packing the later days behind an earlier version gives the same as packing all', () => {
  const all = toRows(seen);
  const whole = packSightings(SERIES, days, all);
  for (const from of days) {
    const before = toRows(seen.filter(({ day }) => day < from || (day === from && from % 2 === 0)));
    const earlierDays = days.filter((day) => day <= from);
    const packed = packSightings(
      SERIES - 1,
      earlierDays,
      only(before, (series) => series < SERIES - 1),
    );
    const rest = only(all, (series, day) => day >= from || series === SERIES - 1);
    assert.deepEqual(packSightings(SERIES, days, rest, { packed, from }), whole, `from ${from}`);
  }
});

test('a series that saw nothing counts nothing', () => {
  const none = new Int32Array(0);
  const packed = packSightings(2, days, { series: none, day: none, previous: none, count: none });
  assert.equal(new Sightings(days, packed).distinct(1, { start: -100, end: 100 }), 0);
});

function only(rows: SightingRows, keep: (series: number, day: number) => boolean): SightingRows {
  const kept = [...rows.series.keys()].filter((row) => keep(rows.series[row] ?? 0, rows.day[row] ?? 0));
  const pick = (column: Int32Array) => Int32Array.from(kept, (row) => column[row] ?? 0);
  return {
    series: pick(rows.series),
    day: pick(rows.day),
    previous: pick(rows.previous),
    count: pick(rows.count),
  };
}
