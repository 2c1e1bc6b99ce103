import type { Day, DayRange } from './calendar.ts';

/** Rows sorted by series, then day: finds the rows of one series in a range of days. */
export class DaySeries {
  readonly #day: Int32Array;
  readonly #offsets: Int32Array;

  constructor(seriesCount: number, series: Int32Array, day: Int32Array) {
    this.#day = day;
    this.#offsets = new Int32Array(seriesCount + 1);
    for (const id of series) this.#offsets[id + 1] = (this.#offsets[id + 1] ?? 0) + 1;
    for (let id = 0; id < seriesCount; id++) {
      this.#offsets[id + 1] = (this.#offsets[id + 1] ?? 0) + (this.#offsets[id] ?? 0);
    }
  }

  /** The first row of a series on or after a day: the end of the series when there is none. */
  rowFrom(series: number, day: Day): number {
    const end = this.#offsets[series + 1] ?? 0;
    return firstAtLeast(this.#day, this.#offsets[series] ?? 0, end, day);
  }

  /** The rows of a series in a range: from the first, up to but not including the second. */
  rowsIn(series: number, range: DayRange): [from: number, to: number] {
    return [this.rowFrom(series, range.start), this.rowFrom(series, range.end + 1)];
  }
}

/** The first index in `from..to` of a sorted column whose value is at least `value`, or `to`. */
export function firstAtLeast(column: Int32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sums over any run of rows by one subtraction. Integers only, so it is exact. */
export class RunningTotal {
  readonly #before: Float64Array;

  constructor(values: Float64Array) {
    this.#before = new Float64Array(values.length + 1);
    let total = 0;
    for (let row = 0; row < values.length; row++) {
      total += values[row] ?? 0;
      this.#before[row + 1] = total;
    }
  }

  sum(from: number, to: number): number {
    return (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
  }
}
