import type { DayRange } from '../../snapshot/calendar.ts';
import { categoryScope, subScope, WHOLE } from '../../snapshot/tables.ts';
import type { Connection } from '../connection.ts';
import type { ChangedCell, TakenIn } from '../engine.ts';
import { TEXTS } from '../intake/reading-sql.ts';
import { prepareStage } from '../intake/stage.ts';
import { applyStaged } from './apply.ts';
import { ASIDE_ROW, countAside, FORGOTTEN, WAITING } from './aside.ts';

/** Takes in all that was kept aside, and tells in which cells of published weeks lines are others now. */
export async function takeAside(connection: Connection, published: DayRange): Promise<TakenIn> {
  const orders = await countAside(connection);
  if (orders === 0) return { orders, changed: [], from: undefined };
  await connection.run(`CREATE OR REPLACE TEMP TABLE waiting AS ${WAITING}`);
  await noteLines(connection, 'before');
  await connection.run(TEXTS);
  await prepareStage(connection);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE cancelled AS SELECT id FROM aside_removed;
    INSERT INTO staged SELECT ${ASIDE_ROW}, false, NULL, 0 FROM aside_row;
    DELETE FROM aside_row;
    DELETE FROM aside_removed`);
  await applyStaged(connection, null);
  await connection.run(`UPDATE line SET member = NULL WHERE member IN (${FORGOTTEN})`);
  await noteLines(connection, 'after');
  const changed = await changedCells(connection, published);
  return { orders, changed, from: published.start };
}

async function noteLines(connection: Connection, table: 'before' | 'after'): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE lines_${table} AS
    SELECT orders.id, line.* EXCLUDE (order_number) FROM line
    JOIN orders ON orders.number = line.order_number
    WHERE orders.id IN (SELECT id FROM waiting)`);
}

async function changedCells(connection: Connection, published: DayRange): Promise<ChangedCell[]> {
  const rows = await connection.rows(
    `WITH differing AS (
       (FROM lines_before EXCEPT ALL FROM lines_after) UNION ALL (FROM lines_after EXCEPT ALL FROM lines_before)
     ), cell AS (
       SELECT day - (day + 3) % 7 AS week, coalesce(member, -1) AS person,
              unnest([${WHOLE}, 2 * category + ${categoryScope(0)}, 2 * sub + ${subScope(0)}]) AS scope
       FROM differing WHERE day BETWEEN $start AND $end
     )
     SELECT cell.week AS week, cell.scope AS scope, count(DISTINCT person) AS people FROM cell
     ANTI JOIN closed_cell ON closed_cell.week = cell.week AND closed_cell.scope = cell.scope
                              AND NOT closed_cell.is_basis
     GROUP BY ALL`,
    { ...published },
  );
  return rows.map(({ week, scope, people }) => ({
    week: Number(week),
    scope: Number(scope),
    people: Number(people),
  }));
}
