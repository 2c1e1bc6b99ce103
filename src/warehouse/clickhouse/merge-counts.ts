import type { FirstSeenTable } from '../../snapshot/tables.ts';

/** Indexes in the list of days fit 16 bits. */
const DAYS = 2 ** 16;

/** Adds up measures by series and day, from however many servers. */
export class DaySums {
  readonly #width: number;
  readonly #sums = new Map<number, Float64Array>();

  constructor(width: number) {
    this.#width = width;
  }

  /** `index` is that of the day. */
  add(series: number, index: number, values: readonly number[]): void {
    const id = series * DAYS + index;
    const sums = this.#sums.get(id);
    if (!sums) this.#sums.set(id, Float64Array.from(values));
    else for (let i = 0; i < this.#width; i++) sums[i] = (sums[i] ?? 0) + (values[i] ?? 0);
  }

  /** By series and day. */
  rows(days: Int32Array): { series: Int32Array; day: Int32Array; sums: Float64Array[] } {
    const ids = sorted(this.#sums.keys());
    const columns = Array.from({ length: this.#width }, () => new Float64Array(ids.length));
    ids.forEach((id, row) => {
      const sums = this.#sums.get(id);
      columns.forEach((column, i) => {
        column[row] = sums?.[i] ?? 0;
      });
    });
    return {
      series: Int32Array.from(ids, (id) => Math.floor(id / DAYS)),
      day: Int32Array.from(ids, (id) => days[id % DAYS] ?? 0),
      sums: columns,
    };
  }
}

/** Adds up how many things were seen in a series on a day, by the day they had been seen before. */
export class FirstSeenCounts {
  readonly #counts = new Map<number, number>();

  /** Days by their index; `previous` is one more than it, and 0 for never. */
  add(series: number, index: number, previous: number, things: number): void {
    const id = (series * DAYS + index) * DAYS + previous;
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + things);
  }

  packed(seriesCount: number): FirstSeenTable {
    const ids = sorted(this.#counts.keys());
    const isRunStart = (row: number) =>
      row === 0 || Math.floor((ids[row - 1] ?? 0) / DAYS) !== Math.floor((ids[row] ?? 0) / DAYS);
    let runs = 0;
    for (let row = 0; row < ids.length; row++) if (isRunStart(row)) runs++;
    const table = {
      firstRun: new Uint32Array(seriesCount + 1),
      runDay: new Uint16Array(runs),
      firstRow: new Uint32Array(runs + 1),
      previous: new Uint16Array(ids.length),
      upTo: new Uint32Array(ids.length),
    };
    let run = -1;
    let seen = 0;
    for (const [row, id] of ids.entries()) {
      if (isRunStart(row)) {
        run++;
        seen = 0;
        table.runDay[run] = Math.floor(id / DAYS) % DAYS;
        table.firstRow[run] = row;
        const series = Math.floor(id / DAYS / DAYS);
        table.firstRun[series + 1] = run + 1;
      }
      seen += this.#counts.get(id) ?? 0;
      table.previous[row] = id % DAYS;
      table.upTo[row] = seen;
    }
    table.firstRow[runs] = ids.length;
    // A series without runs begins where the one before it ends.
    for (let series = 1; series <= seriesCount; series++)
      table.firstRun[series] = Math.max(table.firstRun[series] ?? 0, table.firstRun[series - 1] ?? 0);
    return table;
  }
}

function sorted(ids: Iterable<number>): Float64Array {
  return Float64Array.from(ids).sort();
}
