import type { Day } from '../lib/calendar.ts';

/** The days that have an order, and the index of any day among them: one look-up. */
export class DayIndex {
  readonly count: number;
  readonly #first: Day;
  readonly #last: Day;
  readonly #days: Uint16Array;

  constructor(days: Int32Array) {
    this.count = days.length;
    this.#first = days[0] ?? 0;
    this.#last = days.at(-1) ?? -1;
    this.#days = new Uint16Array(this.#last - this.#first + 1);
    for (let index = 0; index < days.length; index++) {
      const after = index === 0 ? 0 : (days[index - 1] ?? 0) - this.#first + 1;
      this.#days.fill(index, after, (days[index] ?? 0) - this.#first + 1);
    }
  }

  /** The index of a day, or of the first after it that has an order: the count when there is none. */
  from(day: Day): number {
    if (day <= this.#first) return 0;
    if (day > this.#last) return this.count;
    return this.#days[day - this.#first] ?? 0;
  }
}
