import type { DayRange } from './calendar.ts';
import { DaySeries, firstAtLeast } from './day-series.ts';
import type { SightingRows } from './tables.ts';

/**
 * Distinct things in any range of days, exactly, from counts alone. Every sighting knows the day its thing
 * was seen before; in a range, a thing is counted at the one sighting whose previous day lies before the
 * range. Days hold their rows sorted by previous day, so each costs one binary search.
 */
export class Sightings {
  readonly #previous: Int32Array;
  /** The number of things up to and including each row, counted from the start of its run. */
  readonly #upTo: Int32Array;
  /** One entry per (series, day): where its rows start; one more at the end. */
  readonly #runStart: Int32Array;
  readonly #runs: DaySeries;

  constructor(seriesCount: number, { series, day, previous, count }: SightingRows) {
    const starts: number[] = [];
    this.#previous = previous;
    this.#upTo = new Int32Array(count.length);
    let total = 0;
    for (let row = 0; row < count.length; row++) {
      if (row === 0 || day[row] !== day[row - 1] || series[row] !== series[row - 1]) {
        starts.push(row);
        total = 0;
      }
      total += count[row] ?? 0;
      this.#upTo[row] = total;
    }
    this.#runStart = Int32Array.from([...starts, count.length]);
    this.#runs = new DaySeries(
      seriesCount,
      Int32Array.from(starts, (row) => series[row] ?? 0),
      Int32Array.from(starts, (row) => day[row] ?? 0),
    );
  }

  /** How many distinct things a series saw in a range. */
  distinct(series: number, range: DayRange): number {
    const [from, to] = this.#runs.rowsIn(series, range);
    let seen = 0;
    for (let run = from; run < to; run++) {
      const start = this.#runStart[run] ?? 0;
      const end = firstAtLeast(this.#previous, start, this.#runStart[run + 1] ?? 0, range.start);
      if (end > start) seen += this.#upTo[end - 1] ?? 0;
    }
    return seen;
  }
}
