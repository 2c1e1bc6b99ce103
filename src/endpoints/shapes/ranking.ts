import type { DayRange } from '../../lib/calendar.ts';
import { byCodePoint } from '../../lib/text/names.ts';
import type { Snapshot, Totals } from '../../snapshot/snapshot.ts';
import type { ScopeId } from '../../snapshot/tables.ts';

/** Those of the entries that sold something in a range, by amount, largest first, then name. */
export function rank<T extends { name: string; scope: ScopeId }>(
  snapshot: Snapshot,
  entries: readonly T[],
  range: DayRange,
): { entry: T; totals: Totals }[] {
  return entries
    .map((entry) => ({ entry, totals: snapshot.totals(entry.scope, range) }))
    .filter(({ totals }) => totals.orders > 0)
    .sort((a, b) => b.totals.cents - a.totals.cents || byCodePoint(a.entry.name, b.entry.name));
}
