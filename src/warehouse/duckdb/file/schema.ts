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

  -- An order has one day, counted from 1970-01-01. As no two have the same id, a dictionary of them need not be tried.
  CREATE TABLE IF NOT EXISTS orders (number BIGINT, id VARCHAR USING COMPRESSION fsst, day INTEGER);
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
