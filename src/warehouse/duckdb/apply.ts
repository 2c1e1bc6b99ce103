import type { Connection } from './connection.ts';

/** Moves the staged rows into the warehouse: orders that were there before are replaced whole. */
export async function applyStaged(connection: Connection): Promise<{
  lines: number;
  orders: number;
  replacedOrders: number;
}> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE arriving AS
    SELECT order_id AS id, CAST(min(ordered_at) AS DATE) AS day,
           (SELECT coalesce(max(number), 0) FROM orders) + row_number() OVER () AS number
    FROM staged GROUP BY order_id;

    CREATE OR REPLACE TEMP TABLE leaving AS SELECT number FROM orders WHERE id IN (SELECT id FROM arriving);
  `);
  const { orders = 0, replacedOrders = 0 } = await connection.numbers<'orders' | 'replacedOrders'>(
    `SELECT (SELECT count(*) FROM arriving) AS orders, (SELECT count(*) FROM leaving) AS "replacedOrders"`,
  );
  if (replacedOrders > 0) {
    await connection.run(`
      DELETE FROM line WHERE order_number IN (FROM leaving);
      DELETE FROM orders WHERE number IN (FROM leaving)`);
  }
  await connection.run(`
    INSERT INTO category
    SELECT (SELECT count(*) FROM category) + row_number() OVER (ORDER BY name) - 1, name
    FROM (SELECT DISTINCT category AS name FROM staged) WHERE name NOT IN (SELECT name FROM category);

    INSERT INTO sub
    SELECT (SELECT count(*) FROM sub) + row_number() OVER (ORDER BY category, name) - 1, category, name
    FROM (SELECT DISTINCT category.id AS category, sub_category AS name
          FROM staged JOIN category ON category.name = staged.category)
    WHERE (category, name) NOT IN (SELECT (category, name) FROM sub);

    INSERT INTO method
    SELECT (SELECT count(*) FROM method) + row_number() OVER (ORDER BY name) - 1, name
    FROM (SELECT DISTINCT payment_method AS name FROM staged) WHERE name NOT IN (SELECT name FROM method);

    INSERT INTO orders SELECT number, id, day FROM arriving;

    INSERT INTO line
    SELECT arriving.number, arriving.day, category.id, sub.id, staged.product_id, staged.tags, staged.cents,
           method.id, staged.merchant_id, staged.member_id
    FROM staged
    JOIN arriving ON arriving.id = staged.order_id
    JOIN category ON category.name = staged.category
    JOIN sub ON sub.category = category.id AND sub.name = staged.sub_category
    JOIN method ON method.name = staged.payment_method`);
  const { lines = 0 } = await connection.numbers<'lines'>('SELECT count(*) AS lines FROM staged');
  return { lines, orders, replacedOrders };
}
