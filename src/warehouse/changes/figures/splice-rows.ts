import type { Day } from '../../../lib/calendar.ts';

type Column = Int32Array | Float64Array;
/** Columns of one length, sorted by the first of them (a series), then by `day`. */
type DayRows<T> = { readonly day: Int32Array } & { readonly [Name in keyof T]: Column };

/** The rows of an earlier version before a day, and those made again from it on, in one order. */
export function spliceRows<T extends DayRows<T>>(key: keyof T, earlier: T, later: T, from: Day): T {
  const before: Column = earlier[key];
  const after: Column = later[key];
  const rows: number[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    // A row of the later version is noted by its complement, which is below zero.
    if (j >= after.length || (i < before.length && (before[i] ?? 0) <= (after[j] ?? 0))) {
      if ((earlier.day[i] ?? 0) < from) rows.push(i);
      i++;
    } else rows.push(~j++);
  }
  const pick = (name: keyof T) => {
    const [a, b]: [Column, Column] = [earlier[name], later[name]];
    const column = b instanceof Int32Array ? new Int32Array(rows.length) : new Float64Array(rows.length);
    for (let row = 0; row < rows.length; row++) {
      const noted = rows[row] ?? 0;
      column[row] = (noted < 0 ? b[~noted] : a[noted]) ?? 0;
    }
    return column;
  };
  return Object.fromEntries(Object.keys(later).map((name) => [name, pick(name as keyof T)])) as T;
}
