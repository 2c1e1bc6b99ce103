import { Growing, picked, sortedIndexes } from './growing.ts';

type Sums<Name extends string> = Record<Name, Float64Array>;

/** Adds up measures by series, one day after the other. */
export class DayTally<Name extends string> {
  /** The sums of today, by series. Whoever adds to one says so by `touch`. */
  readonly today: Sums<Name>;
  readonly #names: readonly Name[];
  readonly #isTouched: Uint8Array;
  readonly #touched = new Growing((length) => new Uint32Array(length));

  readonly #series = new Growing((length) => new Int32Array(length));
  readonly #day = new Growing((length) => new Int32Array(length));
  readonly #sums: Record<Name, Growing<Float64Array>>;

  constructor(seriesCount: number, names: readonly Name[]) {
    const each = <T>(make: () => T) =>
      Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, T>;
    this.#names = names;
    this.today = each(() => new Float64Array(seriesCount));
    this.#sums = each(() => new Growing((length) => new Float64Array(length)));
    this.#isTouched = new Uint8Array(seriesCount);
  }

  touch(series: number): void {
    if (this.#isTouched[series]) return;
    this.#isTouched[series] = 1;
    this.#touched.push(series);
  }

  endDay(day: number): void {
    for (const series of this.#touched.values) {
      this.#isTouched[series] = 0;
      this.#series.push(series);
      this.#day.push(day);
      for (const name of this.#names) {
        this.#sums[name].push(this.today[name][series] ?? 0);
        this.today[name][series] = 0;
      }
    }
    this.#touched.clear();
  }

  /** The days that are over, by series and day. */
  rows(): { series: Int32Array; day: Int32Array } & Sums<Name> {
    const { indexes } = sortedIndexes(this.#series.values, this.#isTouched.length);
    const day = this.#day.values;
    const series = this.#series.values;
    return {
      series: picked(series, indexes),
      day: picked(day, indexes),
      ...(Object.fromEntries(
        this.#names.map((name) => [name, picked(this.#sums[name].values, indexes)]),
      ) as Sums<Name>),
    };
  }
}
