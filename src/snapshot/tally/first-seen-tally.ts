import type { FirstSeenTable } from '../tables.ts';
import { Growing, sortedIndexes } from './growing.ts';
import { PairMap } from './pair-map.ts';

const u16 = (length: number) => new Uint16Array(length);
const u32 = (length: number) => new Uint32Array(length);

/**
 * Counts things that are seen by the day on which they were seen before, one day after the other. Days are their
 * indexes in the list of days, counted from one.
 */
export class FirstSeenTally {
  readonly #seriesCount: number;
  /** When each thing was seen last in each series. */
  readonly #lastSeen = new PairMap();

  /** What is seen today: its series, and when it was seen before. */
  readonly #todaySeries = new Growing(u32);
  readonly #todayPrevious = new Growing(u16);
  #today = 0;

  /** The days that are over: runs in order of day, as `FirstSeenTable` has them in order of series. */
  readonly #runSeries = new Growing(u32);
  readonly #runDay = new Growing(u16);
  readonly #firstRow = new Growing(u32);
  readonly #previous = new Growing(u16);
  readonly #upTo = new Growing(u32);

  constructor(seriesCount: number) {
    this.#seriesCount = seriesCount;
  }

  /** What was seen before the first day that is counted. */
  remember(series: number, thing: number, index: number): void {
    if (index > this.#lastSeen.get(series, thing)) this.#lastSeen.set(series, thing, index);
  }

  startDay(index: number): void {
    this.#today = index;
  }

  /** See `PairMap.fetch`. */
  fetch(series: number, thing: number): number {
    return this.#lastSeen.fetch(series, thing);
  }

  /** Notes that a thing is seen, and returns whether it is the first of today. */
  see(series: number, thing: number): boolean {
    const previous = this.#lastSeen.set(series, thing, this.#today);
    if (previous === this.#today) return false;
    this.note(series, previous);
    return true;
  }

  /** Counts one thing of a series that is seen today, where it is known when it was seen before; 0 is never. */
  note(series: number, previous: number): void {
    this.#todaySeries.push(series);
    this.#todayPrevious.push(previous);
  }

  endDay(): void {
    const series = this.#todaySeries.values;
    const previous = this.#todayPrevious.values;
    const byPrevious = sortedIndexes(previous, this.#today).indexes;
    const { indexes } = sortedIndexes(series, this.#seriesCount, byPrevious);
    let seen = 0;
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] ?? 0;
      const ours = series[index] ?? 0;
      const earlier = previous[index] ?? 0;
      if (i === 0 || series[indexes[i - 1] ?? 0] !== ours) {
        this.#runSeries.push(ours);
        this.#runDay.push(this.#today - 1);
        this.#firstRow.push(this.#previous.length);
        seen = 0;
      }
      seen++;
      const after = indexes[i + 1];
      const isLast = after === undefined || series[after] !== ours || previous[after] !== earlier;
      if (!isLast) continue;
      this.#previous.push(earlier);
      this.#upTo.push(seen);
    }
    this.#todaySeries.clear();
    this.#todayPrevious.clear();
  }

  packed(): FirstSeenTable {
    const { indexes, first } = sortedIndexes(this.#runSeries.values, this.#seriesCount);
    const [runDay, firstRow] = [this.#runDay.values, this.#firstRow.values];
    const [previous, upTo] = [this.#previous.values, this.#upTo.values];
    const packed = {
      firstRun: first,
      runDay: u16(indexes.length),
      firstRow: u32(indexes.length + 1),
      previous: u16(previous.length),
      upTo: u32(upTo.length),
    };
    let row = 0;
    const { runDay: toDay, firstRow: toFirst, previous: toPrevious, upTo: toUpTo } = packed;
    for (let run = 0; run < indexes.length; run++) {
      const index = indexes[run] ?? 0;
      const to = firstRow[index + 1] ?? previous.length;
      toDay[run] = runDay[index] ?? 0;
      toFirst[run] = row;
      for (let i = firstRow[index] ?? 0; i < to; i++, row++) {
        toPrevious[row] = previous[i] ?? 0;
        toUpTo[row] = upTo[i] ?? 0;
      }
    }
    packed.firstRow[indexes.length] = row;
    return packed;
  }
}
