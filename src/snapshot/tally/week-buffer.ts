import { type Day, mondayOf } from '../../lib/calendar.ts';
import type { Lines } from './lines.ts';

const COLUMNS = ['day', 'order', 'sub', 'product', 'text', 'cents', 'method', 'merchant', 'member'] as const;
type Columns = Record<(typeof COLUMNS)[number], Int32Array | Float64Array>;

type Take = (monday: Day, lines: Lines) => Promise<void> | void;

/** Holds back lines, which come sorted by day, until all of their week are there and can be taken. */
export class WeekBuffer {
  readonly #take: Take;
  #columns: Columns | undefined;
  #capacity = 0;
  #length = 0;
  #monday: Day | undefined;

  constructor(take: Take) {
    this.#take = take;
  }

  async add(lines: Lines): Promise<void> {
    for (let from = 0; from < lines.length; ) {
      const monday = mondayOf(lines.day[from] ?? 0);
      if (monday !== this.#monday) await this.finish();
      this.#monday = monday;
      let to = from + 1;
      while (to < lines.length && (lines.day[to] ?? 0) < monday + 7) to++;
      this.#append(lines, from, to);
      from = to;
    }
  }

  /** Hands over the week that is held. */
  async finish(): Promise<void> {
    if (this.#monday === undefined || !this.#columns || this.#length === 0) return;
    await this.#take(this.#monday, { ...this.#columns, length: this.#length } as Lines);
    this.#length = 0;
  }

  #append(lines: Lines, from: number, to: number): void {
    const columns = this.#withRoom(lines, this.#length + to - from);
    for (const name of COLUMNS) columns[name].set(lines[name].subarray(from, to), this.#length);
    this.#length += to - from;
  }

  #withRoom(like: Lines, length: number): Columns {
    if (this.#columns && length <= this.#capacity) return this.#columns;
    this.#capacity = Math.max(length, 2 * this.#capacity);
    const made = {} as Columns;
    for (const name of COLUMNS) {
      made[name] = new (like[name].constructor as new (length: number) => Int32Array)(this.#capacity);
      if (this.#columns) made[name].set(this.#columns[name].subarray(0, this.#length));
    }
    this.#columns = made;
    return made;
  }
}
