import { DayIndex } from '../../../snapshot/day-index.ts';
import type { FirstSeenTable } from '../../../snapshot/tables.ts';
import { Growing, picked, sortedIndexes } from '../../../snapshot/tally/growing.ts';
import type { NumberColumn } from '../server/row-binary.ts';

/** What servers have counted, by series: their rows one after the other. */
export class CountedSeries {
  readonly #rows = new Map<number, (readonly NumberColumn[])[]>();
  #count = 0;

  /** How many rows there are in all. */
  get count(): number {
    return this.#count;
  }

  add(series: number, columns: readonly NumberColumn[]): void {
    this.#count += columns[0]?.length ?? 0;
    const before = this.#rows.get(series);
    if (before) before.push(columns);
    else this.#rows.set(series, [columns]);
  }

  /** By the number of the series. */
  *inOrder(): Generator<[series: number, parts: readonly (readonly NumberColumn[])[]]> {
    for (const series of Float64Array.from(this.#rows.keys()).sort())
      yield [series, this.#rows.get(series) ?? []];
  }
}

const int32 = (length: number) => new Int32Array(length);
const float64 = (length: number) => new Float64Array(length);

interface DayRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly sums: readonly Float64Array[];
}

/** Sums by series and day; each part is a column of days and one for each measure. */
export function mergeSums(counted: CountedSeries, days: Int32Array, width: number): DayRows {
  const dayIndex = new DayIndex(days);
  // The days of one series, used again for the next.
  const today = Array.from({ length: width }, () => new Float64Array(days.length));
  const isTouched = new Uint8Array(days.length);
  const [series, day] = [new Growing(int32), new Growing(int32)];
  const sums = today.map(() => new Growing(float64));
  for (const [id, parts] of counted.inOrder()) {
    for (const [dayOf, ...measures] of parts) {
      for (let row = 0; row < (dayOf?.length ?? 0); row++) {
        const index = dayIndex.from(dayOf?.[row] ?? 0);
        isTouched[index] = 1;
        for (let i = 0; i < width; i++) {
          const sum = today[i];
          if (sum) sum[index] = (sum[index] ?? 0) + (measures[i]?.[row] ?? 0);
        }
      }
    }
    for (let index = 0; index < days.length; index++) {
      if (isTouched[index] === 0) continue;
      isTouched[index] = 0;
      series.push(id);
      day.push(days[index] ?? 0);
      for (let i = 0; i < width; i++) {
        sums[i]?.push(today[i]?.[index] ?? 0);
        today[i]?.fill(0, index, index + 1);
      }
    }
  }
  return {
    series: series.values.slice(),
    day: day.values.slice(),
    sums: sums.map(({ values }) => values.slice()),
  };
}

/** How many things were seen, by series, day and the day before that; each part is a column of days, of earlier days plus one (0 for never) and of counts. */
export function mergeFirstSeen(
  counted: CountedSeries,
  days: Int32Array,
  seriesCount: number,
): FirstSeenTable {
  const dayIndex = new DayIndex(days);
  const firstRun = new Uint32Array(seriesCount + 1);
  const [runDay, previous] = [new Uint16Array(counted.count), new Uint16Array(counted.count)];
  const [firstRow, upTo] = [new Uint32Array(counted.count + 1), new Uint32Array(counted.count)];
  let [nextSeries, runs, rows] = [0, 0, 0];
  for (const [series, parts] of counted.inOrder()) {
    while (nextSeries <= series) firstRun[nextSeries++] = runs;
    const [dayOf, earlierOf, things] = inOrderOfDays(parts, dayIndex);
    let [lastDay, lastEarlier, seen] = [-1, -1, 0];
    for (let row = 0; row < dayOf.length; row++) {
      const day = dayIndex.from(dayOf[row] ?? 0);
      const earlier = indexOfEarlier(earlierOf[row] ?? 0, dayIndex);
      if (day !== lastDay) {
        runDay[runs] = day;
        firstRow[runs++] = rows;
        seen = 0;
      }
      // What several servers have counted for the same two days is one row.
      if (day !== lastDay || earlier !== lastEarlier) previous[rows++] = earlier;
      seen += things[row] ?? 0;
      upTo[rows - 1] = seen;
      lastDay = day;
      lastEarlier = earlier;
    }
  }
  while (nextSeries <= seriesCount) firstRun[nextSeries++] = runs;
  firstRow[runs] = rows;
  return {
    firstRun,
    runDay: runDay.slice(0, runs),
    firstRow: firstRow.slice(0, runs + 1),
    previous: previous.slice(0, rows),
    upTo: upTo.slice(0, rows),
  };
}

/** The day plus one, and its index plus one; 0 is never. */
function indexOfEarlier(next: number, dayIndex: DayIndex): number {
  return next === 0 ? 0 : dayIndex.from(next - 1) + 1;
}

type Rows = readonly [day: NumberColumn, earlier: NumberColumn, things: NumberColumn];

/** The rows of a series by day, then by earlier day. */
function inOrderOfDays(parts: readonly (readonly NumberColumn[])[], dayIndex: DayIndex): Rows {
  // One server sends them in order.
  if (parts.length === 1) return columnsOf(parts[0]);
  const length = parts.reduce((sum, [day]) => sum + (day?.length ?? 0), 0);
  const all = [new Int32Array(length), new Int32Array(length), new Float64Array(length)] as const;
  const [day, earlier] = [new Uint16Array(length), new Uint16Array(length)];
  let from = 0;
  for (const part of parts) {
    const columns = columnsOf(part);
    for (const [i, column] of all.entries()) column.set(columns[i] ?? [], from);
    from += columns[0].length;
  }
  for (let row = 0; row < length; row++) {
    day[row] = dayIndex.from(all[0][row] ?? 0);
    earlier[row] = indexOfEarlier(all[1][row] ?? 0, dayIndex);
  }
  const byEarlier = sortedIndexes(earlier, dayIndex.count + 1).indexes;
  const order = sortedIndexes(day, dayIndex.count, byEarlier).indexes;
  return [picked(all[0], order), picked(all[1], order), picked(all[2], order)];
}

function columnsOf([
  day = int32(0),
  earlier = int32(0),
  things = int32(0),
]: readonly NumberColumn[] = []): Rows {
  return [day, earlier, things];
}
