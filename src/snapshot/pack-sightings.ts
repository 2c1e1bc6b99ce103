import type { Day } from './calendar.ts';
import { firstAtLeast } from './day-series.ts';
import type { PackedSightings } from './tables.ts';

/** Sightings as a warehouse counts them, sorted by series, day and previous day (`NEVER` for none). */
export interface SightingRows {
  readonly series: Int32Array;
  readonly day: Int32Array;
  readonly previous: Int32Array;
  readonly count: Int32Array;
}

export const NEVER: Day = -2_147_483_648;

/**
 * Packs rows, behind what an earlier version has packed of the days before theirs.
 * `from` is the first day that the rows are about; the days before it are the same in both versions.
 */
export function packSightings(
  seriesCount: number,
  days: Int32Array,
  rows: SightingRows,
  earlier?: { readonly packed: PackedSightings; readonly from: Day },
): PackedSightings {
  const kept = earlier ? keptRuns(days, earlier) : { runs: 0, rows: 0, untilRun: [] };
  const runs = kept.runs + countRuns(rows);
  const packed = {
    firstRun: new Uint32Array(seriesCount + 1),
    runDay: new Uint16Array(runs),
    firstRow: new Uint32Array(runs + 1),
    previous: new Uint16Array(kept.rows + rows.series.length),
    upTo: new Uint32Array(kept.rows + rows.series.length),
  };
  let run = 0;
  let row = 0;
  let next = 0;
  for (let series = 0; series < seriesCount; series++) {
    packed.firstRun[series] = run;
    if (earlier) {
      const { firstRun, runDay, firstRow, previous, upTo } = earlier.packed;
      const from = firstRun[series] ?? 0;
      const until = kept.untilRun[series] ?? from;
      if (until > from) {
        const [start = 0, end = 0] = [firstRow[from], firstRow[until]];
        packed.runDay.set(runDay.subarray(from, until), run);
        for (let old = from; old < until; old++) packed.firstRow[run++] = (firstRow[old] ?? 0) - start + row;
        packed.previous.set(previous.subarray(start, end), row);
        packed.upTo.set(upTo.subarray(start, end), row);
        row += end - start;
      }
    }
    let day = Number.NaN;
    let total = 0;
    for (; next < rows.series.length && rows.series[next] === series; next++) {
      if (rows.day[next] !== day) {
        day = rows.day[next] ?? 0;
        total = 0;
        packed.runDay[run] = placeOf(days, day);
        packed.firstRow[run++] = row;
      }
      total += rows.count[next] ?? 0;
      const before = rows.previous[next] ?? NEVER;
      packed.previous[row] = before === NEVER ? 0 : placeOf(days, before) + 1;
      packed.upTo[row++] = total;
    }
  }
  packed.firstRun[seriesCount] = run;
  packed.firstRow[run] = row;
  if (next !== rows.series.length) throw new Error('sightings are not sorted by series');
  return packed;
}

/** What stays of an earlier version: for each series, its runs before the first day that is made anew. */
function keptRuns(days: Int32Array, { packed, from }: { packed: PackedSightings; from: Day }) {
  const place = placeOf(days, from);
  const untilRun: number[] = [];
  let runs = 0;
  let rows = 0;
  for (let series = 0; series + 1 < packed.firstRun.length; series++) {
    const first = packed.firstRun[series] ?? 0;
    const until = firstAtLeast(packed.runDay, first, packed.firstRun[series + 1] ?? 0, place);
    untilRun.push(until);
    runs += until - first;
    rows += (packed.firstRow[until] ?? 0) - (packed.firstRow[first] ?? 0);
  }
  return { runs, rows, untilRun };
}

function countRuns({ series, day }: SightingRows): number {
  let runs = 0;
  for (let row = 0; row < series.length; row++) {
    if (row === 0 || day[row] !== day[row - 1] || series[row] !== series[row - 1]) runs++;
  }
  return runs;
}

function placeOf(days: Int32Array, day: Day): number {
  return firstAtLeast(days, 0, days.length, day);
}
