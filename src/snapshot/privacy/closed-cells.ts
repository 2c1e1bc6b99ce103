import { type DayRange, mondayOf } from '../../lib/calendar.ts';
import { DaySeries, firstRows } from '../day-series.ts';
import {
  type ClosedRows,
  categoryScope,
  type ScopeId,
  scopeCount,
  subScope,
  type Tables,
  WHOLE,
} from '../tables.ts';
import { picked, sortedIndexes } from '../tally/growing.ts';

/** How many cells are closed, of any scope in any range. */
export class ClosedCells {
  readonly #cells: DaySeries;
  readonly #children: DaySeries;
  readonly #basis: DaySeries;

  constructor(tables: Pick<Tables, 'categories' | 'subs' | 'closed' | 'closedBasis'>) {
    const scopes = scopeCount(tables);
    const series = ({ scope, day }: ClosedRows) => new DaySeries(firstRows(scopes, scope), day);
    this.#cells = series(tables.closed);
    this.#children = series(ofParents(tables));
    this.#basis = series(tables.closedBasis);
  }

  count(scope: ScopeId, range: DayRange): number {
    return countIn(this.#cells, scope, range);
  }

  /** Of all categories, for the whole; of all its sub-categories, for a category. */
  countChildren(scope: ScopeId, range: DayRange): number {
    return countIn(this.#children, scope, range);
  }

  countBasis(scope: ScopeId, range: DayRange): number {
    return countIn(this.#basis, scope, range);
  }
}

/** Cells have the day of their Monday, which a range without one full week may begin after. */
function countIn(series: DaySeries, scope: ScopeId, { start, end }: DayRange): number {
  const [from, to] = series.rowsIn(scope, { start: mondayOf(start), end });
  return to - from;
}

/** Closed cells under the scope above theirs. */
function ofParents({ categories, subs, closed }: Pick<Tables, 'categories' | 'subs' | 'closed'>): ClosedRows {
  const parentOf = new Int32Array(scopeCount({ categories, subs })).fill(WHOLE);
  subs.forEach(({ category }, sub) => {
    parentOf[subScope(sub)] = categoryScope(category);
  });
  const rows = Uint32Array.from(closed.scope.keys()).filter((row) => closed.scope[row] !== WHOLE);
  const parent = picked(closed.scope, rows).map((scope) => parentOf[scope] ?? WHOLE);
  const day = picked(closed.day, rows);
  const byDay = rows.map((_, i) => i).sort((a, b) => (day[a] ?? 0) - (day[b] ?? 0));
  const { indexes } = sortedIndexes(parent, parentOf.length, byDay);
  return { scope: picked(parent, indexes), day: picked(day, indexes) };
}
