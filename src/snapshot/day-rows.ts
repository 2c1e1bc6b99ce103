import type { Day } from '../lib/calendar.ts';

type Column = Int32Array | Float64Array;
/** Columns of one length, sorted by the first of them (a series), then by `day`. */
type DayRows<T> = { readonly day: Int32Array } & { readonly [Name in keyof T]: Column };

/** The rows of an earlier version before a day, and those made again from it on, in one order. */
export function spliceRows<T extends DayRows<T>>(key: keyof T, earlier: T, later: T, from: Day): T {
  const before: Column = earlier[key];
  const after: Column = later[key];
  const kept: number[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    // A row of the later version is noted by its complement, which is below zero.
    if (j >= after.length || (i < before.length && (before[i] ?? 0) <= (after[j] ?? 0))) {
      if ((earlier.day[i] ?? 0) < from) kept.push(i);
      i++;
    } else kept.push(~j++);
  }
  const pick = (name: keyof T) => {
    const [a, b]: [Column, Column] = [earlier[name], later[name]];
    const column = b instanceof Int32Array ? new Int32Array(kept.length) : new Float64Array(kept.length);
    for (let row = 0; row < kept.length; row++) {
      const from = kept[row] ?? 0;
      column[row] = (from < 0 ? b[~from] : a[from]) ?? 0;
    }
    return column;
  };
  return Object.fromEntries(Object.keys(later).map((name) => [name, pick(name as keyof T)])) as T;
}
