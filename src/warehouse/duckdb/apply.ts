import type { Day } from '../../snapshot/calendar.ts';
import type { Connection } from './connection.ts';

export interface Applied {
  readonly lines: number;
  readonly orders: number;
  readonly replacedOrders: number;
  /** The first day on which anything has changed. */
  readonly from: Day;
}

/** Moves the staged rows into the warehouse: orders that were there before are replaced whole. */
export async function applyStaged(connection: Connection): Promise<Applied> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE arriving AS
    SELECT order_id AS id, CAST(CAST(min(ordered_at) AS DATE) - DATE '1970-01-01' AS INTEGER) AS day,
           (SELECT coalesce(max(number), 0) FROM orders) + row_number() OVER () AS number
    FROM staged GROUP BY order_id;

    CREATE OR REPLACE TEMP TABLE leaving AS
    SELECT number, day FROM orders WHERE id IN (SELECT id FROM arriving);
  `);
  const counts = await connection.numbers<keyof Applied>(`
    SELECT (SELECT count(*) FROM staged) AS lines,
           (SELECT count(*) FROM arriving) AS orders,
           (SELECT count(*) FROM leaving) AS "replacedOrders",
           (SELECT min(day) FROM (SELECT day FROM arriving UNION ALL SELECT day FROM leaving)) AS "from"`);
  if (counts.replacedOrders > 0) {
    await connection.run(`
      DELETE FROM line WHERE order_number IN (SELECT number FROM leaving);
      DELETE FROM orders WHERE number IN (SELECT number FROM leaving)`);
  }
  await learnTexts(connection);
  await connection.run(`
    INSERT INTO orders SELECT number, id, day FROM arriving;

    INSERT INTO line
    SELECT arriving.number, arriving.day, pair.category, pair.sub, product.id, tag_text.id, staged.cents,
           method.id, merchant.id, member.id
    FROM staged
    JOIN arriving ON arriving.id = staged.order_id
    JOIN pair ON pair.category_name = staged.category AND pair.sub_name = staged.sub_category
    JOIN product ON product.name = staged.product_id
    JOIN method ON method.name = staged.payment_method
    LEFT JOIN tag_text ON tag_text.name = staged.tags
    LEFT JOIN merchant ON merchant.name = staged.merchant_id
    LEFT JOIN member ON member.name = staged.member_id`);
  return counts;
}

/** Gives a number to every text that is new. */
async function learnTexts(connection: Connection): Promise<void> {
  const learn = (table: string, column: string) =>
    connection.run(`
      INSERT INTO ${table}
      SELECT (SELECT count(*) FROM ${table}) + row_number() OVER () - 1, name
      FROM (SELECT DISTINCT ${column} AS name FROM staged WHERE ${column} IS NOT NULL)
      ANTI JOIN ${table} USING (name)`);
  await learn('category', 'category');
  await learn('method', 'payment_method');
  await learn('product', 'product_id');
  await learn('merchant', 'merchant_id');
  await learn('member', 'member_id');
  await learn('tag_text', 'tags');
  await connection.run(`
    INSERT INTO sub
    SELECT (SELECT count(*) FROM sub) + row_number() OVER () - 1, category, name
    FROM (SELECT DISTINCT category.id AS category, sub_category AS name
          FROM (SELECT DISTINCT category, sub_category FROM staged) AS named
          JOIN category ON category.name = named.category)
    ANTI JOIN sub USING (category, name);

    CREATE OR REPLACE TEMP TABLE pair AS
    SELECT category.name AS category_name, sub.name AS sub_name, category.id AS category, sub.id AS sub
    FROM sub JOIN category ON category.id = sub.category;

    CREATE OR REPLACE TEMP TABLE piece AS
    SELECT DISTINCT text, sub, clean(left(piece, instr(piece, '=') - 1)) AS key,
           clean(substr(piece, instr(piece, '=') + 1)) AS value
    FROM (SELECT tag_text.id AS text, pair.sub, unnest(string_split(tag_text.name, ';')) AS piece
          FROM (SELECT DISTINCT category, sub_category, tags FROM staged WHERE tags IS NOT NULL) AS named
          JOIN pair ON pair.category_name = named.category AND pair.sub_name = named.sub_category
          JOIN tag_text ON tag_text.name = named.tags)
    ANTI JOIN text_tag USING (text, sub)
    WHERE instr(piece, '=') > 0 AND key <> '' AND value <> '';

    INSERT INTO tag
    SELECT (SELECT count(*) FROM tag) + row_number() OVER () - 1, sub, key, value
    FROM (SELECT DISTINCT sub, key, value FROM piece) ANTI JOIN tag USING (sub, key, value);

    INSERT INTO text_tag SELECT text, sub, tag.id FROM piece JOIN tag USING (sub, key, value)`);
}
