import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sightings } from './sightings.ts';
import { NEVER, type SightingRows } from './tables.ts';

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
    count: Float64Array.from(rows, (row) => row[3]),
  };
}

test('distinct things are counted exactly, for every range there is', () => {
  const seen = madeSightings();
  const sightings = new Sightings(SERIES, toRows(seen));
  for (let series = 0; series < SERIES; series++) {
    for (let start = -7; start < DAYS; start++) {
      for (let end = start; end < DAYS; end++) {
        const things = seen.filter((s) => s.series === series && s.day >= start && s.day <= end);
        const expected = new Set(things.map((s) => s.thing)).size;
        assert.equal(sightings.distinct(series, { start, end }), expected, `${series}: ${start}..${end}`);
      }
    }
  }
});

test('a series that saw nothing counts nothing', () => {
  const none = new Int32Array(0);
  const sightings = new Sightings(2, { series: none, day: none, previous: none, count: new Float64Array(0) });
  assert.equal(sightings.distinct(1, { start: 0, end: 100 }), 0);
});
