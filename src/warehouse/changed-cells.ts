import { type Day, mondayOf } from '../snapshot/calendar.ts';
import {
  type ClosedRows,
  categoryScope,
  type FirstSeenTable,
  type ScopeId,
  subScope,
  type Tables,
  WHOLE,
} from '../snapshot/tables.ts';

/*
 * What two versions say differently of cells: amounts, orders, payments, distinct counts and tags by week, and what is
 * closed. Names keep their index from one version to the next, methods their order.
 */

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
  /** Likewise of the restricted basis. */
  readonly basis: ReadonlySet<CellKey>;
}

/** Compares all that was published before with what is published now, in the weeks that both cover. */
export function changedCells(before: Tables, after: Tables): ChangedCells {
  const [all, basis] = [new Set<CellKey>(), new Set<CellKey>()];
  const isCovered = coveredByBoth(before, after);
  for (const [side, figuresOf] of FIGURES) {
    const [one, other] = [figuresOf(before), figuresOf(after)];
    const changed = side === 'all' ? all : basis;
    const note = (key: number, scope: ScopeId) => {
      const cell = cellKey(scope, mondayIn(key));
      if (isCovered(mondayIn(key)) && !(side === 'basis' && scope === WHOLE)) changed.add(cell);
    };
    for (const [key, value] of one.values) {
      if ((other.values.get(key) ?? 0) !== value) note(key, one.scopeOf(scopeOf(key)));
      other.values.delete(key);
    }
    for (const [key, value] of other.values) if (value !== 0) note(key, other.scopeOf(scopeOf(key)));
  }
  noteClosed(all, before.closed, after.closed, isCovered);
  noteClosed(basis, before.closedBasis, after.closedBasis, isCovered);
  return { all, basis };
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

/** A figure by series and week, and the scope that a series is of. */
interface WeeklyFigure {
  readonly values: Map<number, number>;
  scopeOf(series: number): ScopeId;
}

type Figure = (tables: Tables) => WeeklyFigure;

/** Numbers methods as another version with more of them would. */
const MOST_METHODS = 2 ** 16;

const ofScope = (scope: number) => scope;
const daily =
  (column: 'cents' | 'orders' | 'audienceCents' | 'audienceOrders'): Figure =>
  ({ daily: rows }) => ({ values: sums(rows.scope, rows.day, rows[column]), scopeOf: ofScope });

const payments: Figure = ({ payments: { series, day, orders }, methods }) => ({
  values: sums(
    series.map((each) => Math.floor(each / methods.length) * MOST_METHODS + (each % methods.length)),
    day,
    orders,
  ),
  scopeOf: (each) => {
    const index = Math.floor(each / MOST_METHODS);
    return index === 0 ? WHOLE : categoryScope(index - 1);
  },
});

const FIGURES: readonly (readonly [side: keyof ChangedCells, figure: Figure])[] = [
  ['all', daily('cents')],
  ['all', daily('orders')],
  ['all', payments],
  ['all', ({ merchants, days }) => ({ values: distinct(merchants, days), scopeOf: ofScope })],
  ['all', ({ tagged, days }) => ({ values: distinct(tagged, days), scopeOf: subScope })],
  [
    'all',
    ({ taggedWith, days, tags }) => ({
      values: distinct(taggedWith, days),
      scopeOf: (tag) => subScope(tags[tag]?.sub ?? 0),
    }),
  ],
  ['basis', daily('audienceCents')],
  ['basis', daily('audienceOrders')],
  ['basis', ({ members, days }) => ({ values: distinct(members, days), scopeOf: ofScope })],
];

function sums(series: Int32Array, day: Int32Array, values: Float64Array): Map<number, number> {
  const found = new Map<number, number>();
  for (let row = 0; row < series.length; row++) {
    const key = cellKey(series[row] ?? 0, mondayOf(day[row] ?? 0));
    found.set(key, (found.get(key) ?? 0) + (values[row] ?? 0));
  }
  return found;
}

/** How many things each series has seen in a week: on the day before which they were not seen in it. */
function distinct(
  { firstRun, runDay, firstRow, previous, upTo }: FirstSeenTable,
  days: Int32Array,
): Map<number, number> {
  const found = new Map<number, number>();
  for (let series = 0; series + 1 < firstRun.length; series++) {
    for (let run = firstRun[series] ?? 0; run < (firstRun[series + 1] ?? 0); run++) {
      const monday = mondayOf(days[runDay[run] ?? 0] ?? 0);
      let [things, row] = [0, firstRow[run] ?? 0];
      const isBefore = (index: number) => index === 0 || (days[index - 1] ?? 0) < monday;
      for (; row < (firstRow[run + 1] ?? 0) && isBefore(previous[row] ?? 0); row++) things = upTo[row] ?? 0;
      const key = cellKey(series, monday);
      if (things > 0) found.set(key, (found.get(key) ?? 0) + things);
    }
  }
  return found;
}
