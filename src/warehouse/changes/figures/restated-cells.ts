import { isControlled } from '../../../snapshot/privacy/numbers.ts';
import { categoryScope, type ScopeId, subScope, type Tables, WHOLE } from '../../../snapshot/tables.ts';
import type { Side, TakenIn } from '../../engine.ts';
import type { Restated } from '../../warehouse.ts';
import {
  type CellKey,
  type ChangedCells,
  cellKey,
  changedCells,
  closedKeys,
  mondayIn,
  scopeOf,
} from './changed-cells.ts';

/** What a restatement changed of what had been published. */
export function restatedCells({ orders, changed: people }: TakenIn, before: Tables, after: Tables): Restated {
  const changed = changedCells(before, after);
  const cells = changed.all.union(changed.basis);
  const { settings } = after.facts;
  // Only turning disclosure control off opens what was closed.
  const opened = isControlled(settings) ? 0 : closedCells(before).size;
  const suppressed = closedCells(after).difference(closedCells(before)).intersection(cells).size;
  const told = new ToldPeople(before, after, people);
  return {
    orders,
    cells: cells.size,
    cellsOfFew: [...cells].filter((cell) => told.isOfFew(cell, changed, settings.minPeople)).length,
    openedCells: opened,
    ...(suppressed > 0 && { suppressedCells: suppressed }),
  };
}

function closedCells({ closed, closedBasis }: Pick<Tables, 'closed' | 'closedBasis'>): Set<CellKey> {
  return closedKeys(closed).union(closedKeys(closedBasis));
}

/** Finds the people whose change can be told by somebody who kept the version before, from what both versions show. */
class ToldPeople {
  readonly #people = new Map<string, Set<number>>();
  readonly #children = new Map<ScopeId, ScopeId[]>();
  readonly #closed: { readonly [Basis in 'cells' | 'basis']: ReadonlySet<CellKey> };
  readonly #closedInEither: { readonly [Basis in 'cells' | 'basis']: ReadonlySet<CellKey> };

  constructor(before: Tables, after: Tables, changed: TakenIn['changed']) {
    this.#closed = { cells: closedKeys(after.closed), basis: closedKeys(after.closedBasis) };
    this.#closedInEither = {
      cells: closedKeys(before.closed).union(this.#closed.cells),
      basis: closedKeys(before.closedBasis).union(this.#closed.basis),
    };
    const { categories, subs } = after;
    this.#children.set(
      WHOLE,
      Array.from(categories, (_, i) => categoryScope(i)),
    );
    for (const [sub, { category }] of subs.entries()) {
      const siblings = this.#children.get(categoryScope(category)) ?? [];
      siblings.push(subScope(sub));
      this.#children.set(categoryScope(category), siblings);
    }
    for (const { week, sub, side, person } of changed)
      for (const scope of [WHOLE, categoryScope(subs[sub]?.category ?? 0), subScope(sub)])
        this.#add(cellKey(scope, week), side, person);
  }

  /** Where a side is shown in both versions, they differ by the lines of those who changed there. */
  isOfFew(cell: CellKey, { all, basis }: ChangedCells, fewest: number): boolean {
    const isFew = (cells: readonly CellKey[], side: Side) => {
      const people = this.#peopleIn(cells, side);
      return people > 0 && people < fewest;
    };
    if (!this.#closedInEither.cells.has(cell)) {
      if (all.has(cell) && isFew([cell], 'all')) return true;
      // A subtraction shows all that is closed below, together.
      if (isFew(this.#closedBelow(cell, 'cells'), 'all')) return true;
    }
    if (scopeOf(cell) === WHOLE || this.#closedInEither.basis.has(cell)) return false;
    const below = this.#closedBelow(cell, 'basis');
    return (
      (basis.has(cell) && isFew([cell], 'on')) ||
      isFew([cell], 'outside') ||
      isFew(below, 'on') ||
      isFew(below, 'outside')
    );
  }

  #closedBelow(cell: CellKey, kind: 'cells' | 'basis'): CellKey[] {
    const below = this.#children.get(scopeOf(cell)) ?? [];
    return below
      .map((scope) => cellKey(scope, mondayIn(cell)))
      .filter((child) => this.#closed[kind].has(child));
  }

  #peopleIn(cells: readonly CellKey[], side: Side): number {
    const [first, ...others] = cells.map((cell) => this.#people.get(`${cell} ${side}`) ?? new Set<number>());
    return others.reduce((people, more) => people.union(more), first ?? new Set()).size;
  }

  #add(cell: CellKey, side: Side, person: number): void {
    const key = `${cell} ${side}`;
    this.#people.set(key, (this.#people.get(key) ?? new Set()).add(person));
  }
}
