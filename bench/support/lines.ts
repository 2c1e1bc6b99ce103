import { DuckDBInstance } from '@duckdb/node-api';

/** What is sold: `Sub k` stands in `Category (k % CATEGORIES)`. */
export const CATEGORIES = 30;
export const SUBS = 600;
export const FIRST_DAY = '2024-01-01';
export const DAYS = 730;

export interface MakeOptions {
  /** The number of the first order; every five lines are two orders. */
  readonly from?: number;
  readonly firstDay?: string;
  readonly days?: number;
}

/**
 * Order lines by the million, made by the engine itself: 30 categories, 600 sub-categories, two years, about
 * 2.5 lines an order, members and products that come back.
 */
export async function makeLines(path: string, lines: number, options: MakeOptions = {}): Promise<void> {
  const { from = 0, firstDay = FIRST_DAY, days = DAYS } = options;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const format = path.endsWith('.parquet') ? '(FORMAT parquet)' : '(FORMAT csv, HEADER)';
  // Mixing the number of a line gives each of its values its own course; the order's values follow its own.
  await connection.run(`
    COPY (
      SELECT 'O' || o AS order_id,
             TIMESTAMP '${firstDay}' + to_seconds(CAST(hash(o) % (${days} * 86400) AS BIGINT)) AS ordered_at,
             'Category ' || (sub % ${CATEGORIES}) AS category,
             'Sub ' || sub AS sub_category,
             'P' || (sub * 100 + hash(i, 1) % 40) AS product_id,
             'type=' || (hash(i, 1) % 40 % 6) || ';brand=' || (hash(i, 1) % 40 % 9) AS tags,
             CAST((hash(i, 2) % 500000) / 100.0 AS DECIMAL(10, 2)) AS amount,
             ['Credit card', 'LINE Pay', 'Debit card', 'ATM transfer', 'Credit card installment', 'Cash on delivery']
               [CAST(1 + hash(o, 3) % 6 AS BIGINT)] AS payment_method,
             'M' || (sub * 3 + hash(i, 4) % 20) AS merchant_id,
             CASE WHEN hash(o, 5) % 8 > 0 THEN 'U' || CAST(floor(1000000 * power((hash(o, 6) % 1000000) / 1e6, 2)) AS INTEGER) END
               AS member_id
      FROM (SELECT i, i * 2 // 5 AS o,
                   CAST((hash(i * 2 // 5, 7) % ${SUBS} + CASE WHEN hash(i, 8) % 2 = 0 THEN 0 ELSE hash(i, 9) % 5 END) % ${SUBS} AS INTEGER) AS sub
            FROM (SELECT range + (${from} * 5 + 1) // 2 AS i FROM range(${lines})))
    ) TO '${path}' ${format}`);
  connection.closeSync();
  instance.closeSync();
}
