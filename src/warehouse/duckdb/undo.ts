import type { Connection } from '../database/connection.ts';
import type { TakenBack } from '../engine.ts';

/*
 * How an import is taken back. What it replaced is noted while it runs, and kept with it: in tables of the same shape as
 * those that it went from. Numbers only grow, so what came with it is what has a higher one.
 */

/** Scopes: closed cells are noted by their numbers. */
const SCOPES = ['category', 'sub'] as const;
const OTHERS = ['method', 'product', 'merchant', 'member', 'tag_text', 'tag'] as const;
/** What is kept, and the table that it comes from and goes back to. */
const KEPT = [
  ['order', 'orders'],
  ['line', 'line'],
  ['aside_row', 'aside_row'],
  ['aside_removed', 'aside_removed'],
] as const;
const NOTED = [...KEPT.map(([name]) => name), 'count'];

/** Notes how much there is, before anything is changed. */
export async function noteBefore(connection: Connection): Promise<void> {
  const counts = [...SCOPES, ...OTHERS].map((table) => `SELECT '${table}', count(*) FROM ${table}`);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE before_count AS
    SELECT 'orders' AS name, coalesce(max(number), 0) AS count FROM orders UNION ALL ${counts.join(' UNION ALL ')};
    CREATE OR REPLACE TEMP TABLE before_aside_row AS FROM aside_row;
    CREATE OR REPLACE TEMP TABLE before_aside_removed AS FROM aside_removed;
    CREATE OR REPLACE TEMP TABLE before_order AS FROM orders LIMIT 0;
    CREATE OR REPLACE TEMP TABLE before_line AS FROM line LIMIT 0`);
}

/** Notes the orders that leave, before they do. */
export async function noteLeaving(connection: Connection): Promise<void> {
  await connection.run(`
    INSERT INTO before_order SELECT * FROM orders WHERE number IN (SELECT number FROM leaving);
    INSERT INTO before_line SELECT * FROM line WHERE order_number IN (SELECT number FROM leaving)`);
}

export async function keepUndo(connection: Connection): Promise<void> {
  await dropUndo(connection);
  for (const name of NOTED) await connection.run(`INSERT INTO undo_${name} FROM before_${name}`);
}

export async function dropUndo(connection: Connection): Promise<void> {
  for (const name of NOTED) await connection.run(`DELETE FROM undo_${name}`);
}

export async function takeBack(connection: Connection, keepsScopes: boolean): Promise<TakenBack> {
  const rows = await connection.rows('SELECT name, count FROM undo_count');
  const counts = new Map(rows.map(({ name, count }) => [String(name), Number(count)]));
  const after = counts.get('orders') ?? 0;
  const { orders, lines, from } = await connection.numbers<'orders' | 'lines' | 'from'>(
    `SELECT (SELECT count(*) FROM orders WHERE number > $after) AS orders,
            (SELECT count(*) FROM line WHERE order_number > $after) AS lines,
            (SELECT min(day) FROM (SELECT day FROM orders WHERE number > $after UNION ALL SELECT day FROM undo_order)) AS "from"`,
    { after },
  );
  const { gone } = await connection.numbers<'gone'>('SELECT count(*) AS gone FROM undo_order');
  await connection.run('DELETE FROM line WHERE order_number > $after', { after });
  await connection.run('DELETE FROM orders WHERE number > $after', { after });
  await connection.run('DELETE FROM aside_row; DELETE FROM aside_removed');
  for (const [name, table] of KEPT) await connection.run(`INSERT INTO ${table} FROM undo_${name}`);
  for (const table of keepsScopes ? OTHERS : [...SCOPES, ...OTHERS])
    await connection.run(`DELETE FROM ${table} WHERE id >= $count`, { count: counts.get(table) ?? 0 });
  // A text is learned whole for a sub-category, or not at all: what would be left of one would be taken for all of it.
  await connection.run(`
    DELETE FROM text_tag WHERE (text, sub) IN (
      SELECT (text, sub) FROM text_tag
      WHERE text NOT IN (SELECT id FROM tag_text) OR tag NOT IN (SELECT id FROM tag) OR sub NOT IN (SELECT id FROM sub))`);
  return { orders, lines, returnedOrders: gone, from: orders + gone > 0 ? from : undefined };
}
