import { categoryScope, RELATED_LIMIT, subScope } from '../../snapshot/tables.ts';

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

/** Leaves out the lines of closed cells. */
const inOpenCells = (scope: string, isBasis: boolean) => `
  ANTI JOIN closed_cell ON closed_cell.week = day - (day + 3) % 7 AND closed_cell.scope = ${scope}
                           AND closed_cell.is_basis = ${isBasis}`;
const CATEGORY_SCOPE = `2 * line.category + ${categoryScope(0)}`;
const SUB_SCOPE = `2 * line.sub + ${subScope(0)}`;

/** The same with disclosure control, by scope: a category may be open where its sub-category is closed. */
export const LAST_SEEN_OPEN = {
  members: {
    types: { scope: 'i32', thing: 'i32', day: 'i32' },
    sql: [CATEGORY_SCOPE, SUB_SCOPE]
      .map(
        (scope) => `
      SELECT ${scope}, member, max(day) FROM line ${inOpenCells(scope, true)}
      WHERE day < $from AND method IN (SELECT id FROM audience)
            AND member IN (SELECT member FROM line WHERE day >= $from AND method IN (SELECT id FROM audience))
      GROUP BY ALL`,
      )
      .join(' UNION ALL '),
  },
  merchants: {
    types: { scope: 'i32', thing: 'i32', day: 'i32' },
    sql: [CATEGORY_SCOPE, SUB_SCOPE]
      .map(
        (scope) => `
      SELECT ${scope}, merchant, max(day) FROM line ${inOpenCells(scope, false)}
      WHERE day < $from AND merchant IN (SELECT merchant FROM line WHERE day >= $from)
      GROUP BY ALL`,
      )
      .join(' UNION ALL '),
  },
  products: {
    types: LAST_SEEN.products.types,
    sql: `
      SELECT sub, product, max(day), text FROM line ${inOpenCells(SUB_SCOPE, false)}
      WHERE day < $from AND text IS NOT NULL
            AND product IN (SELECT product FROM line WHERE day >= $from AND text IS NOT NULL)
      GROUP BY ALL`,
  },
} as const;

export const RELATED_TYPES = { sub: 'i32', other: 'i32', members: 'f64' } as const;

const related = (from: string, having: string) => `
  WITH bought AS MATERIALIZED (
    SELECT DISTINCT member, sub FROM ${from} WHERE member IS NOT NULL AND day BETWEEN $start AND $end
  ), together AS (
    SELECT a.sub AS sub, b.sub AS other, count(*) AS members
    FROM bought AS a JOIN bought AS b ON a.member = b.member AND a.sub <> b.sub GROUP BY ALL ${having}
  ), ranked AS (
    SELECT together.*, row_number() OVER (
             PARTITION BY together.sub ORDER BY members DESC, category.name, sub.name) AS place
    FROM together
    JOIN sub ON sub.id = together.other
    JOIN category ON category.id = sub.category
  )
  SELECT sub, other, members FROM ranked WHERE place <= ${RELATED_LIMIT} ORDER BY sub, place`;

export const RELATED = related('line', '');

/** With disclosure control: from lines of open sub-category cells, and never fewer members than must be. */
export const RELATED_OPEN = related(`line ${inOpenCells(SUB_SCOPE, false)}`, 'HAVING count(*) >= $fewest');
