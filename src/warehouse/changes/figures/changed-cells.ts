import { type Day, mondayOf } from '../../../lib/calendar.ts';
import { type ClosedRows, type ScopeId, type Tables, WHOLE } from '../../../snapshot/tables.ts';
import { renumbered } from './splice-tables.ts';
import { WEEKLY_FIGURES, type WeeklyFigure } from './weekly-figures.ts';

/** A scope and a week as one number. */
export type CellKey = number;

const WEEKS = 2 ** 20;
const FIRST_MONDAY = mondayOf(0);

export function cellKey(scope: ScopeId, monday: Day): CellKey {
  return scope * WEEKS + (monday - FIRST_MONDAY) / 7;
}

export function scopeOf(cell: CellKey): ScopeId {
  return Math.floor(cell / WEEKS);
}

export function mondayIn(cell: CellKey): Day {
  return FIRST_MONDAY + 7 * (cell % WEEKS);
}

export interface ChangedCells {
  /** Cells that say something else of all their lines, or are closed now and were not, or the other way round. */
  readonly all: ReadonlySet<CellKey>;
  /** Likewise of the restricted basis, which the whole does not show. */
  readonly basis: ReadonlySet<CellKey>;
}

/** Compares all that was published with what is published now, in the weeks that both cover. */
export function changedCells(before: Tables, after: Tables): ChangedCells {
  const [all, basis] = [new Set<CellKey>(), new Set<CellKey>()];
  const isCovered = coveredByBoth(before, after);
  const earlier = { ...before, payments: renumbered(before, after.methods.length) };
  for (const figure of WEEKLY_FIGURES) {
    const changed = figure.isOfBasis ? basis : all;
    for (const [scope, monday] of differing(figure, earlier, after))
      if (isCovered(monday) && !(figure.isOfBasis && scope === WHOLE)) changed.add(cellKey(scope, monday));
  }
  noteClosed(all, before.closed, after.closed, isCovered);
  noteClosed(basis, before.closedBasis, after.closedBasis, isCovered);
  return { all, basis };
}

/** Where two versions have another figure. Names keep their index. */
function* differing(figure: WeeklyFigure, before: Tables, after: Tables): Generator<readonly [ScopeId, Day]> {
  const [one, other] = [sums(figure, before), sums(figure, after)];
  const changed = (key: CellKey) => [figure.scopeOf(after, scopeOf(key)), mondayIn(key)] as const;
  for (const [key, value] of one) {
    if ((other.get(key) ?? 0) !== value) yield changed(key);
    other.delete(key);
  }
  for (const [key, value] of other) if (value !== 0) yield changed(key);
}

/** A figure by series and week. */
function sums(figure: WeeklyFigure, tables: Tables): Map<CellKey, number> {
  const found = new Map<CellKey, number>();
  figure.each(tables, (series, monday, value) => {
    const key = cellKey(series, monday);
    found.set(key, (found.get(key) ?? 0) + value);
  });
  return found;
}

/** A week that is not complete was not published for good. One whose last order is gone was. */
function coveredByBoth(before: Tables, after: Tables): (monday: Day) => boolean {
  const { start, end } = before.facts.coverage;
  const last = after.facts.lines > 0 ? Math.min(end, after.facts.coverage.end) : end;
  return (monday) => monday >= mondayOf(start) && monday <= last;
}

export function closedKeys({ scope, day }: ClosedRows): Set<CellKey> {
  return new Set(Array.from(scope, (id, row) => cellKey(id, day[row] ?? 0)));
}

function noteClosed(
  changed: Set<CellKey>,
  before: ClosedRows,
  after: ClosedRows,
  isCovered: (monday: Day) => boolean,
): void {
  for (const cell of closedKeys(before).symmetricDifference(closedKeys(after)))
    if (isCovered(mondayIn(cell))) changed.add(cell);
}
