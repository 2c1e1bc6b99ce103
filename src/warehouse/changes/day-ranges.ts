import type { Day, DayRange } from '../../lib/calendar.ts';

/** How many lines an engine counts at a time, which bounds the memory that takes. */
const LINES_AT_ONCE = 8_000_000;

/** Ranges of whole days that hold about as many lines as are counted at a time; the days come in order. */
export function dayRangesOf(days: Iterable<readonly [day: Day, lines: number]>): DayRange[] {
  const ranges: DayRange[] = [];
  let range: DayRange | undefined;
  let held = 0;
  for (const [day, lines] of days) {
    range = { start: range?.start ?? day, end: day };
    held += lines;
    if (held < LINES_AT_ONCE) continue;
    ranges.push(range);
    range = undefined;
    held = 0;
  }
  return range ? [...ranges, range] : ranges;
}
