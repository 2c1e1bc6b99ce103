import { Readable } from 'node:stream';
import type { Day } from '../../../lib/calendar.ts';
import type { ClosedWeek } from '../../../snapshot/privacy/close-week.ts';
import { categoryScope, type ScopeId, subScope, type Tables, WHOLE } from '../../../snapshot/tables.ts';
import { VISIBLE } from '../lines/visible.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { SeriesNames } from './series-names.ts';

/*
 * Which cells are closed, by name and on every server: what was closed stays so even where the published figures are
 * lost, and each shard leaves out of its counts what is closed.
 */

/** What is closed, with the names that its scopes stand for. */
export type ClosedTables = Pick<Tables, 'categories' | 'subs' | 'closed' | 'closedBasis'>;

/** What holds now of the weeks from a day on, by Monday. */
export async function readClosed(
  { first, values, signal }: Attempt,
  names: SeriesNames,
  from: Day,
): Promise<Map<Day, ClosedWeek>> {
  const reader = await first.read(
    `SELECT week, toInt32(is_basis), category, sub_category FROM mdq_closed
     WHERE ${VISIBLE} AND week >= {from:Int32} ORDER BY week, category, sub_category`,
    { ...values, from },
    signal,
  );
  const weeks = new Map<Day, { cells: ScopeId[]; basis: ScopeId[] }>();
  while (!reader.isAtEnd) {
    const [monday, isBasis] = [reader.int32(), reader.int32()];
    const scope = names.scope(reader.text(), reader.text());
    const closed = weeks.get(monday) ?? { cells: [], basis: [] };
    weeks.set(monday, closed);
    (isBasis === 1 ? closed.basis : closed.cells).push(scope);
  }
  return weeks;
}

/** What is closed in tables that may number names in another way. */
export function closedIn(tables: ClosedTables, names: SeriesNames): Map<Day, ClosedWeek> {
  const weeks = new Map<Day, { cells: ScopeId[]; basis: ScopeId[] }>();
  const namesOf = namesByScope(tables);
  const note = (kind: 'cells' | 'basis', { scope, day }: Tables['closed']) =>
    scope.forEach((one, row) => {
      const named = namesOf.get(one);
      if (!named) throw new Error(`a closed cell is of scope ${one}, which has no name`);
      const monday = day[row] ?? 0;
      const closed = weeks.get(monday) ?? { cells: [], basis: [] };
      weeks.set(monday, closed);
      closed[kind].push(names.scope(named.category, named.sub_category));
    });
  note('cells', tables.closed);
  note('basis', tables.closedBasis);
  return weeks;
}

function namesByScope({ categories, subs }: Pick<Tables, 'categories' | 'subs'>) {
  const names = new Map([[WHOLE, { category: '', sub_category: '' }]]);
  for (const [i, category] of categories.entries())
    names.set(categoryScope(i), { category, sub_category: '' });
  for (const [i, { category, name }] of subs.entries())
    names.set(subScope(i), { category: categories[category] ?? '', sub_category: name });
  return names;
}

/**
 * Notes what is closed of the weeks that an attempt has counted, and what was closed before: that stays noted also while it
 * has no lines or is not shown.
 */
export async function writeClosed(
  { servers, id, signal }: Attempt,
  { closed, closedBasis }: Pick<Tables, 'closed' | 'closedBasis'>,
  before: ReadonlyMap<Day, ClosedWeek>,
  { lists }: SeriesNames,
): Promise<void> {
  const namesOf = namesByScope(lists);
  const rows = new Set<string>();
  const note = (scope: ScopeId, week: Day, basis: 0 | 1): void => {
    rows.add(`${JSON.stringify({ ...namesOf.get(scope), week, is_basis: basis, import: id })}\n`);
  };
  for (const [row, scope] of closed.scope.entries()) note(scope, closed.day[row] ?? 0, 0);
  for (const [row, scope] of closedBasis.scope.entries()) note(scope, closedBasis.day[row] ?? 0, 1);
  for (const [week, { cells, basis }] of before) {
    for (const scope of cells) note(scope, week, 0);
    for (const scope of basis) note(scope, week, 1);
  }
  if (rows.size === 0) return;
  await onEach(servers, (server) =>
    server.insert('INSERT INTO mdq_closed FORMAT JSONEachRow', Readable.from(rows), {}, signal),
  );
}
