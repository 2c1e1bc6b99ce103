import type { DayRange } from '../../snapshot/calendar.ts';
import type { Connection } from '../database/connection.ts';
import type { RefuseUnknown, Touched } from '../engine.ts';
import { storedLine } from '../stored-line.ts';
import type { StoredOrder } from '../warehouse.ts';
import { idsIn } from './apply.ts';
import { ASIDE_ROW, FORGOTTEN } from './aside.ts';
import { NAMED_LINES } from './named-lines.ts';

export async function readOrder(connection: Connection, id: string): Promise<StoredOrder | undefined> {
  const [found] = await connection.rows(
    `SELECT number, day, EXISTS (FROM aside_removed WHERE aside_removed.id = orders.id) AS is_to_go,
            EXISTS (FROM aside_row WHERE order_id = orders.id)
            OR EXISTS (FROM line WHERE order_number = number AND member IN (${FORGOTTEN})) AS is_to_change
     FROM orders WHERE id = $id`,
    { id },
  );
  if (!found) return readWaiting(connection, id);
  const rows = await connection.rows(
    `SELECT category.name AS category, sub.name AS sub_category, product.name AS product_id, tag_text.name AS tags,
            line.cents AS cents, method.name AS payment_method, merchant.name AS merchant_id, member.name AS member_id
     FROM ${NAMED_LINES}
     WHERE line.order_number = $number ORDER BY line.rowid`,
    { number: found.number as bigint },
  );
  return {
    id,
    day: Number(found.day),
    waits: found.is_to_go ? 'deletion' : found.is_to_change ? 'change' : null,
    lines: rows.map(lineOf),
  };
}

/** An order that came too late for its published week: nothing of it is among the lines yet. */
async function readWaiting(connection: Connection, id: string): Promise<StoredOrder | undefined> {
  const rows = await connection.rows(
    `SELECT ${ASIDE_ROW}, CAST(ordered_at AS DATE) - DATE '1970-01-01' AS day
     FROM aside_row WHERE order_id = $id ORDER BY rowid`,
    { id },
  );
  const [first] = rows;
  return first && { id, day: Number(first.day), waits: 'arrival', lines: rows.map(lineOf) };
}

const lineOf = (row: Readonly<Record<string, unknown>>) =>
  storedLine(row, (value) => (value === null ? null : String(value)));

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
    UPDATE orders SET fingerprint = NULL
    WHERE number IN (SELECT order_number FROM line WHERE member IN (SELECT id FROM touched));
    UPDATE aside_row SET member_id = NULL WHERE member_id IN (SELECT id FROM named)`);
  await connection.run(
    `UPDATE line SET member = NULL WHERE member IN (SELECT id FROM touched) AND NOT (${isPublished})`,
    values,
  );
  await connection.run('UPDATE member SET name = NULL WHERE id IN (SELECT id FROM touched)');
  return { lines, orders, asideOrders, changesAside: true, from: now > 0 ? from : undefined };
}
