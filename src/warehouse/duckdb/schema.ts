import type { Connection } from './connection.ts';
import { migrate } from './migrate.ts';

/** What String.prototype.trim takes away, so that names compare alike here and in requests. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Layout 1; what came later is in MIGRATIONS. Texts are kept once and are numbers in the lines, for good. */
export const TABLES = `
  CREATE TABLE IF NOT EXISTS category (id INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS sub (id INTEGER, category INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS method (id INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS product (id INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS merchant (id INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS member (id INTEGER, name VARCHAR);
  -- All tags of a line as one text, and which tags it names in a sub-category.
  CREATE TABLE IF NOT EXISTS tag_text (id INTEGER, name VARCHAR);
  CREATE TABLE IF NOT EXISTS tag (id INTEGER, sub INTEGER, key VARCHAR, value VARCHAR);
  CREATE TABLE IF NOT EXISTS text_tag (text INTEGER, sub INTEGER, tag INTEGER);

  -- An order has one day, counted from 1970-01-01.
  CREATE TABLE IF NOT EXISTS orders (number BIGINT, id VARCHAR, day INTEGER);
  CREATE TABLE IF NOT EXISTS line (
    order_number BIGINT, day INTEGER, category INTEGER, sub INTEGER, product INTEGER, text INTEGER,
    cents BIGINT, method INTEGER, merchant INTEGER, member INTEGER
  );

  -- What was imported when; files one to a line.
  CREATE TABLE IF NOT EXISTS import (
    imported_at VARCHAR, files VARCHAR, lines BIGINT, orders BIGINT, replaced_orders BIGINT, skipped_rows BIGINT
  );

  -- One row: what was published last, and in which time zone days were told.
  CREATE TABLE IF NOT EXISTS state (version INTEGER, time_zone VARCHAR);
`;

const TIME = '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?';
const OFFSET = '(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)';

/** Reads a cell of a file: NULL for what it should not hold. */
const MACROS = `
  -- Trimming by a list of characters is slow, and few values need it: a look at their ends tells.
  CREATE OR REPLACE TEMP MACRO is_visible(c) AS
    c BETWEEN 33 AND 159 OR c BETWEEN 161 AND 5759 OR (c > 12288 AND c <> 65279);
  CREATE OR REPLACE TEMP MACRO clean(x) AS
    CASE WHEN is_visible(unicode(x)) AND is_visible(unicode(right(x, 1))) THEN nfc_normalize(x)
         ELSE nfc_normalize(trim(x, '${BLANKS}')) END;
  CREATE OR REPLACE TEMP MACRO to_name(x) AS nullif(clean(x), '');
  CREATE OR REPLACE TEMP MACRO to_id(x) AS
    CASE WHEN is_visible(unicode(x)) THEN x WHEN trim(x, '${BLANKS}') <> '' THEN x END;

  -- Texts as they mostly are, then those with blanks around them or in a rarer form, which costs more.
  CREATE OR REPLACE TEMP MACRO plain_cents(x) AS
    CASE WHEN regexp_full_match(x, '[0-9]{1,14}\\.?|[0-9]{0,14}\\.[0-9]{1,2}0*')
         THEN CAST(try_cast(x AS DECIMAL(18, 2)) * 100 AS BIGINT) END;
  CREATE OR REPLACE TEMP MACRO to_cents(x) AS coalesce(plain_cents(x), plain_cents(trim(x)));

  -- Business time, from a date, a time, or a time with an offset.
  CREATE OR REPLACE TEMP MACRO local_time(x) AS
    CASE WHEN strlen(x) = 10 AND regexp_full_match(x, '[0-9]{4}-[0-9]{2}-[0-9]{2}')
         THEN CAST(try_cast(x AS DATE) AS TIMESTAMP)
         WHEN regexp_full_match(x, '${TIME}') THEN try_cast(x AS TIMESTAMP) END;
  CREATE OR REPLACE TEMP MACRO zoned_time(x, zone) AS
    CASE WHEN NOT regexp_full_match(x, '${TIME}${OFFSET}') THEN NULL
         WHEN x[17] = ':' THEN timezone(zone, try_cast(x AS TIMESTAMPTZ))
         ELSE timezone(zone, try_cast(x[:16] || ':00' || x[17:] AS TIMESTAMPTZ)) END;
  CREATE OR REPLACE TEMP MACRO to_time(x, zone) AS
    coalesce(local_time(x), zoned_time(x, zone), local_time(trim(x)), zoned_time(trim(x), zone));
`;

export async function prepareSchema(connection: Connection): Promise<void> {
  await migrate(connection, TABLES);
  await connection.run(MACROS);
}
