import { UserError } from '../../errors.ts';
import { defaultPeriod } from '../../snapshot/calendar.ts';
import {
  type Facts,
  NEVER,
  RELATED_LIMIT,
  type RefreshSettings,
  type SightingRows,
  type SubName,
  type Tables,
  type Tag,
} from '../../snapshot/tables.ts';
import type { OnProgress } from '../warehouse.ts';
import type { Connection } from './connection.ts';

export interface RefreshOptions {
  readonly settings: RefreshSettings;
  readonly version: number;
  readonly weekly: boolean;
  readonly onProgress: OnProgress;
}

/** Makes the tables of a snapshot from all lines. */
export async function refreshTables(connection: Connection, options: RefreshOptions): Promise<Tables> {
  const { settings, onProgress } = options;
  const facts = await readFacts(connection, options);
  await nameScopes(connection, settings);
  const categories = await names(connection, 'SELECT name FROM live_category ORDER BY id');
  const subs = (await connection.rows(
    'SELECT category, name FROM live_sub ORDER BY id',
  )) as unknown as SubName[];

  onProgress('Adding up sales');
  await connection.run(`CREATE OR REPLACE TEMP TABLE daily AS ${DAILY}`);
  const daily = await connection.columns(DAILY_TYPES, 'FROM daily ORDER BY scope, day');
  const weekly = options.weekly ? await connection.columns(WEEKLY_TYPES, WEEKLY) : null;
  onProgress('Counting payments');
  const methods = await names(connection, 'SELECT name FROM live_method ORDER BY id');
  const payments = await connection.columns({ series: 'i32', day: 'i32', orders: 'f64' }, PAYMENTS);
  onProgress('Counting members and merchants');
  const members = await sightings(connection, byScope('member', 'is_audience'));
  const merchants = await sightings(connection, byScope('merchant', 'merchant IS NOT NULL'));
  onProgress('Counting tags');
  await connection.run(SOLD_TAGS);
  const tags = (await connection.rows('SELECT sub, key, value FROM tag ORDER BY id')) as unknown as Tag[];
  const taggedWith = await sightings(connection, 'SELECT tag AS series, product AS thing, day FROM sold_tag');
  const tagged = await sightings(
    connection,
    'SELECT DISTINCT sub AS series, product AS thing, day FROM sold_tag',
  );
  onProgress('Relating purchases');
  const period = defaultPeriod(facts.coverage, settings.defaultWeeks);
  const related = await connection.columns({ sub: 'i32', other: 'i32', members: 'f64' }, RELATED, {
    ...period,
  });
  return {
    facts,
    categories,
    subs,
    methods,
    tags,
    daily,
    weekly,
    payments,
    members,
    merchants,
    taggedWith,
    tagged,
    related,
  };
}

async function readFacts(connection: Connection, { settings, version }: RefreshOptions): Promise<Facts> {
  const { lines, orders, cents, start, end } = await connection.numbers<
    'lines' | 'orders' | 'cents' | 'start' | 'end'
  >(`
    SELECT count(*) AS lines, (SELECT count(*) FROM orders) AS orders, coalesce(sum(cents), 0) AS cents,
           min(day) - DATE '1970-01-01' AS start, max(day) - DATE '1970-01-01' AS end
    FROM line`);
  if (lines === 0) throw new UserError('There are no order lines yet; "mdq import FILE" brings some');
  if (cents > Number.MAX_SAFE_INTEGER) {
    throw new UserError('All amounts together are too large to be added up exactly');
  }
  return {
    version,
    publishedAt: new Date().toISOString(),
    coverage: { start, end },
    lines,
    orders,
    settings,
  };
}

/** Numbers the categories, sub-categories and methods that have lines, without gaps. */
async function nameScopes(connection: Connection, settings: RefreshSettings): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE audience AS SELECT unnest(string_split($methods, chr(10))) AS name`,
    { methods: settings.audienceMethods.join('\n') },
  );
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE live_category AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS id, id AS stored, name
    FROM category WHERE id IN (SELECT DISTINCT category FROM line);

    CREATE OR REPLACE TEMP TABLE live_sub AS
    SELECT CAST(row_number() OVER (ORDER BY sub.id) - 1 AS INTEGER) AS id, sub.id AS stored, sub.name,
           CAST(live_category.id AS INTEGER) AS category
    FROM sub JOIN live_category ON live_category.stored = sub.category
    WHERE sub.id IN (SELECT DISTINCT sub FROM line);

    CREATE OR REPLACE TEMP TABLE live_method AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS id, id AS stored, name, name IN (FROM audience) AS is_audience
    FROM method WHERE id IN (SELECT DISTINCT method FROM line);

    CREATE OR REPLACE TEMP VIEW sold AS
    SELECT line.order_number, CAST(line.day - DATE '1970-01-01' AS INTEGER) AS day,
           live_sub.category, live_sub.id AS sub, live_method.id AS method, line.cents, line.product, line.tags,
           line.merchant, line.member, line.member IS NOT NULL AND live_method.is_audience AS is_audience
    FROM line
    JOIN live_sub ON live_sub.stored = line.sub
    JOIN live_method ON live_method.stored = line.method`);
}

async function names(connection: Connection, sql: string): Promise<string[]> {
  const rows = await connection.rows(sql);
  return rows.map((row) => String(row.name));
}

const CATEGORY_SCOPE = '1 + category';
const SUB_SCOPE = '1 + (SELECT count(*) FROM live_category) + sub';

