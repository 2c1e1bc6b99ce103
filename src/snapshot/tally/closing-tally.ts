import type { Day } from '../../lib/calendar.ts';
import { type ClosedWeek, NOTHING_CLOSED, WeekCloser } from '../privacy/close-week.ts';
import { type ClosedRows, noneClosed, type RefreshSettings, scopeCount } from '../tables.ts';
import type { Goods, GoodsLines } from './goods-tally.ts';
import { Growing, picked, sortedIndexes } from './growing.ts';
import { LINES_TOGETHER, type Lines, linesBetween, restrictedMethods } from './lines.ts';
import type { PeopleTally } from './people-tally.ts';
import type { Counted, Names } from './sales-tally.ts';
import { WeekBuffer } from './week-buffer.ts';

/** What is counted of lines, each by itself. */
interface Tallies {
  readonly goods: GoodsCount;
  readonly people: PeopleTally;
}

/** Goods that are counted here, or in a thread of their own. */
export interface GoodsCount {
  add(lines: GoodsLines, closed: ClosedWeek): void;
  /** While more waits to be counted than should, what to wait for before more is added. */
  keepUp?(): Promise<void> | undefined;
  finish(): Goods | Promise<Goods>;
  /** Ends what counts, whether it is done or not. */
  end?(): Promise<void>;
}

/** Takes lines sorted by day and order, and makes tables of them. */
interface LineCount {
  add(lines: Lines): Promise<void> | undefined;
  finish(): Promise<Counted>;
}

/** Counts lines as they come: disclosure control is off. */
export function openCount(tallies: Tallies): LineCount {
  return {
    add: (lines) => addTo(tallies, lines, NOTHING_CLOSED),
    finish: async () => ({
      ...(await finished(tallies)),
      closed: noneClosed(),
      closedBasis: noneClosed(),
    }),
  };
}

/** Counts lines week by week, once it is known which cells of the week are closed. */
export function closingCount(
  tallies: Tallies,
  names: Names,
  settings: RefreshSettings,
  closedBefore: ReadonlyMap<Day, ClosedWeek>,
): LineCount {
  const closer = new WeekCloser(names, settings);
  const basisOf = basisColumn(names, settings);
  const [cells, basis] = [new ClosedTally(scopeCount(names)), new ClosedTally(scopeCount(names))];
  const weeks = new WeekBuffer(async (monday, lines) => {
    const week = closer.close(
      { ...lines, isOnBasis: basisOf(lines) },
      closedBefore.get(monday) ?? NOTHING_CLOSED,
    );
    cells.add(monday, week.cells);
    basis.add(monday, week.basis);
    // All of a week at once would wait in memory a second time.
    for (let from = 0; from < lines.length; from += LINES_TOGETHER)
      await addTo(tallies, linesBetween(lines, from, Math.min(lines.length, from + LINES_TOGETHER)), week);
  });
  return {
    add: (lines) => weeks.add(lines),
    finish: async () => {
      await weeks.finish();
      return { ...(await finished(tallies)), closed: cells.rows(), closedBasis: basis.rows() };
    },
  };
}

/** What it returns is to be waited for before more is added. */
function addTo({ goods, people }: Tallies, lines: Lines, closed: ClosedWeek): Promise<void> | undefined {
  goods.add(lines, closed);
  people.add(lines, closed);
  return goods.keepUp?.();
}

/** People last: what is counted in another thread goes on meanwhile. */
async function finished({ goods, people }: Tallies): Promise<Omit<Counted, 'closed' | 'closedBasis'>> {
  const sold = goods.finish();
  const seen = people.finish();
  return { ...(await sold), ...seen };
}

/** Tells which lines are on the restricted basis: paid by an audience method, with a member. */
export function basisColumn(
  names: Pick<Names, 'methods'>,
  settings: Pick<RefreshSettings, 'audienceMethods'>,
): (lines: Pick<Lines, 'length' | 'method' | 'member'>) => Uint8Array {
  const isRestricted = restrictedMethods(names, settings);
  let column = new Uint8Array(0);
  return ({ length, method, member }) => {
    if (column.length < length) column = new Uint8Array(2 * length);
    for (let row = 0; row < length; row++)
      column[row] = (member[row] ?? -1) >= 0 ? (isRestricted[method[row] ?? 0] ?? 0) : 0;
    return column;
  };
}

/** Closed cells, which come week by week. */
export class ClosedTally {
  readonly #scopes: number;
  readonly #scope = new Growing((length) => new Int32Array(length));
  readonly #day = new Growing((length) => new Int32Array(length));

  constructor(scopes: number) {
    this.#scopes = scopes;
  }

  add(monday: Day, scopes: readonly number[]): void {
    for (const scope of scopes) {
      this.#scope.push(scope);
      this.#day.push(monday);
    }
  }

  rows(): ClosedRows {
    const { indexes } = sortedIndexes(this.#scope.values, this.#scopes);
    return { scope: picked(this.#scope.values, indexes), day: picked(this.#day.values, indexes) };
  }
}
