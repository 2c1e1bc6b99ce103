import { firstAtLeast } from '../../../snapshot/day-series.ts';
import type { FirstSeenTable } from '../../../snapshot/tables.ts';

/**
 * For each series, the runs of an earlier version before a day (named by its index), then those made again
 * from it on. The earlier version may lack series.
 */
export function spliceFirstSeen(
  earlier: FirstSeenTable,
  later: FirstSeenTable,
  from: number,
): FirstSeenTable {
  const seriesCount = later.firstRun.length - 1;
  const before = runsBefore(earlier, from);
  const runs = before.runs + later.runDay.length;
  const rows = before.rows + later.previous.length;
  const packed = {
    firstRun: new Uint32Array(seriesCount + 1),
    runDay: new Uint16Array(runs),
    firstRow: new Uint32Array(runs + 1),
    previous: new Uint16Array(rows),
    upTo: new Uint32Array(rows),
  };
  let run = 0;
  let row = 0;
  const append = (source: FirstSeenTable, fromRun: number, untilRun: number) => {
    const [start = 0, end = 0] = [source.firstRow[fromRun], source.firstRow[untilRun]];
    packed.runDay.set(source.runDay.subarray(fromRun, untilRun), run);
    packed.previous.set(source.previous.subarray(start, end), row);
    packed.upTo.set(source.upTo.subarray(start, end), row);
    for (let i = fromRun; i < untilRun; i++) packed.firstRow[run++] = (source.firstRow[i] ?? 0) - start + row;
    row += end - start;
  };
  for (let series = 0; series < seriesCount; series++) {
    packed.firstRun[series] = run;
    const until = before.untilRun[series];
    if (until !== undefined) append(earlier, earlier.firstRun[series] ?? 0, until);
    append(later, later.firstRun[series] ?? 0, later.firstRun[series + 1] ?? 0);
  }
  packed.firstRun[seriesCount] = run;
  packed.firstRow[runs] = row;
  return packed;
}

/** Where the runs of each series that are before a day end, and how many those are in all. */
function runsBefore({ firstRun, runDay, firstRow }: FirstSeenTable, from: number) {
  const untilRun: number[] = [];
  let runs = 0;
  let rows = 0;
  for (let series = 0; series + 1 < firstRun.length; series++) {
    const first = firstRun[series] ?? 0;
    const until = firstAtLeast(runDay, first, firstRun[series + 1] ?? 0, from);
    untilRun.push(until);
    runs += until - first;
    rows += (firstRow[until] ?? 0) - (firstRow[first] ?? 0);
  }
  return { runs, rows, untilRun };
}
