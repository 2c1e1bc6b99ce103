import type { DayRange } from './calendar.ts';
import { DaySeries, firstAtLeast, RunningTotal } from './day-series.ts';
import type { SightingRows } from './tables.ts';

/**
 * Distinct things in any range of days, exactly, from counts alone. Every sighting knows the day its thing
 * was seen before; in a range, a thing is counted at the one sighting whose previous day lies before the
 * range. Days hold their rows sorted by previous day, so each costs one binary search.
 */
export class Sightings {
  readonly #previous: Int32Array;
  readonly #count: RunningTotal;
  /** One entry per (series, day): where its rows start; one more at the end. */
  readonly #runStart: Int32Array;
  readonly #runs: DaySeries;

  constructor(seriesCount: number, rows: SightingRows) {
    const total = rows.series.length;
    const starts: number[] = [];
    for (let row = 0; row < total; row++) {
      if (row === 0 || rows.day[row] !== rows.day[row - 1] || rows.series[row] !== rows.series[row - 1]) {
        starts.push(row);
      }
    }
    this.#previous = rows.previous;
    this.#count = new RunningTotal(rows.count);
    this.#runStart = Int32Array.from([...starts, total]);
    this.#runs = new DaySeries(
      seriesCount,
      Int32Array.from(starts, (row) => rows.series[row] ?? 0),
      Int32Array.from(starts, (row) => rows.day[row] ?? 0),
    );
  }

  /** How many distinct things a series saw in a range. */
  distinct(series: number, range: DayRange): number {
    const [from, to] = this.#runs.rowsIn(series, range);
    let seen = 0;
    for (let run = from; run < to; run++) {
      const start = this.#runStart[run] ?? 0;
      const end = this.#runStart[run + 1] ?? 0;
      seen += this.#count.sum(start, firstAtLeast(this.#previous, start, end, range.start));
    }
    return seen;
  }
}
