import type { Day, DayRange } from '../lib/calendar.ts';
import type { DayIndex } from './day-index.ts';

/** Where each series begins in rows that are sorted by series; one more at the end. */
export function firstRows(seriesCount: number, series: Int32Array): Int32Array {
  const first = new Int32Array(seriesCount + 1);
  // A search for each finds it without going through all rows.
  for (let id = 1; id <= seriesCount; id++) {
    first[id] = firstAtLeast(series, first[id - 1] ?? 0, series.length, id);
  }
  return first;
}

/** Rows sorted by series, then day: finds the rows of one series in a range of days. */
export class DaySeries {
  readonly #first: Int32Array;
  readonly #day: Int32Array;
  readonly #days: DayIndex | undefined;

  /** `days` are those of all days there can be; a series that has every one of them needs no searching. */
  constructor(first: Int32Array, day: Int32Array, days?: DayIndex) {
    this.#first = first;
    this.#day = day;
    this.#days = days;
  }

  get count(): number {
    return this.#first.length - 1;
  }

  /** The first row of a series; that of the one after the last is the number of rows. */
  first(series: number): number {
    return this.#first[series] ?? 0;
  }

  /** The first row of a series on or after a day: the end of the series when there is none. */
  rowFrom(series: number, day: Day): number {
    const first = this.first(series);
    const last = this.first(series + 1);
    if (this.#days?.count === last - first) return first + this.#days.from(day);
    return firstAtLeast(this.#day, first, last, day);
  }

  /** The rows of a series in a range: from the first, up to but not including the second. */
  rowsIn(series: number, range: DayRange): [from: number, to: number] {
    return [this.rowFrom(series, range.start), this.rowFrom(series, range.end + 1)];
  }
}

/** The first index in `from..to` of a sorted column whose value is at least `value`, or `to`. */
export function firstAtLeast(
  column: Int32Array | Uint16Array,
  from: number,
  to: number,
  value: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sum of a series up to and including each row. */
export function runningTotals(series: DaySeries, values: Float64Array): Float64Array {
  const cumulative = new Float64Array(values.length);
  for (let id = 0; id < series.count; id++) {
    let total = 0;
    const end = series.first(id + 1);
    for (let row = series.first(id); row < end; row++) {
      total += values[row] ?? 0;
      cumulative[row] = total;
    }
  }
  return cumulative;
}

/**
 * Sums over any rows of a series by one subtraction. Each series starts at zero, so a sum is exact as long
 * as the whole of its series is a safe integer.
 */
export class RunningTotal {
  readonly #series: DaySeries;
  /** Made by `runningTotals`. */
  readonly #cumulative: Float64Array;

  constructor(series: DaySeries, cumulative: Float64Array) {
    this.#series = series;
    this.#cumulative = cumulative;
  }

  /** The sum of the rows of a series from one up to but not including another. */
  sum(series: number, from: number, to: number): number {
    const first = this.#series.first(series);
    const before = (row: number) => (row > first ? (this.#cumulative[row - 1] ?? 0) : 0);
    return before(to) - before(from);
  }
}
