import { RELATED_LIMIT } from '../../snapshot/tables.ts';

/*
 * What is asked of the lines. Counting them is done outside the engine, in one pass over lines that the
 * engine has sorted; see snapshot/tally.
 */

export const LINE_TYPES = {
  day: 'i32',
  order: 'f64',
  sub: 'i32',
  product: 'i32',
  text: 'i32',
  cents: 'f64',
  method: 'i32',
  merchant: 'i32',
  member: 'i32',
} as const;

/** The lines of a range of days, as they are counted. */
export const LINES = `
  SELECT day, CAST(order_number AS DOUBLE), sub, product, coalesce(text, -1), CAST(cents AS DOUBLE), method,
         coalesce(merchant, -1), coalesce(member, -1)
  FROM line WHERE day BETWEEN $start AND $end ORDER BY day, order_number`;

/**
 * When the things seen from a day on were seen last before it, by sub-category. Of members only those on the
 * restricted basis count.
 */
export const LAST_SEEN = {
  members: {
    types: { sub: 'i32', thing: 'i32', day: 'i32' },
    sql: `
      SELECT sub, member, max(day) FROM line
      WHERE day < $from AND method IN (SELECT id FROM audience)
            AND member IN (SELECT member FROM line WHERE day >= $from AND method IN (SELECT id FROM audience))
      GROUP BY ALL`,
  },
  merchants: {
    types: { sub: 'i32', thing: 'i32', day: 'i32' },
    sql: `
      SELECT sub, merchant, max(day) FROM line
      WHERE day < $from AND merchant IN (SELECT merchant FROM line WHERE day >= $from)
      GROUP BY ALL`,
  },
  products: {
    types: { sub: 'i32', thing: 'i32', day: 'i32', text: 'i32' },
    sql: `
      SELECT sub, product, max(day), text FROM line
      WHERE day < $from AND text IS NOT NULL
            AND product IN (SELECT product FROM line WHERE day >= $from AND text IS NOT NULL)
      GROUP BY ALL`,
  },
} as const;

export const RELATED_TYPES = { sub: 'i32', other: 'i32', members: 'f64' } as const;

export const RELATED = `
  WITH bought AS MATERIALIZED (
    SELECT DISTINCT member, sub FROM line WHERE member IS NOT NULL AND day BETWEEN $start AND $end
  ), together AS (
    SELECT a.sub AS sub, b.sub AS other, count(*) AS members
    FROM bought AS a JOIN bought AS b ON a.member = b.member AND a.sub <> b.sub GROUP BY ALL
  ), ranked AS (
    SELECT together.*, row_number() OVER (
             PARTITION BY together.sub ORDER BY members DESC, category.name, sub.name) AS place
    FROM together
    JOIN sub ON sub.id = together.other
    JOIN category ON category.id = sub.category
  )
  SELECT sub, other, members FROM ranked WHERE place <= ${RELATED_LIMIT} ORDER BY sub, place`;
