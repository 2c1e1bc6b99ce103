/** First-seen counts equal a brute-force recomputation, also if earlier days arrive in any order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byThing, countThings, groupsOf } from './first-seen.ts';
import { SeenThings } from './seen-things.ts';

const DAYS = 30;
const FROM = 12;
/** A group of both series, one of each, and one of none. */
const GROUPS = [[0, 1], [1], [0], []];
const SERIES = 2;

interface SeenOnce {
  readonly thing: number;
  readonly group: number;
  readonly day: number;
}

function made(): SeenOnce[] {
  let state = 7;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return Array.from({ length: 3000 }, () => ({
    ...{ thing: below(40) * below(40), group: below(GROUPS.length), day: 1 + below(DAYS) },
  }));
}

/** How many were seen on a day of a series, by the day before: told by looking at all of them for each one. */
function expected(all: readonly SeenOnce[], series: number): string[] {
  const ours = all.filter(({ group }) => GROUPS[group]?.includes(series));
  const counts = new Map<string, number>();
  for (const key of new Set(ours.map(({ thing, day }) => `${thing} ${day}`))) {
    const [thing = 0, day = 0] = key.split(' ').map(Number);
    if (day < FROM) continue;
    const before = ours.filter((each) => each.thing === thing && each.day < day).map((each) => each.day);
    const told = `${day} after ${Math.max(0, ...before)}`;
    counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  return Array.from(counts, ([told, count]) => `${told}: ${count}`).sort();
}

test('things are counted by the day before in each series of their groups, and those of before are remembered in any order', () => {
  const all = made();
  const seenThings = new SeenThings();
  for (const { thing, group, day } of all) if (day < FROM) seenThings.remember(thing, group, day);
  for (const { thing, group, day } of all.toSorted((a, b) => a.day - b.day))
    if (day >= FROM) seenThings.see(thing, group, day);
  const table = countThings(byThing(seenThings.seen), { groups: groupsOf(GROUPS), seriesCount: SERIES });
  for (let series = 0; series < SERIES; series++) {
    const told: string[] = [];
    for (let run = table.firstRun[series] ?? 0; run < (table.firstRun[series + 1] ?? 0); run++) {
      let before = 0;
      for (let row = table.firstRow[run] ?? 0; row < (table.firstRow[run + 1] ?? 0); row++) {
        const upTo = table.upTo[row] ?? 0;
        told.push(`${(table.runDay[run] ?? 0) + 1} after ${table.previous[row]}: ${upTo - before}`);
        before = upTo;
      }
    }
    assert.deepEqual(told.sort(), expected(all, series));
  }
});
