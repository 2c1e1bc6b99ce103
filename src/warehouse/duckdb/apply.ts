import type { DayRange } from '../../lib/calendar.ts';
import { type Connection, dayOf } from '../database/connection.ts';
import type { Applied, RefuseUnknown } from '../engine.ts';
import { FINGERPRINT } from '../fingerprint.ts';
import { namedTags } from '../intake/stage.ts';
import { keepAside } from './aside.ts';
import { noteBefore, noteLeaving } from './undo.ts';

/** The staged rows of arriving orders, with numbers for texts. */
const NUMBERED = `
  SELECT arriving.number AS order_number, arriving.day, pair.category, pair.sub, product.id AS product,
         tag_text.id AS text, staged.cents, method.id AS method, merchant.id AS merchant, member.id AS member
  FROM staged
  JOIN arriving ON arriving.id = staged.order_id
  JOIN pair ON pair.category_name = staged.category AND pair.sub_name = staged.sub_category
  JOIN product ON product.name = staged.product_id
  JOIN method ON method.name = staged.payment_method
  LEFT JOIN tag_text ON tag_text.name = staged.tags
  LEFT JOIN merchant ON merchant.name = staged.merchant_id
  LEFT JOIN member ON member.name = staged.member_id`;

/** Moves the staged rows into the warehouse: orders that were there before are replaced whole. */
export async function applyStaged(
  connection: Connection,
  published: DayRange | null,
  refuse?: RefuseUnknown,
): Promise<Applied> {
  const known = 'SELECT id FROM orders UNION SELECT order_id FROM aside_row';
  if (refuse)
    refuse(await idsIn(connection, `SELECT id FROM cancelled ANTI JOIN (${known}) AS known USING (id)`));
  await noteBefore(connection);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE arriving AS
    SELECT order_id AS id, ${dayOf('min(ordered_at)')} AS day,
           (SELECT coalesce(max(number), 0) FROM orders) + row_number() OVER () AS number,
           ${FINGERPRINT} AS fingerprint
    FROM staged GROUP BY order_id`);
  const { lines, orders } = await connection.numbers<'lines' | 'orders'>(
    'SELECT (SELECT count(*) FROM staged) AS lines, (SELECT count(*) FROM arriving) AS orders',
  );
  const unchangedOrders = await leaveUnchanged(connection);
  // An order that never came into the lines is gone at once. Of all orders, few or none are aside: only those are compared.
  const dropped = await connection.numbers<'lines' | 'orders'>(`
    SELECT count(*) AS lines, count(DISTINCT order_id) AS orders FROM aside_row
    WHERE order_id IN (SELECT id FROM cancelled)
      AND order_id NOT IN (SELECT id FROM orders SEMI JOIN aside_row ON aside_row.order_id = orders.id)`);
  const aside = published
    ? await keepAside(connection, published)
    : { asideOrders: 0, changesAside: false, removedLater: 0 };
  // In this order: of tables that are filled in this transaction the engine takes the second for the smaller one.
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE leaving AS
    SELECT orders.number, orders.day, arriving.number AS successor FROM arriving JOIN orders USING (id)
    UNION ALL
    SELECT orders.number, orders.day, NULL FROM orders JOIN cancelled USING (id)`);
  const { replacedOrders, removedOrders, removedLines, from } = await connection.numbers<
    'replacedOrders' | 'removedOrders' | 'removedLines' | 'from'
  >(`
    SELECT (SELECT count(successor) FROM leaving) AS "replacedOrders",
           (SELECT count(*) FROM leaving WHERE successor IS NULL) AS "removedOrders",
           (SELECT count(*) FROM line
            WHERE order_number IN (SELECT number FROM leaving WHERE successor IS NULL)) AS "removedLines",
           (SELECT min(day) FROM (SELECT day FROM arriving UNION ALL SELECT day FROM leaving)) AS "from"`);
  const { arriving } = await connection.numbers<'arriving'>('SELECT count(*) AS arriving FROM arriving');
  const hasNew = arriving > 0;
  if (replacedOrders + removedOrders > 0) {
    await noteLeaving(connection);
    await connection.run(`
      DELETE FROM line WHERE order_number IN (SELECT number FROM leaving);
      DELETE FROM orders WHERE number IN (SELECT number FROM leaving)`);
  }
  if (hasNew) {
    await learnTexts(connection);
    await connection.run(`
      INSERT INTO orders (number, id, day, fingerprint) SELECT number, id, day, fingerprint FROM arriving;
      INSERT INTO line ${NUMBERED}`);
  }
  return {
    lines,
    orders,
    replacedOrders,
    unchangedOrders,
    removedOrders,
    gone: { orders: removedOrders + dropped.orders, lines: removedLines + dropped.lines },
    ...aside,
    from: hasNew || removedOrders > 0 ? from : undefined,
  };
}

export async function idsIn(connection: Connection, query: string): Promise<string[]> {
  return (await connection.rows(query)).map(({ id }) => String(id));
}

/** Leaves orders where they are that arrive again just as they were, and returns how many those are. */
async function leaveUnchanged(connection: Connection): Promise<number> {
  return connection.run(`
    DELETE FROM arriving USING orders
    WHERE orders.id = arriving.id AND orders.day = arriving.day AND orders.fingerprint = arriving.fingerprint`);
}

/** Gives a number to every text that is new. */
async function learnTexts(connection: Connection): Promise<void> {
  const learn = (table: string, column: string, from: string) =>
    connection.run(`
      INSERT INTO ${table}
      SELECT (SELECT count(*) FROM ${table}) + row_number() OVER () - 1, name
      FROM (SELECT DISTINCT ${column} AS name FROM ${from} WHERE ${column} IS NOT NULL)
      ANTI JOIN ${table} USING (name)`);
  await learn('category', 'category', 'described');
  await learn('tag_text', 'tags', 'described');
  await learn('method', 'payment_method', 'paid_by');
  await learn('product', 'product_id', 'staged');
  await learn('merchant', 'merchant_id', 'staged');
  await learn('member', 'member_id', 'staged');
  await connection.run(`
    INSERT INTO sub
    SELECT (SELECT count(*) FROM sub) + row_number() OVER () - 1, category, name
    FROM (SELECT DISTINCT category.id AS category, sub_category AS name
          FROM described JOIN category ON category.name = described.category)
    ANTI JOIN sub USING (category, name);

    CREATE OR REPLACE TEMP TABLE pair AS
    SELECT category.name AS category_name, sub.name AS sub_name, category.id AS category, sub.id AS sub
    FROM sub JOIN category ON category.id = sub.category;

    CREATE OR REPLACE TEMP TABLE piece AS
    SELECT text, sub, key, value
    FROM (SELECT tag_text.id AS text, pair.sub, named.key, named.value
          FROM described
          JOIN pair ON pair.category_name = described.category AND pair.sub_name = described.sub_category
          JOIN tag_text ON tag_text.name = described.tags
          JOIN (${namedTags('described')}) AS named ON named.tags = described.tags)
    ANTI JOIN text_tag USING (text, sub);

    INSERT INTO tag
    SELECT (SELECT count(*) FROM tag) + row_number() OVER () - 1, sub, key, value
    FROM (SELECT DISTINCT sub, key, value FROM piece) ANTI JOIN tag USING (sub, key, value);

    INSERT INTO text_tag SELECT text, sub, tag.id FROM piece JOIN tag USING (sub, key, value)`);
}
