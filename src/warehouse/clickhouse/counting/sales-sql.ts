import { FIRST_OF, type FirstOf } from '../server/schema.ts';
import {
  BASIS,
  categoryOf,
  columns,
  IN_RANGE,
  LINES,
  NAMES_OF_SERIES,
  numbersOf,
  seriesOf,
  type Within,
} from './series-sql.ts';

/**
 * How orders are told apart. 64 bits take two thirds of the time, and are enough where a day has as many hashes as orders;
 * 128 are those by which ClickHouse itself counts texts.
 */
export type OrderHash = 'cityHash64' | 'sipHash128';

/** Whether lines tell what they are the first of. */
const TOLD = 'first_of > 0';
const UNTOLD = 'first_of = 0';
const numbered = (within: Within, which: typeof TOLD | typeof UNTOLD, more: string) =>
  `SELECT ${seriesOf(within)} AS own, day, ${more} FROM ${LINES} AND ${which}`;

/** How many lines are the first of that at least. */
const firstLines = (of: Exclude<FirstOf, 'unknown' | 'nothing'>, which = 'true') =>
  `countIf(first_of >= ${FIRST_OF[of]} AND ${which})`;

/** How many lines a range has, and how many of them do not tell what they are the first of. */
export const LINE_COUNTS = `SELECT toInt64(count()), toInt64(countIf(${UNTOLD})) FROM ${LINES}`;

/*
 * Sales, and orders by payment method, of a range of days: an order is on one shard and on one day, so all of this adds up.
 * Where lines tell what they are the first of, orders are as many as their first lines; those of others are told apart by
 * their hashes. An order is of one of the two kinds, so these add up as well.
 */

const salesOf = (bySeries: string) => `
  ${numbersOf('sub_category', `mdq_line WHERE ${IN_RANGE}`)}
  SELECT ${NAMES_OF_SERIES}, ${columns('day', 'all_cents', 'orders', 'basis_cents', 'basis_orders')}
  FROM (${bySeries}) GROUP BY series`;
const IN_SERIES = `[own, ${categoryOf('own')}, 0] AS series`;

export const TOLD_SALES = salesOf(`
  SELECT series, day, toFloat64(sum(amount)) AS all_cents, toUInt32(sum(told)) AS orders,
         toFloat64(sum(basis_amount)) AS basis_cents, toUInt32(sum(basis_told)) AS basis_orders
  FROM (SELECT own, day, sum(cents) AS amount, sumIf(cents, is_basis) AS basis_amount,
               [${firstLines('subCategory')}, ${firstLines('category')}, ${firstLines('order')}] AS firsts,
               [${firstLines('subCategory', 'is_basis')}, ${firstLines('category', 'is_basis')}, ${firstLines('order', 'is_basis')}] AS basis_firsts
        FROM (${numbered('sub_category', TOLD, `first_of, cents, ${BASIS} AS is_basis`)}) GROUP BY own, day)
  ARRAY JOIN ${IN_SERIES}, firsts AS told, basis_firsts AS basis_told GROUP BY series, day`);

export const untoldSales = (hash: OrderHash) =>
  salesOf(`
  SELECT series, day, toFloat64(sum(cents)) AS all_cents, toUInt32(uniqExact(id)) AS orders,
         toFloat64(sumIf(cents, is_basis)) AS basis_cents, toUInt32(uniqExactIf(id, is_basis)) AS basis_orders
  FROM (${numbered('sub_category', UNTOLD, `cents, ${BASIS} AS is_basis, ${hash}(order_id) AS id`)})
  ARRAY JOIN ${IN_SERIES} GROUP BY series, day`);

const paymentsOf = (bySeries: string) => `
  ${numbersOf('payment_method', `mdq_line WHERE ${IN_RANGE}`)}
  SELECT ${NAMES_OF_SERIES}, ${columns('day', 'orders')}
  FROM (${bySeries}) GROUP BY series`;

/** For the whole and for each category; an order whose first lines are told has one method. */
export const TOLD_PAYMENTS = paymentsOf(`
  SELECT series, day, toUInt32(sum(told)) AS orders
  FROM (SELECT own, day, [${firstLines('category')}, ${firstLines('order')}] AS firsts
        FROM (${numbered('payment_method', TOLD, 'first_of')}) GROUP BY own, day)
  ARRAY JOIN [own, own % width] AS series, firsts AS told GROUP BY series, day`);

export const untoldPayments = (hash: OrderHash) =>
  paymentsOf(`
  SELECT series, day, toUInt32(uniqExact(id)) AS orders
  FROM (${numbered('payment_method', UNTOLD, `${hash}(order_id) AS id`)})
  ARRAY JOIN [own, own % width] AS series GROUP BY series, day`);
