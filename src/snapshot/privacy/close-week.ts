import { byCodePoint } from '../../lib/text/names.ts';
import type { Cents } from '../figures.ts';
import { categoryScope, type ScopeId, type SubName, subScope, type Tables, WHOLE } from '../tables.ts';
import { sortedIndexes } from '../tally/growing.ts';
import { Crowd, type CrowdSize, isEnough, together } from './crowd.ts';
import type { PrivacyNumbers } from './numbers.ts';

/**
 * The lines of one week as columns, or sums of them: lines of one sub-category, member, merchant and side of the
 * restricted basis may stand as one. -1 is none, OTHERS are some that need not be told apart (see `sum-week.ts`).
 */
export interface WeekLines {
  readonly length: number;
  readonly sub: Int32Array;
  readonly member: Int32Array;
  readonly merchant: Int32Array;
  readonly cents: Float64Array;
  readonly isOnBasis: Uint8Array;
}

export interface ClosedWeek {
  readonly cells: readonly ScopeId[];
  /** On the restricted basis; those of closed cells are among them. */
  readonly basis: readonly ScopeId[];
}

export const NOTHING_CLOSED: ClosedWeek = { cells: [], basis: [] };

/** A scope that has lines in the week. */
interface Cell {
  readonly scope: ScopeId;
  readonly name: string;
  readonly children: readonly Cell[];
  /** The rows of its lines; those of a parent are those of its children. */
  readonly rows: Uint32Array;
  readonly sizes: Sizes;
  readonly isPassed: boolean;
  readonly isBasisPassed: boolean;
}

/** Who is in a cell: in all of it, on the restricted basis, and outside of that. */
interface Sizes {
  readonly all: CrowdSize;
  readonly on: CrowdSize;
  readonly outside: CrowdSize;
}

/**
 * Disclosure control: decides which cells of a week are too small to be shown, and which others must go with them so
 * that no subtraction brings them back. It knows no engine and keeps nothing from one week to the next.
 */
export class WeekCloser {
  readonly #categories: readonly string[];
  readonly #subs: readonly SubName[];
  readonly #numbers: PrivacyNumbers;
  readonly #all = new Crowd();
  readonly #on = new Crowd();
  readonly #outside = new Crowd();

  constructor({ categories, subs }: Pick<Tables, 'categories' | 'subs'>, numbers: PrivacyNumbers) {
    this.#categories = categories;
    this.#subs = subs;
    this.#numbers = numbers;
  }

  /** What was closed when the week was published before stays closed. */
  close(lines: WeekLines, before: ClosedWeek = NOTHING_CLOSED): ClosedWeek {
    if (lines.length === 0) return NOTHING_CLOSED;
    const whole = this.#cellsOf(lines);
    const cells = new Set<ScopeId>();
    const basis = new Set<ScopeId>();
    const [wasClosed, wasBasisClosed] = [new Set(before.cells), new Set(before.basis)];

    const closeCell = (cell: Cell, parent?: Cell) => {
      const isClosed = !cell.isPassed || wasClosed.has(cell.scope) || (parent && cells.has(parent.scope));
      if (isClosed) cells.add(cell.scope);
    };
    closeCell(whole);
    for (const category of whole.children) closeCell(category, whole);
    this.#closeChildren(lines, whole, cells);
    for (const category of whole.children) {
      for (const sub of category.children) closeCell(sub, category);
      this.#closeChildren(lines, category, cells);
    }

    const closeBasis = (cell: Cell, parent?: Cell) => {
      const isClosed =
        !cell.isBasisPassed ||
        cells.has(cell.scope) ||
        wasBasisClosed.has(cell.scope) ||
        (parent && basis.has(parent.scope));
      if (isClosed) basis.add(cell.scope);
    };
    for (const category of whole.children) {
      closeBasis(category);
      for (const sub of category.children) closeBasis(sub, category);
      this.#hideBasis(lines, category, basis);
    }
    return { cells: [...cells], basis: [...basis] };
  }

