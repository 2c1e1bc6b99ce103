import { ALL_METHODS } from '../../snapshot/audience.ts';
import type { Connection } from '../database/connection.ts';
import { describeStaged } from '../describe-staged.ts';
import { type ChangedPerson, type Compared, SIDES, type TakenIn } from '../engine.ts';
import { TEXTS } from '../intake/reading/reading-sql.ts';
import { makeStage } from '../intake/stage.ts';
import { applyStaged } from './apply.ts';
import { ASIDE_ROW, countAside, FORGOTTEN, WAITING } from './aside.ts';

/** Takes in everything that was set aside, and returns the people whose lines in published weeks it changes. */
export async function takeAside(connection: Connection, compared: Compared): Promise<TakenIn> {
  const orders = await countAside(connection);
  await connection.run(`CREATE OR REPLACE TEMP TABLE waiting AS ${WAITING}`);
  await noteMethods(connection, compared);
  const isTold = compared.people > 0;
  if (isTold) await noteLines(connection, 'before');
  if (orders > 0) await takeIn(connection);
  if (isTold) await noteLines(connection, 'after');
  return { orders, changed: isTold ? await changedPeople(connection, compared) : [] };
}

async function takeIn(connection: Connection): Promise<void> {
  await connection.run(TEXTS);
  await makeStage(connection);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE cancelled AS SELECT id FROM aside_removed;
    INSERT INTO staged SELECT ${ASIDE_ROW}, false, NULL, 0 FROM aside_row;
    DELETE FROM aside_row;
    DELETE FROM aside_removed`);
  await describeStaged(connection);
  await applyStaged(connection, null);
  await connection.run(`UPDATE line SET member = NULL WHERE member IN (${FORGOTTEN})`);
}

/** The methods of the restricted basis, by name: new ones may come with what waits. */
async function noteMethods(connection: Connection, { methods: [before, after] }: Compared): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE basis AS
     SELECT CAST(json($before) AS VARCHAR[]) AS before, CAST(json($after) AS VARCHAR[]) AS after`,
    { before: JSON.stringify(before), after: JSON.stringify(after) },
  );
}

/** The lines that may differ: of orders that wait, and paid by a method that comes to the basis or leaves it. */
async function noteLines(connection: Connection, when: 'before' | 'after'): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE lines_${when} AS
    SELECT orders.id, line.* EXCLUDE (order_number, member),
           CASE WHEN line.member IN (${FORGOTTEN}) THEN -1 ELSE coalesce(line.member, -1) END AS person,
           line.member IS NOT NULL AND paid.is_${when} AS is_on
    FROM line
    JOIN orders ON orders.number = line.order_number
    JOIN (SELECT method.id, list_has_any(before, [name, '${ALL_METHODS}']) AS is_before,
                 list_has_any(after, [name, '${ALL_METHODS}']) AS is_after
          FROM method, basis) AS paid ON paid.id = line.method
    WHERE orders.id IN (SELECT id FROM waiting) OR paid.is_before <> paid.is_after`);
}

async function changedPeople(
  connection: Connection,
  { weeks, people: most }: Compared,
): Promise<ChangedPerson[]> {
  const { week, sub, side, person } = await connection.columns(
    { week: 'i32', sub: 'i32', side: 'i32', person: 'i32' },
    `WITH signed AS (
       SELECT 1 AS sign, * FROM lines_after UNION ALL BY NAME SELECT -1 AS sign, * FROM lines_before
     ), difference AS (
       SELECT day, sub, person, sum(sign) AS in_all, coalesce(sum(sign) FILTER (is_on), 0) AS in_on,
              coalesce(sum(sign) FILTER (NOT is_on), 0) AS in_outside
       FROM signed WHERE day BETWEEN $start AND $end
       GROUP BY id, day, category, sub, product, text, cents, method, merchant, person
     )
     SELECT DISTINCT CAST(day - (day + 3) % 7 AS INTEGER) AS week, sub, side, person
     FROM (SELECT day, sub, person, unnest([0, 1, 2]) AS side, unnest([in_all, in_on, in_outside]) AS lines
           FROM difference)
     WHERE lines <> 0
     QUALIFY dense_rank() OVER (PARTITION BY week, sub, side ORDER BY person) <= $most
     ORDER BY week, sub, side, person`,
    { ...weeks, most },
  );
  return Array.from(person, (who, row) => ({
    week: week[row] ?? 0,
    sub: sub[row] ?? 0,
    side: SIDES[side[row] ?? 0] ?? 'all',
    person: who,
  }));
}
