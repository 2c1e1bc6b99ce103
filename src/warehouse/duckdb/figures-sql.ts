import { NEVER } from '../../snapshot/pack-sightings.ts';
import { RELATED_LIMIT } from '../../snapshot/tables.ts';

/*
 * The queries behind the tables. They read two views: `tail`, the lines of the days to be counted, and
 * `past`, the lines before them, which are only asked when a thing was seen last.
 */

const CATEGORY_SCOPE = '2 * category + 1';
const SUB_SCOPE = '2 * sub + 2';

export const DAILY_TYPES = {
  scope: 'i32',
  day: 'i32',
  cents: 'f64',
  orders: 'f64',
  audienceCents: 'f64',
  audienceOrders: 'f64',
} as const;

/** An order counts once in the whole, once in each of its categories, once in each of its sub-categories. */
export const DAILY = `
  WITH by_sub AS MATERIALIZED (
    SELECT order_number, sub, any_value(day) AS day, any_value(category) AS category, sum(cents) AS cents,
           coalesce(sum(cents) FILTER (WHERE is_audience), 0) AS audience_cents, bool_or(is_audience) AS is_audience
    FROM tail GROUP BY order_number, sub
  ), by_category AS MATERIALIZED (
    SELECT order_number, category, any_value(day) AS day, sum(cents) AS cents, sum(audience_cents) AS audience_cents,
           bool_or(is_audience) AS is_audience
    FROM by_sub GROUP BY order_number, category
  ), by_order AS (
    SELECT order_number, any_value(day) AS day, sum(cents) AS cents, sum(audience_cents) AS audience_cents,
           bool_or(is_audience) AS is_audience
    FROM by_category GROUP BY order_number
  ), scoped AS (
    SELECT 0 AS scope, day, cents, audience_cents, is_audience FROM by_order
    UNION ALL SELECT ${CATEGORY_SCOPE}, day, cents, audience_cents, is_audience FROM by_category
    UNION ALL SELECT ${SUB_SCOPE}, day, cents, audience_cents, is_audience FROM by_sub
  )
  SELECT scope, day, sum(cents), count(*), sum(audience_cents), count(*) FILTER (WHERE is_audience)
  FROM scoped GROUP BY scope, day ORDER BY scope, day`;

export const PAYMENT_TYPES = { series: 'i32', day: 'i32', orders: 'f64' } as const;

/** An order paid by two methods counts under both. */
export const PAYMENTS = `
  WITH by_category AS MATERIALIZED (SELECT DISTINCT order_number, day, category, method FROM tail),
  placed AS (
    SELECT DISTINCT 0 AS place, order_number, day, method FROM by_category
    UNION ALL SELECT category + 1, order_number, day, method FROM by_category
  )
  SELECT place * (SELECT count(*) FROM method) + method AS series, day, count(*)
  FROM placed GROUP BY series, day ORDER BY series, day`;

export const SIGHTING_TYPES = { series: 'i32', day: 'i32', previous: 'i32', count: 'i32' } as const;

/** What is counted: sightings in the tail, after when those same things were last seen before it. */
export const SIGHTINGS = {
  members: byScope('member', 'is_audience'),
  merchants: byScope('merchant', 'merchant IS NOT NULL'),
  taggedWith: byTag('tag'),
  tagged: byTag('named.sub'),
} as const;

/** Things seen in each category and each sub-category. */
function byScope(thing: string, condition: string): string {
  return sightings(
    `SELECT ${CATEGORY_SCOPE} AS series, ${thing} AS thing, day FROM tail WHERE ${condition}
     UNION ALL SELECT ${SUB_SCOPE}, ${thing}, day FROM tail WHERE ${condition}`,
    `SELECT category, sub, ${thing} AS thing, max(day) AS day FROM past
     WHERE ${condition} AND ${thing} IN (SELECT thing FROM seen) GROUP BY ALL`,
    `SELECT ${CATEGORY_SCOPE} AS series, thing, day FROM earlier
     UNION ALL SELECT ${SUB_SCOPE}, thing, day FROM earlier`,
  );
}

/** Products seen with a tag, or with any. */
function byTag(series: string): string {
  const named = (lines: string) => `
    SELECT ${series} AS series, product AS thing, day
    FROM ${lines} AS named JOIN text_tag ON text_tag.text = named.text AND text_tag.sub = named.sub`;
  return sightings(
    named('(SELECT DISTINCT sub, text, product, day FROM tail WHERE text IS NOT NULL)'),
    `SELECT sub, text, product, max(day) AS day FROM past
     WHERE text IS NOT NULL AND product IN (SELECT thing FROM seen) GROUP BY ALL`,
    named('earlier'),
  );
}

/**
 * Counts sightings by the day on which their thing was seen in the series before. `seen` are the sightings
 * in the tail; `earlier` is when their things were last seen before it, and `last` the same by series.
 */
function sightings(seen: string, earlier: string, last: string): string {
  return `
    WITH seen AS MATERIALIZED (SELECT DISTINCT series, thing, day FROM (${seen})),
    earlier AS MATERIALIZED (${earlier}),
    last AS (
      SELECT series, thing, max(day) AS day FROM (${last})
      SEMI JOIN (SELECT DISTINCT series, thing FROM seen) AS now USING (series, thing)
      GROUP BY series, thing
    ), followed AS (
      SELECT series, day, is_counted,
             coalesce(lag(day) OVER (PARTITION BY series, thing ORDER BY day), ${NEVER}) AS previous
      FROM (SELECT series, thing, day, true AS is_counted FROM seen
            UNION ALL SELECT series, thing, day, false FROM last)
    )
    SELECT series, day, previous, count(*) FROM followed WHERE is_counted
    GROUP BY series, day, previous ORDER BY series, day, previous`;
}

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
