import type { DayRange } from './calendar.ts';
import { firstAtLeast } from './day-series.ts';
import type { PackedSightings } from './tables.ts';

/**
 * Distinct things in any range of days, exactly, from counts alone. Every sighting knows the day its thing
 * was seen before; in a range, a thing is counted at the one sighting whose previous day lies before the
 * range. Days hold their rows sorted by previous day, so each costs one binary search.
 */
export class Sightings {
  readonly #days: Int32Array;
  readonly #packed: PackedSightings;

  constructor(days: Int32Array, packed: PackedSightings) {
    this.#days = days;
    this.#packed = packed;
  }

  /** How many distinct things a series saw in a range. */
  distinct(series: number, range: DayRange): number {
    const { firstRun, runDay, firstRow, previous, upTo } = this.#packed;
    const start = firstAtLeast(this.#days, 0, this.#days.length, range.start);
    const end = firstAtLeast(this.#days, start, this.#days.length, range.end + 1);
    const lastRun = firstRun[series + 1] ?? 0;
    let seen = 0;
    for (let run = firstAtLeast(runDay, firstRun[series] ?? 0, lastRun, start); run < lastRun; run++) {
      if ((runDay[run] ?? 0) >= end) break;
      const row = firstRow[run] ?? 0;
      // Places are kept from one, so "at least start + 1" is on or after the first day of the range.
      const stop = firstAtLeast(previous, row, firstRow[run + 1] ?? 0, start + 1);
      if (stop > row) seen += upTo[stop - 1] ?? 0;
    }
    return seen;
  }
}
