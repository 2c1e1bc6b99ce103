import type { DayRange } from '../lib/calendar.ts';
import type { DayIndex } from './day-index.ts';
import { firstAtLeast } from './day-series.ts';
import type { FirstSeenTable } from './tables.ts';

/** The fewest runs that are added up ahead. */
const MIN_BLOCK = 8;
/** How much room the sums may take: about twice that of the rows they are of. */
const SUMS_PER_ROW = 3;

/** Blocks of days, added up ahead. */
export interface FirstSeenSums {
  /** How many runs of a series a block holds; 0 for a series that is quick to go through as it is. */
  readonly blockRuns: Uint32Array;
  /** Where the blocks of each series begin in `seen`. */
  readonly firstSeen: Float64Array;
  /**
   * For each block, by the index of a day and one after the last: how many things of all runs up to the end of the block
   * were seen before on an earlier day than that, or never.
   */
  readonly seen: Uint32Array;
}

export function firstSeenSums(days: DayIndex, packed: FirstSeenTable): FirstSeenSums {
  const seriesCount = packed.firstRun.length - 1;
  const width = days.count + 1;
  const blockRuns = new Uint32Array(seriesCount);
  const firstSeen = new Float64Array(seriesCount);
  let length = 0;
  for (let series = 0; series < seriesCount; series++) {
    firstSeen[series] = length;
    const runs = blockRunsOf(packed, series, width);
    if (runs === 0) continue;
    blockRuns[series] = runs;
    length += Math.floor(runsOf(packed, series) / runs) * width;
  }
  const sums = { blockRuns, firstSeen, seen: new Uint32Array(length) };
  for (let series = 0; series < seriesCount; series++) addUp(packed, series, width, sums);
  return sums;
}

function runsOf({ firstRun }: FirstSeenTable, series: number): number {
  return (firstRun[series + 1] ?? 0) - (firstRun[series] ?? 0);
}

/** Blocks as small as they can be in the room that their sums may take. */
function blockRunsOf(packed: FirstSeenTable, series: number, width: number): number {
  const { firstRun, firstRow } = packed;
  const runs = runsOf(packed, series);
  const rows = (firstRow[firstRun[series + 1] ?? 0] ?? 0) - (firstRow[firstRun[series] ?? 0] ?? 0);
  const blocks = Math.min(Math.floor(runs / MIN_BLOCK), Math.floor((SUMS_PER_ROW * rows) / width));
  return blocks > 0 ? Math.ceil(runs / blocks) : 0;
}

function addUp(packed: FirstSeenTable, series: number, width: number, sums: FirstSeenSums): void {
  const { firstRun, firstRow, previous, upTo } = packed;
  const blockRuns = sums.blockRuns[series] ?? 0;
  if (blockRuns === 0) return;
  const first = firstRun[series] ?? 0;
  const byPrevious = new Uint32Array(width);
  const blocks = Math.floor(runsOf(packed, series) / blockRuns);
  for (let block = 0; block < blocks; block++) {
    for (let run = first + block * blockRuns; run < first + (block + 1) * blockRuns; run++) {
      let before = 0;
      for (let row = firstRow[run] ?? 0; row < (firstRow[run + 1] ?? 0); row++) {
        const index = previous[row] ?? 0;
        byPrevious[index] = (byPrevious[index] ?? 0) + (upTo[row] ?? 0) - before;
        before = upTo[row] ?? 0;
      }
    }
    const at = (sums.firstSeen[series] ?? 0) + block * width;
    let seen = 0;
    for (let index = 0; index < width; index++) {
      seen += byPrevious[index] ?? 0;
      sums.seen[at + index] = seen;
    }
  }
}

/**
 * Distinct things in any range of days, exactly, from counts alone. Each thing that is seen on a day knows the day it
 * was seen before; in a range, a thing is counted on the one day whose previous day lies before the
 * range. Days hold their rows sorted by previous day, so each costs one binary search, and blocks of days
 * are added up ahead, so that a long range costs no more than a short one.
 */
export class DistinctCounts {
  readonly #days: DayIndex;
  readonly #packed: FirstSeenTable;
  readonly #sums: FirstSeenSums;

  constructor(days: DayIndex, packed: FirstSeenTable, sums: FirstSeenSums) {
    this.#days = days;
    this.#packed = packed;
    this.#sums = sums;
  }

  /** How many distinct things a series saw in a range. */
  distinct(series: number, range: DayRange): number {
    const { firstRun } = this.#packed;
    const start = this.#days.from(range.start);
    const end = this.#days.from(range.end + 1);
    const first = firstRun[series] ?? 0;
    const last = firstRun[series + 1] ?? 0;
    const from = this.#runFrom(first, last, start);
    const until = this.#runFrom(first, last, end);
    const blockRuns = this.#sums.blockRuns[series] ?? 0;
    const blocks = blockRuns > 0 ? Math.floor((until - first) / blockRuns) : 0;
    const added = first + blocks * blockRuns;
    if (added <= from) return this.#newSince(start, from, until);
    // The blocks hold the runs before the range too, and count all of their rows: those are taken off.
    const before = this.#allBefore(series, from);
    return this.#upToBlock(series, blocks, start) - before + this.#newSince(start, added, until);
  }

  /** The first run of a series on or after a day. A series that has every day needs no searching. */
  #runFrom(first: number, last: number, index: number): number {
    if (last - first === this.#days.count) return first + index;
    return firstAtLeast(this.#packed.runDay, first, last, index);
  }

  /** How many things in some runs had not been seen since a day. */
  #newSince(start: number, from: number, until: number): number {
    const { firstRow, previous, upTo } = this.#packed;
    let seen = 0;
    for (let run = from; run < until; run++) {
      const row = firstRow[run] ?? 0;
      // `previous` counts days from one, so up to `start` is before the first day of the range.
      const stop = firstAtLeast(previous, row, firstRow[run + 1] ?? 0, start + 1);
      if (stop > row) seen += upTo[stop - 1] ?? 0;
    }
    return seen;
  }

  /** All that is seen of a series before a run. */
  #allBefore(series: number, run: number): number {
    const { firstRun, firstRow, upTo } = this.#packed;
    const first = firstRun[series] ?? 0;
    const blockRuns = this.#sums.blockRuns[series] ?? 0;
    const blocks = Math.floor((run - first) / blockRuns);
    let seen = this.#upToBlock(series, blocks, this.#days.count);
    for (let i = first + blocks * blockRuns; i < run; i++) seen += upTo[(firstRow[i + 1] ?? 0) - 1] ?? 0;
    return seen;
  }

  #upToBlock(series: number, blocks: number, index: number): number {
    if (blocks === 0) return 0;
    return this.#sums.seen[(this.#sums.firstSeen[series] ?? 0) + (blocks - 1) * this.#width + index] ?? 0;
  }

  get #width(): number {
    return this.#days.count + 1;
  }
}
