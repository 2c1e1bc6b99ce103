import type { ClosedRows, RefreshSettings, ScopeId, Tables } from '../snapshot/tables.ts';
import type { TakenIn } from './engine.ts';
import type { Restated } from './warehouse.ts';

/** What a restatement changed of what had been published. */
export function restatedCells(
  { orders, changed }: TakenIn,
  { closed: before }: Pick<Tables, 'closed'>,
  { closed: after }: Pick<Tables, 'closed'>,
  { minPeople }: RefreshSettings,
): Restated {
  const wasClosed = new Set(keysOf(before));
  const cells = new Set(changed.map(({ scope, week }) => keyOf(scope, week)));
  for (const key of keysOf(after)) if (!wasClosed.has(key)) cells.add(key);
  return {
    orders,
    cells: cells.size,
    cellsOfFew: changed.filter(({ people }) => people < minPeople).length,
  };
}

function keysOf({ scope, day }: ClosedRows): string[] {
  return Array.from(scope, (id, row) => keyOf(id, day[row] ?? 0));
}

function keyOf(scope: ScopeId, week: number): string {
  return `${scope} ${week}`;
}
