import type { DayRange } from '../../lib/calendar.ts';
import type { Connection } from '../database/connection.ts';
import type { RefuseUnknown, Touched } from '../engine.ts';
import { FINGERPRINT } from '../fingerprint.ts';
import { idsIn } from './apply.ts';
import { NAMED_COLUMNS, NAMED_LINES } from './named-lines.ts';

/**
 * A member's number stays, so that no other gets it; the name goes. On lines of published weeks the number stays as
 * well until they are restated: it names nobody.
 */
export async function forgetMembers(
  connection: Connection,
  ids: readonly string[],
  published: DayRange | null,
  refuse: RefuseUnknown,
): Promise<Touched> {
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE named AS SELECT DISTINCT unnest(CAST(json($ids) AS VARCHAR[])) AS id',
    { ids: JSON.stringify(ids) },
  );
  const known = 'SELECT name AS id FROM member UNION SELECT member_id FROM aside_row';
  refuse(await idsIn(connection, `SELECT id FROM named ANTI JOIN (${known}) AS known USING (id)`));
  const isPublished = published ? 'day BETWEEN $start AND $end' : 'false';
  const values = published ? { start: published.start, end: published.end } : {};
  const { lines, orders, asideOrders, from, now } = await connection.numbers<
    'lines' | 'orders' | 'asideOrders' | 'from' | 'now'
  >(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT id FROM member WHERE name IN (SELECT id FROM named);
     SELECT count(*) AS lines, count(DISTINCT order_number) AS orders,
            count(DISTINCT order_number) FILTER (${isPublished}) AS "asideOrders",
            min(day) FILTER (NOT (${isPublished})) AS "from", count(*) FILTER (NOT (${isPublished})) AS now
     FROM line WHERE member IN (SELECT id FROM touched)`,
    values,
  );
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE blanked AS
    SELECT DISTINCT order_number AS number FROM line WHERE member IN (SELECT id FROM touched);
    UPDATE aside_row SET member_id = NULL WHERE member_id IN (SELECT id FROM named)`);
  await connection.run(
    `UPDATE line SET member = NULL WHERE member IN (SELECT id FROM touched) AND NOT (${isPublished})`,
    values,
  );
  await connection.run('UPDATE member SET name = NULL WHERE id IN (SELECT id FROM touched)');
  // The same rows come again without the member, and are then just as they are here.
  await connection.run(`
    UPDATE orders SET fingerprint = said.fingerprint
    FROM (SELECT number, ${FINGERPRINT} AS fingerprint
          FROM (SELECT line.order_number AS number, ${NAMED_COLUMNS}
                FROM ${NAMED_LINES} WHERE line.order_number IN (SELECT number FROM blanked))
          GROUP BY number) AS said
    WHERE orders.number = said.number`);
  return { lines, orders, asideOrders, changesAside: true, from: now > 0 ? from : undefined };
}
