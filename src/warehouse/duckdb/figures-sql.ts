import { categoryScope, subScope } from '../../snapshot/tables.ts';

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

/**
 * The lines of a range of days, as they are counted. The engine reads lines that are not committed yet with one thread, so
 * it is asked for two halves of the days, which it reads side by side.
 */
export const LINES = `
  SELECT day, CAST(order_number AS DOUBLE), sub, product, coalesce(text, -1), CAST(cents AS DOUBLE), method,
         coalesce(merchant, -1), coalesce(member, -1)
  FROM (FROM line WHERE day BETWEEN $start AND ($start + $end) // 2
        UNION ALL FROM line WHERE day BETWEEN ($start + $end) // 2 + 1 AND $end)
  ORDER BY day, order_number`;

/** Leaves out the lines of closed cells. */
const inOpenCells = (scope: string, isBasis: boolean) => `
  ANTI JOIN closed_cell ON closed_cell.week = day - (day + 3) % 7 AND closed_cell.scope = ${scope}
                           AND closed_cell.is_basis = ${isBasis}`;
const CATEGORY_SCOPE = `2 * line.category + ${categoryScope(0)}`;
const SUB_SCOPE = `2 * line.sub + ${subScope(0)}`;

/** Most of what is seen on a day was seen in the same scope not long before. */
const RECENT_DAYS = 28;

/**
 * When each thing that is seen from a day on was seen last before it. The days just before tell it for most of them, and
 * all days are looked through for the others alone; either only in the categories that the thing is seen in from then on.
 */
const lastSeen = (series: string, thing: string, which: string, cells = '') => {
  const seen = `${series} AS series, line.${thing} AS thing, ${thing === 'product' ? 'text' : '0'} AS text`;
  const before = (days: string, of: string) => `
    SELECT ${seen}, max(day) AS day FROM line ${cells}
    SEMI JOIN ${of} ON ${of}.category = line.category AND ${of}.thing = line.${thing}
    WHERE ${days} AND ${which} GROUP BY ALL`;
  return `
    WITH later AS MATERIALIZED (SELECT DISTINCT category, ${seen} FROM line WHERE day >= $from AND ${which}),
         recent AS MATERIALIZED (${before(`day >= $from - ${RECENT_DAYS} AND day < $from`, 'later')}),
         missed AS MATERIALIZED (
           SELECT DISTINCT category, thing FROM later ANTI JOIN recent USING (series, thing, text)),
         earlier AS (${before(`day < $from - ${RECENT_DAYS}`, 'missed')})
    SELECT series, thing, day, text FROM recent UNION ALL SELECT series, thing, day, text FROM earlier`;
};
const ON_BASIS = 'method IN (SELECT id FROM audience)';
const HAS_TEXT = 'text IS NOT NULL';
const inOpenScopes = (thing: string, which: string, isBasis: boolean) =>
  [CATEGORY_SCOPE, SUB_SCOPE]
    .map((scope) => `FROM (${lastSeen(scope, thing, which, inOpenCells(scope, isBasis))})`)
    .join(' UNION ALL ');

/** The tags of a product are in the text of its line. */
export const SEEN_TYPES = { series: 'i32', thing: 'i32', day: 'i32', text: 'i32' } as const;

/**
 * When the things seen from a day on were seen last before it, by sub-category. Of members only those on the
 * restricted basis count.
 */
export const LAST_SEEN = {
  members: lastSeen('sub', 'member', ON_BASIS),
  merchants: lastSeen('sub', 'merchant', 'true'),
  products: lastSeen('sub', 'product', HAS_TEXT),
};

/** The same with disclosure control, people by scope: a category may be open where its sub-category is closed. */
export const LAST_SEEN_OPEN = {
  members: inOpenScopes('member', ON_BASIS, true),
  merchants: inOpenScopes('merchant', 'true', false),
  products: lastSeen('sub', 'product', HAS_TEXT, inOpenCells(SUB_SCOPE, false)),
};

export const BOUGHT_TYPES = { member: 'i32', sub: 'i32' } as const;

const bought = (from: string) =>
  `SELECT DISTINCT member, sub FROM ${from} WHERE member IS NOT NULL AND day BETWEEN $start AND $end`;

/** Who bought in which sub-category in a period. */
export const BOUGHT = bought('line');

/** With disclosure control: from lines of open sub-category cells. */
export const BOUGHT_OPEN = bought(`line ${inOpenCells(SUB_SCOPE, false)}`);

export const SUBS_BY_NAME = `
  SELECT sub.id FROM sub JOIN category ON category.id = sub.category ORDER BY category.name, sub.name`;
