import type { FirstSeenTable } from '../../src/snapshot/tables.ts';
import { byThing, countThings, groupsOf } from '../../src/snapshot/tally/first-seen.ts';
import { SeenThings } from '../../src/snapshot/tally/seen-things.ts';

export const DAYS = 40;
export const SERIES = 3;

/** Who was seen where and when, at random but always alike. */
function madeFirstSeen(): { series: number; thing: number; day: number }[] {
  let state = 42;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 400 }, () => ({ series: next(SERIES), thing: next(25), day: next(DAYS) - 5 }));
}

export const seen = madeFirstSeen();
export const days = Int32Array.from(new Set(seen.map(({ day }) => day))).sort();

/** Counts what is seen day by day, those before a day only remembered. */
export function pack(all: typeof seen, seriesCount: number, from = Number.NEGATIVE_INFINITY): FirstSeenTable {
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
