import { isDeepStrictEqual } from 'node:util';
import type { DayRange } from '../../lib/calendar.ts';
import type { Connection } from '../database/connection.ts';
import { describeStaged } from '../describe-staged.ts';
import type { Applied } from '../engine.ts';

/*
 * With disclosure control, a published week is not revised in passing: a change of its orders is kept beside the lines,
 * as rows that would be staged and orders that would go, until a restatement takes it in.
 */

export const ASIDE_ROW = `order_id, ordered_at, category, sub_category, product_id, tags, cents, payment_method, merchant_id,
             member_id`;

/** Members that were forgotten and still have a number on lines of published weeks. */
export const FORGOTTEN = 'SELECT id FROM member WHERE name IS NULL';

/** Orders whose change waits. */
export const WAITING = `
  SELECT order_id AS id FROM aside_row UNION SELECT id FROM aside_removed
  UNION SELECT id FROM orders
        WHERE number IN (SELECT order_number FROM line WHERE member IN (${FORGOTTEN}))`;

/** What waits, as numbers that differ where it does. */
function asideSum(connection: Connection) {
  return connection.rows(
    'SELECT (SELECT sum(hash(aside_row)) FROM aside_row) AS rows, (SELECT sum(hash(id)) FROM aside_removed) AS removed',
  );
}

/** Moves what is staged of orders of published weeks aside. */
export async function keepAside(
  connection: Connection,
  published: DayRange,
): Promise<Pick<Applied, 'asideOrders' | 'changesAside' | 'removedLater'>> {
  const before = await asideSum(connection);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE late AS
     SELECT arriving.id FROM arriving LEFT JOIN orders ON orders.id = arriving.id
     WHERE arriving.day BETWEEN $start AND $end OR orders.day BETWEEN $start AND $end`,
    { start: published.start, end: published.end },
  );
  // What an import says of an order is the newest, also where it says that all is as it was.
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE told AS SELECT DISTINCT order_id AS id FROM staged UNION SELECT id FROM cancelled;
    DELETE FROM aside_row WHERE order_id IN (SELECT id FROM told);
    DELETE FROM aside_removed WHERE id IN (SELECT id FROM told);
    INSERT INTO aside_row SELECT ${ASIDE_ROW} FROM staged WHERE order_id IN (SELECT id FROM late);
    DELETE FROM staged WHERE order_id IN (SELECT id FROM late);
    DELETE FROM arriving WHERE id IN (SELECT id FROM late)`);
  // Orders that are to go do so with a restatement.
  const removed = await connection.run(
    `INSERT INTO aside_removed
     SELECT orders.id FROM orders JOIN cancelled USING (id) WHERE orders.day BETWEEN $start AND $end`,
    { start: published.start, end: published.end },
  );
  await connection.run('DELETE FROM cancelled WHERE id IN (SELECT id FROM aside_removed)');
  const { late } = await connection.numbers<'late'>('SELECT count(*) AS late FROM late');
  if (late > 0) await describeStaged(connection);
  const changesAside = !isDeepStrictEqual(before, await asideSum(connection));
  return { asideOrders: late + removed, changesAside, removedLater: removed };
}

export async function countAside(connection: Connection): Promise<number> {
  const { orders } = await connection.numbers<'orders'>(`SELECT count(*) AS orders FROM (${WAITING})`);
  return orders;
}