/** An order counts once in the whole, once in each of its categories, once in each of its sub-categories. */
const DAILY = `
  WITH by_sub AS MATERIALIZED (
    SELECT order_number, day, category, sub, sum(cents) AS cents,
           coalesce(sum(cents) FILTER (WHERE is_audience), 0) AS audience_cents, bool_or(is_audience) AS is_audience
    FROM sold GROUP BY ALL
  ), by_category AS MATERIALIZED (
    SELECT order_number, day, category, sum(cents) AS cents, sum(audience_cents) AS audience_cents,
           bool_or(is_audience) AS is_audience
    FROM by_sub GROUP BY ALL
  ), by_order AS (
    SELECT order_number, day, sum(cents) AS cents, sum(audience_cents) AS audience_cents,
           bool_or(is_audience) AS is_audience
    FROM by_category GROUP BY ALL
  ), scoped AS (
    SELECT 0 AS scope, day, cents, audience_cents, is_audience FROM by_order
    UNION ALL SELECT ${CATEGORY_SCOPE}, day, cents, audience_cents, is_audience FROM by_category
    UNION ALL SELECT ${SUB_SCOPE}, day, cents, audience_cents, is_audience FROM by_sub
  )
  SELECT scope, day, sum(cents) AS cents, count(*) AS orders, sum(audience_cents) AS audience_cents,
         count(*) FILTER (WHERE is_audience) AS audience_orders
  FROM scoped GROUP BY scope, day`;

const DAILY_TYPES = {
  scope: 'i32',
  day: 'i32',
  cents: 'f64',
  orders: 'f64',
  audienceCents: 'f64',
  audienceOrders: 'f64',
} as const;
const WEEKLY_TYPES = { scope: 'i32', monday: 'i32', cents: 'f64', orders: 'f64' } as const;

/** 1970-01-01 was a Thursday. */
const WEEKLY = `
  SELECT scope, day - (((day + 3) % 7) + 7) % 7 AS monday, sum(cents), sum(orders)
  FROM daily GROUP BY scope, monday ORDER BY scope, monday`;

const PAYMENTS = `
  WITH by_category AS MATERIALIZED (SELECT DISTINCT order_number, day, category, method FROM sold),
  scoped AS (
    SELECT DISTINCT 0 AS scope, order_number, day, method FROM by_category
    UNION ALL SELECT ${CATEGORY_SCOPE}, order_number, day, method FROM by_category
  )
  SELECT scope * (SELECT count(*) FROM live_method) + method AS series, day, count(*)
  FROM scoped GROUP BY series, day ORDER BY series, day`;

/** Things seen in each category and each sub-category. */
function byScope(thing: string, condition: string): string {
  return `
    WITH by_sub AS MATERIALIZED (SELECT DISTINCT category, sub, ${thing} AS thing, day FROM sold WHERE ${condition})
    SELECT DISTINCT ${CATEGORY_SCOPE} AS series, thing, day FROM by_sub
    UNION ALL SELECT ${SUB_SCOPE}, thing, day FROM by_sub`;
}

/** Counts distinct sightings by the day on which their thing was seen before. */
async function sightings(connection: Connection, seen: string): Promise<SightingRows> {
  return connection.columns(
    { series: 'i32', day: 'i32', previous: 'i32', count: 'f64' },
    `SELECT series, day, previous, count(*)
     FROM (SELECT series, day,
                  coalesce(lag(day) OVER (PARTITION BY series, thing ORDER BY day), ${NEVER}) AS previous
           FROM (${seen}))
     GROUP BY series, day, previous ORDER BY series, day, previous`,
  );
}

/** Many lines carry the same text of tags, so each text is taken apart once. */
const SOLD_TAGS = `
  CREATE OR REPLACE TEMP TABLE sold_text AS
  SELECT DISTINCT sub, product, day, tags FROM sold WHERE tags IS NOT NULL;

  CREATE OR REPLACE TEMP TABLE piece AS
  SELECT DISTINCT sub, tags, clean(left(text, instr(text, '=') - 1)) AS key,
         clean(substr(text, instr(text, '=') + 1)) AS value
  FROM (SELECT sub, tags, unnest(string_split(tags, ';')) AS text FROM (SELECT DISTINCT sub, tags FROM sold_text))
  WHERE instr(text, '=') > 0 AND key <> '' AND value <> '';

  CREATE OR REPLACE TEMP TABLE tag AS
  SELECT CAST(row_number() OVER (ORDER BY sub, key, value) - 1 AS INTEGER) AS id, sub, key, value
  FROM (SELECT DISTINCT sub, key, value FROM piece);

  CREATE OR REPLACE TEMP TABLE sold_tag AS
  SELECT DISTINCT tag.id AS tag, sub, product, day
  FROM sold_text JOIN piece USING (sub, tags) JOIN tag USING (sub, key, value)`;

const RELATED = `
  WITH bought AS MATERIALIZED (
    SELECT DISTINCT member, sub FROM sold WHERE member IS NOT NULL AND day BETWEEN $start AND $end
  ), together AS (
    SELECT a.sub AS sub, b.sub AS other, count(*) AS members
    FROM bought AS a JOIN bought AS b ON a.member = b.member AND a.sub <> b.sub GROUP BY ALL
  ), ranked AS (
    SELECT together.*, row_number() OVER (
             PARTITION BY together.sub ORDER BY members DESC, live_category.name, live_sub.name) AS place
    FROM together
    JOIN live_sub ON live_sub.id = together.other
    JOIN live_category ON live_category.id = live_sub.category
  )
  SELECT sub, other, members FROM ranked WHERE place <= ${RELATED_LIMIT} ORDER BY sub, place`;
