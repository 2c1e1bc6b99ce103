import type { Day } from '../../lib/calendar.ts';
import type { ClosedWeek } from '../../snapshot/privacy/close-week.ts';
import type { ClosedRows, ScopeId, Tables } from '../../snapshot/tables.ts';
import type { Connection } from '../database/connection.ts';

/*
 * Which cells are closed, beside the lines: what was closed stays so, and what is asked of earlier lines leaves them out.
 */

/** What is closed of the weeks from a day on, by Monday. */
export async function readClosed(connection: Connection, from: Day): Promise<Map<Day, ClosedWeek>> {
  const { week, scope, basis } = await connection.columns(
    { week: 'i32', scope: 'i32', basis: 'i32' },
    'SELECT week, scope, CAST(is_basis AS INTEGER) FROM closed_cell WHERE week >= $from',
    { from },
  );
  const weeks = new Map<Day, { cells: ScopeId[]; basis: ScopeId[] }>();
  week.forEach((monday, row) => {
    const closed = weeks.get(monday) ?? { cells: [], basis: [] };
    weeks.set(monday, closed);
    (basis[row] === 1 ? closed.basis : closed.cells).push(scope[row] ?? 0);
  });
  return weeks;
}

/**
 * Notes what is closed. What was closed once stays noted, also while it has no lines or is in no figure yet: without
 * disclosure control nothing is.
 */
export async function writeClosed(
  connection: Connection,
  { closed, closedBasis }: Pick<Tables, 'closed' | 'closedBasis'>,
  isControlled: boolean,
): Promise<void> {
  if (!isControlled) {
    await connection.run('DELETE FROM closed_cell');
    return;
  }
  await insert(connection, closed, false);
  await insert(connection, closedBasis, true);
}

async function insert(connection: Connection, { scope, day }: ClosedRows, isBasis: boolean): Promise<void> {
  if (scope.length === 0) return;
  const list = (column: Int32Array) => JSON.stringify(Array.from(column));
  await connection.run(
    `INSERT INTO closed_cell
     SELECT unnest(CAST(json($week) AS INTEGER[])), unnest(CAST(json($scope) AS INTEGER[])), $isBasis
     EXCEPT FROM closed_cell`,
    { week: list(day), scope: list(scope), isBasis },
  );
}
