import { hash } from 'node:crypto';
import { type Day, mondayOf } from '../../../lib/calendar.ts';
import { type ClosedRows, type ScopeId, type Tables, WHOLE } from '../../../snapshot/tables.ts';
import { scopeNames } from './figures-differ.ts';
import { WEEKLY_FIGURES } from './weekly-figures.ts';

/**
 * A checksum of all that a version says of each week that it covers. Two versions have the same one where they say the
 * same, however they number names: a sum of what each series has, times a number that its name gives.
 */
export function weekChecksums(tables: Tables): Map<Day, string> {
  const { start, end } = tables.facts.coverage;
  // A version without lines covers no day.
  if (end < start) return new Map();
  const sums = new Map<Day, [number, number]>();
  for (let monday = mondayOf(start); monday <= end; monday += 7) sums.set(monday, [0, 0]);
  const nameOf = scopeNames(tables);
  const add = (monday: Day, value: number, [one, other]: readonly [number, number]) => {
    const sum = sums.get(monday);
    if (!sum) return;
    // The rest of a division by 2^32: sums of rests and rests of sums are the same.
    const rest = (value % 2 ** 32) | 0;
    sum[0] = (sum[0] + Math.imul(rest, one)) | 0;
    sum[1] = (sum[1] + Math.imul(rest, other)) | 0;
  };
  for (const { name, isOfBasis, each, scopeOf, partOf } of WEEKLY_FIGURES) {
    const factors = new Map<number, readonly [number, number]>();
    each(tables, (series, monday, value) => {
      if (isOfBasis && scopeOf(tables, series) === WHOLE) return;
      let factor = factors.get(series);
      if (!factor) {
        factor = factorOf(name, nameOf(scopeOf(tables, series)), partOf(tables, series));
        factors.set(series, factor);
      }
      add(monday, value, factor);
    });
  }
  const addClosed = (what: string, { scope, day }: ClosedRows) => {
    scope.forEach((id: ScopeId, row) => {
      add(day[row] ?? 0, 1, factorOf(what, nameOf(id)));
    });
  };
  addClosed('closed', tables.closed);
  addClosed('closed on the restricted basis', tables.closedBasis);
  const text = (part: number) => (part >>> 0).toString(16).padStart(8, '0');
  return new Map(Array.from(sums, ([monday, [one, other]]) => [monday, text(one) + text(other)]));
}

/** Two odd numbers, so that no value but 0 times them is 0. */
function factorOf(...names: readonly string[]): readonly [number, number] {
  const digest = hash('sha256', JSON.stringify(names), 'buffer');
  return [digest.readInt32LE(0) | 1, digest.readInt32LE(4) | 1];
}
