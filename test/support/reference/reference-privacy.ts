/** Which cells are closed, as loops over all order lines: written from the rule alone, like the rest of the reference. */
import { type Day, mondayOf } from './reference-calendar.ts';
import { compareNames, groupBy, sumCents } from './reference-figures.ts';
import type { Line } from './reference-lines.ts';

export type Numbers = { readonly people: number; readonly merchants: number; readonly share: number };

/** A cell is a week and a scope: the whole, a category, or a sub-category of one. */
export type Cell = { readonly week: Day; readonly category?: string; readonly sub?: string };

export class Closed {
  readonly cells = new Set<string>();
  /** On the restricted basis. */
  readonly basis = new Set<string>();

  static keyOf({ week, category, sub }: Cell): string {
    return JSON.stringify([week, category ?? null, sub ?? null]);
  }

  has(cell: Cell): boolean {
    return this.cells.has(Closed.keyOf(cell));
  }

  hasBasis(cell: Cell): boolean {
    return this.basis.has(Closed.keyOf(cell));
  }

  close(cell: Cell): void {
    this.cells.add(Closed.keyOf(cell));
  }

  closeBasis(cell: Cell): void {
    this.basis.add(Closed.keyOf(cell));
  }
}

function amountsOf(lines: readonly Line[], nameOf: (line: Line) => string): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const line of lines) amounts.set(nameOf(line), (amounts.get(nameOf(line)) ?? 0n) + line.cents);
  return amounts;
}

/**
 * Enough people, enough merchants, and nobody with more than the share. No name is one person, and no merchant. Where no
 * number of merchants is asked for, the share is of people alone.
 */
function passes(lines: readonly Line[], { people, merchants, share }: Numbers): boolean {
  const byPerson = amountsOf(lines, (line) => line.member);
  const byMerchant = amountsOf(lines, (line) => line.merchant);
  const named = [...byMerchant.keys()].filter((merchant) => merchant !== '');
  const most = sumCents(lines) * BigInt(share);
  return (
    byPerson.size >= people &&
    named.length >= merchants &&
    [...byPerson.values(), ...(merchants > 0 ? byMerchant.values() : [])].every(
      (cents) => cents * 100n <= most,
    )
  );
}

/** What is closed, week by week; `before` is what was closed in these weeks when they were published. */
export function closedCells(
  lines: readonly Line[],
  numbers: Numbers,
  isOnBasis: (line: Line) => boolean,
  before = new Closed(),
): Closed {
  const closed = new Closed();
  const isPassed = (some: readonly Line[]) => passes(some, numbers);
  // The restricted basis of a cell: its lines on it, and those outside of it, which a subtraction would tell.
  const on = (some: readonly Line[]) => some.filter(isOnBasis);
  const outside = (some: readonly Line[]) => some.filter((line) => !isOnBasis(line));
  const isSplitPassed = (some: readonly Line[]) =>
    isPassed(on(some)) && (outside(some).length === 0 || isPassed(outside(some)));
  for (const [week, inWeek] of groupBy(lines, (line) => mondayOf(line.day))) {
    if (!isPassed(inWeek) || before.has({ week })) closed.close({ week });
    const categories = groupBy(inWeek, (line) => line.category);
    closeBelow(closed, before, { week }, categories, (category) => ({ week, category }), isPassed);
    for (const [category, own] of categories) {
      const parent = { week, category };
      const subs = groupBy(own, (line) => line.sub);
      const cellOf = (sub: string) => ({ ...parent, sub });
      closeBelow(closed, before, parent, subs, cellOf, isPassed);

      if (closed.has(parent) || before.hasBasis(parent) || !isSplitPassed(own)) closed.closeBasis(parent);
      for (const [sub, ofSub] of subs) {
        const cell = cellOf(sub);
        const isTold = !closed.has(cell) && !closed.hasBasis(parent) && !before.hasBasis(cell);
        if (!isTold || !isSplitPassed(ofSub)) closed.closeBasis(cell);
      }
      if (closed.hasBasis(parent)) continue;
      closeUntilHidden(
        subs,
        (sub) => closed.hasBasis(cellOf(sub)),
        (sub) => closed.closeBasis(cellOf(sub)),
        isSplitPassed,
        on,
      );
    }
  }
  return closed;
}

/** Closes what is too small of a cell's children, and what would tell it by a subtraction. */
function closeBelow(
  closed: Closed,
  before: Closed,
  parent: Cell,
  children: ReadonlyMap<string, readonly Line[]>,
  cellOf: (name: string) => Cell,
  isPassed: (lines: readonly Line[]) => boolean,
): void {
  for (const [name, lines] of children)
    if (!isPassed(lines) || closed.has(parent) || before.has(cellOf(name))) closed.close(cellOf(name));
  if (closed.has(parent)) return;
  closeUntilHidden(
    children,
    (name) => closed.has(cellOf(name)),
    (name) => closed.close(cellOf(name)),
    isPassed,
  );
}

/** While the closed children together are too small, the smallest open one is closed as well. */
function closeUntilHidden(
  children: ReadonlyMap<string, readonly Line[]>,
  isClosed: (name: string) => boolean,
  close: (name: string) => void,
  isPassed: (lines: readonly Line[]) => boolean,
  counted = (lines: readonly Line[]) => lines,
): void {
  const cents = (name: string) => sumCents(counted(children.get(name) ?? []));
  const names = [...children.keys()].sort((a, b) => Number(cents(a) - cents(b)) || compareNames(a, b));
  for (;;) {
    const hidden = names.filter(isClosed);
    if (hidden.length === 0 || isPassed(hidden.flatMap((name) => children.get(name) ?? []))) return;
    const smallest = names.find((name) => !isClosed(name));
    if (smallest === undefined) return;
    close(smallest);
  }
}
