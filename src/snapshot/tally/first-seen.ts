import type { FirstSeenTable } from '../tables.ts';
import { addUp, firstIndexes, largest } from './growing.ts';
import type { Seen } from './seen-things.ts';

const u16 = (length: number) => new Uint16Array(length);
const u32 = (length: number) => new Uint32Array(length);
/** More than any index of a day. */
const ALL_DAYS = 0x10000;

/** Series in groups: what is seen in a group is seen in each of its series. */
export interface SeriesGroups {
  /** Where in `series` those of each group begin; one more at the end. */
  readonly first: Uint32Array;
  readonly series: Uint32Array;
}

export function groupsOf(lists: readonly (readonly number[])[]): SeriesGroups {
  const first = u32(lists.length + 1);
  lists.forEach((list, group) => {
    first[group + 1] = (first[group] ?? 0) + list.length;
  });
  return { first, series: Uint32Array.from(lists.flat()) };
}

interface Series {
  readonly groups: SeriesGroups;
  readonly seriesCount: number;
}

/** What was seen of each thing, as it came. */
interface Things {
  /** Where those of each thing begin; one more at the end. */
  readonly firstOf: Uint32Array;
  readonly groupOf: Int32Array;
  readonly dayOf: Uint16Array;
  /** The first day that is counted, and the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Counts things by the day on which they were seen before in each series. They are gone through one after the other, so
 * that what is known of a thing is at hand: a table of all of them would be looked up all over memory.
 */
export function countThings(things: Things, series: Series): FirstSeenTable {
  return packed(dayPairs(things, series), things.to);
}

export function byThing({ thing, group, day, from }: Seen): Things {
  const firstOf = firstIndexes(thing, largest(thing) + 1);
  const next = firstOf.slice();
  const [groupOf, dayOf] = [new Int32Array(thing.length), u16(thing.length)];
  for (let row = 0; row < thing.length; row++) {
    const ours = thing[row] ?? 0;
    const to = next[ours] ?? 0;
    groupOf[to] = group[row] ?? 0;
    dayOf[to] = day[row] ?? 0;
    next[ours] = to + 1;
  }
  return { firstOf, groupOf, dayOf, from, to: largest(day) };
}

/** Of each series, in any order, the days on which things are seen, each with the day before that: in one number. */
function dayPairs(things: Things, { groups, seriesCount }: Series): Uint32Array[] {
  const { firstOf, groupOf, dayOf, from } = things;
  const { first, series } = groups;
  const room = roomFor(things, { groups, seriesCount });
  const next = room.slice();
  const pairs = u32(room[seriesCount] ?? 0);
  /** By series, the last thing and its day as one number: things come in order, so that it is less for those before. */
  const last = new Float64Array(seriesCount);
  for (let thing = 0; thing + 1 < firstOf.length; thing++) {
    const ours = thing * ALL_DAYS;
    const endOf = firstOf[thing + 1] ?? 0;
    for (let row = firstOf[thing] ?? 0; row < endOf; row++) {
      const today = dayOf[row] ?? 0;
      const group = groupOf[row] ?? 0;
      const end = first[group + 1] ?? 0;
      for (let at = first[group] ?? 0; at < end; at++) {
        const where = series[at] ?? 0;
        const previous = Math.max(0, (last[where] ?? 0) - ours);
        if (previous >= today) continue;
        last[where] = ours + today;
        if (today < from) continue;
        const to = next[where] ?? 0;
        pairs[to] = today * ALL_DAYS + previous;
        next[where] = to + 1;
      }
    }
  }
  return Array.from({ length: seriesCount }, (_, where) => pairs.subarray(room[where], next[where]));
}

/** Where each series begins, with room for all that was seen in its groups: there will be no more. */
function roomFor({ groupOf }: Things, { groups: { first, series }, seriesCount }: Series): Uint32Array {
  const seenAt = u32(first.length);
  for (let row = 0; row < groupOf.length; row++) {
    const where = groupOf[row] ?? 0;
    seenAt[where] = (seenAt[where] ?? 0) + 1;
  }
  const room = u32(seriesCount + 1);
  for (let where = 0; where + 1 < first.length; where++)
    for (const each of series.subarray(first[where], first[where + 1]))
      room[each + 1] = (room[each + 1] ?? 0) + (seenAt[where] ?? 0);
  return addUp(room);
}

function packed(pairsOfSeries: readonly Uint32Array[], lastDay: number): FirstSeenTable {
  // No more than there are pairs; what is not used of it takes no memory.
  const most = pairsOfSeries.reduce((sum, { length }) => sum + length, 0);
  const firstRun = u32(pairsOfSeries.length + 1);
  const [runDay, firstRow, previous, upTo] = [u16(most), u32(most + 1), u16(most), u32(most)];
  const sort = pairSorter(lastDay, pairsOfSeries);
  let [runs, rows] = [0, 0];
  for (const [series, pairs] of pairsOfSeries.entries()) {
    sort(pairs);
    let today = 0;
    for (let i = 0, seen = 0; i < pairs.length; i++) {
      const pair = pairs[i] ?? 0;
      const day = pair >>> 16;
      if (day !== today) {
        runDay[runs] = day - 1;
        firstRow[runs] = rows;
        runs++;
        today = day;
        seen = 0;
      }
      seen++;
      if (i + 1 < pairs.length && pairs[i + 1] === pair) continue;
      previous[rows] = pair & (ALL_DAYS - 1);
      upTo[rows] = seen;
      rows++;
    }
    firstRun[series + 1] = runs;
  }
  firstRow[runs] = rows;
  return {
    firstRun,
    runDay: runDay.slice(0, runs),
    firstRow: firstRow.slice(0, runs + 1),
    previous: previous.slice(0, rows),
    upTo: upTo.slice(0, rows),
  };
}

/** Sorts pairs by counting days, of which there are far fewer; what are not many pairs is sorted as any numbers are. */
function pairSorter(lastDay: number, all: readonly Uint32Array[]): (pairs: Uint32Array) => void {
  const aside = u32(all.reduce((most, { length }) => Math.max(most, length), 0));
  const [todays, befores] = [u32(lastDay + 2), u32(lastDay + 2)];
  return (pairs) => {
    if (pairs.length <= 2 * lastDay) {
      pairs.sort();
      return;
    }
    todays.fill(0);
    befores.fill(0);
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i] ?? 0;
      const [today, before] = [(pair >>> 16) + 1, (pair & (ALL_DAYS - 1)) + 1];
      todays[today] = (todays[today] ?? 0) + 1;
      befores[before] = (befores[before] ?? 0) + 1;
    }
    addUp(todays);
    addUp(befores);
    // Whatever has the same day keeps its order: so those of a day stay sorted by the day before.
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i] ?? 0;
      const before = pair & (ALL_DAYS - 1);
      const to = befores[before] ?? 0;
      aside[to] = pair;
      befores[before] = to + 1;
    }
    for (let i = 0; i < pairs.length; i++) {
      const pair = aside[i] ?? 0;
      const today = pair >>> 16;
      const to = todays[today] ?? 0;
      pairs[to] = pair;
      todays[today] = to + 1;
    }
  };
}
