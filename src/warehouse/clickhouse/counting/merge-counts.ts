import { DayIndex } from '../../../snapshot/day-index.ts';
import type { FirstSeenTable } from '../../../snapshot/tables.ts';
import { sortedIndexes } from '../../../snapshot/tally/growing.ts';
import type { NumberColumn } from '../server/row-binary.ts';

/** What servers have counted, by series: their rows one after the other. */
export class CountedSeries {
  readonly #rows = new Map<number, (readonly NumberColumn[])[]>();

  add(series: number, columns: readonly NumberColumn[]): void {
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

export interface DayRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly sums: readonly Float64Array[];
}

/** Sums by series and day; each part is a column of days and one for each measure. */
export function mergeSums(counted: CountedSeries, days: Int32Array, width: number): DayRows {
  const places = new DayIndex(days);
  // The days of one series, used again for the next.
  const today = Array.from({ length: width }, () => new Float64Array(days.length));
  const isTouched = new Uint8Array(days.length);
  const series: number[] = [];
  const day: number[] = [];
  const sums: number[][] = Array.from({ length: width }, () => []);
  for (const [id, parts] of counted.inOrder()) {
    for (const [dayOf, ...measures] of parts) {
      for (let row = 0; row < (dayOf?.length ?? 0); row++) {
        const index = places.from(dayOf?.[row] ?? 0);
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
    series: Int32Array.from(series),
    day: Int32Array.from(day),
    sums: sums.map((column) => Float64Array.from(column)),
  };
}

/** How many things were seen, by series, day and the day before that; each part is a column of days, of earlier days (-1 for never) and of counts. */
export function mergeFirstSeen(
  counted: CountedSeries,
  days: Int32Array,
  seriesCount: number,
): FirstSeenTable {
  const places = new DayIndex(days);
  const firstRun = new Uint32Array(seriesCount + 1);
  const [runDay, firstRow, previous, upTo]: [number[], number[], number[], number[]] = [[], [], [], []];
  let nextSeries = 0;
  for (const [series, parts] of counted.inOrder()) {
    while (nextSeries <= series) firstRun[nextSeries++] = runDay.length;
    const { day, earlier, counts, order } = sortedRows(parts, places);
    let seen = 0;
    order.forEach((row, i) => {
      const before = order[i - 1];
      const isSameDay = before !== undefined && day[before] === day[row];
      if (!isSameDay) {
        runDay.push(day[row] ?? 0);
        firstRow.push(previous.length);
        seen = 0;
      }
      seen += counts[row] ?? 0;
      if (isSameDay && earlier[before] === earlier[row]) upTo[upTo.length - 1] = seen;
      else {
        previous.push(earlier[row] ?? 0);
        upTo.push(seen);
      }
    });
  }
  while (nextSeries <= seriesCount) firstRun[nextSeries++] = runDay.length;
  firstRow.push(previous.length);
  return {
    firstRun,
    runDay: Uint16Array.from(runDay),
    firstRow: Uint32Array.from(firstRow),
    previous: Uint16Array.from(previous),
    upTo: Uint32Array.from(upTo),
  };
}

/** The rows of a series, with days as indexes (earlier ones counted from one), and their order by day, then by earlier day. */
function sortedRows(parts: readonly (readonly NumberColumn[])[], days: DayIndex) {
  const length = parts.reduce((sum, [day]) => sum + (day?.length ?? 0), 0);
  const day = new Uint16Array(length);
  const earlier = new Uint16Array(length);
  const counts = new Float64Array(length);
  let row = 0;
  for (const [dayOf, earlierOf, things] of parts) {
    for (let i = 0; i < (dayOf?.length ?? 0); i++, row++) {
      const before = earlierOf?.[i] ?? -1;
      day[row] = days.from(dayOf?.[i] ?? 0);
      earlier[row] = before < 0 ? 0 : days.from(before) + 1;
      counts[row] = things?.[i] ?? 0;
    }
  }
  const byEarlier = sortedIndexes(earlier, days.count + 1).indexes;
  return { day, earlier, counts, order: sortedIndexes(day, days.count, byEarlier).indexes };
}