  /** Closes children of an open cell until those that are closed pass together: else a subtraction tells them. */
  #closeChildren(lines: WeekLines, parent: Cell, closed: Set<ScopeId>): void {
    this.#closeSmallest(
      parent,
      closed,
      ({ sizes }) => sizes.all.cents,
      (cell) => this.#gather(lines, cell),
      () => this.#isPassed(this.#all.size),
    );
  }

  #hideBasis(lines: WeekLines, parent: Cell, closed: Set<ScopeId>): void {
    this.#closeSmallest(
      parent,
      closed,
      ({ sizes }) => sizes.on.cents,
      (cell) => this.#gatherSides(lines, cell),
      () => this.#isBasisPassed({ on: this.#on.size, outside: this.#outside.size }),
    );
  }

  #closeSmallest(
    { scope, children }: Cell,
    closed: Set<ScopeId>,
    sizeOf: (cell: Cell) => Cents,
    gather: (cell: Cell) => void,
    isPassed: () => boolean,
  ): void {
    const isClosed = (cell: Cell) => closed.has(cell.scope);
    if (closed.has(scope) || !children.some(isClosed)) return;
    const open = children
      .filter((cell) => !isClosed(cell))
      .sort((a, b) => sizeOf(a) - sizeOf(b) || byCodePoint(a.name, b.name));
    if (open.length === 0) return;
    this.#clear();
    for (const cell of children.filter(isClosed)) gather(cell);
    for (const smallest of open) {
      if (isPassed()) return;
      closed.add(smallest.scope);
      gather(smallest);
    }
  }

  /** The whole, with its categories and their sub-categories. */
  #cellsOf(lines: WeekLines): Cell {
    const { indexes, first } = sortedIndexes(lines.sub.subarray(0, lines.length), this.#subs.length);
    const subsOf = new Map<number, Cell[]>();
    for (const [sub, { category, name }] of this.#subs.entries()) {
      const rows = indexes.subarray(first[sub], first[sub + 1]);
      if (rows.length === 0) continue;
      const cell = this.#measured(lines, { scope: subScope(sub), name, children: [], rows });
      const siblings = subsOf.get(category);
      if (siblings) siblings.push(cell);
      else subsOf.set(category, [cell]);
    }
    const categories = Array.from(subsOf, ([category, children]) =>
      this.#measured(lines, {
        scope: categoryScope(category),
        name: this.#categories[category] ?? '',
        children,
        rows: joined(children),
      }),
    );
    return this.#measured(lines, { scope: WHOLE, name: '', children: categories, rows: indexes });
  }

  /** What is known of its parts is enough for most cells: their lines need not be gathered again. */
  #measured(lines: WeekLines, cell: Pick<Cell, 'scope' | 'name' | 'children' | 'rows'>): Cell {
    let on = together(cell.children.map(({ sizes }) => sizes.on));
    let outside = together(cell.children.map(({ sizes }) => sizes.outside));
    this.#clear();
    // The restricted basis of the whole is never shown.
    const isBasisKnown = cell.scope === WHOLE || this.#isBasisPassed({ on, outside });
    if (cell.children.length === 0 || !isBasisKnown) {
      this.#gatherSides(lines, cell);
      [on, outside] = [this.#on.size, this.#outside.size];
    }
    let all = together([on, outside]);
    if (!this.#isPassed(all)) {
      this.#gather(lines, cell);
      all = this.#all.size;
    }
    return {
      ...cell,
      sizes: { all, on, outside },
      isPassed: this.#isPassed(all),
      isBasisPassed: this.#isBasisPassed({ on, outside }),
    };
  }

  #isPassed(size: CrowdSize): boolean {
    return isEnough(size, this.#numbers);
  }

  #isBasisPassed({ on, outside }: Pick<Sizes, 'on' | 'outside'>): boolean {
    return this.#isPassed(on) && (outside.people === 0 || this.#isPassed(outside));
  }

  #clear(): void {
    this.#all.clear();
    this.#on.clear();
    this.#outside.clear();
  }

  #gather({ member, merchant, cents }: WeekLines, { rows }: Pick<Cell, 'rows'>): void {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      this.#all.add(member[row] ?? -1, merchant[row] ?? -1, cents[row] ?? 0);
    }
  }

  #gatherSides({ member, merchant, cents, isOnBasis }: WeekLines, { rows }: Pick<Cell, 'rows'>): void {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const side = isOnBasis[row] === 1 ? this.#on : this.#outside;
      side.add(member[row] ?? -1, merchant[row] ?? -1, cents[row] ?? 0);
    }
  }
}

function joined(cells: readonly Cell[]): Uint32Array {
  const rows = new Uint32Array(cells.reduce((sum, cell) => sum + cell.rows.length, 0));
  let to = 0;
  for (const cell of cells) {
    rows.set(cell.rows, to);
    to += cell.rows.length;
  }
  return rows;
}
