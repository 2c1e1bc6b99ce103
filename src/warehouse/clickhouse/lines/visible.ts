import { ALL_METHODS } from '../../../snapshot/audience.ts';

/*
 * Which rows count. The values for these conditions are those of an attempt.
 */

/** The rows of imports that hold. */
export const VISIBLE = '(import < {before:UInt64} OR import IN {ids:Array(UInt64)})';

/** The rows of an attempt. */
export const OWN = 'import = {import:UInt64}';

/**
 * Lines and orders as they will be with the attempt: its own in place of those of the same orders. Where it replaces none, a
 * server sees before it begins that it need neither list its orders nor read the ids of others.
 */
export const CHANGED = `
  (${OWN} OR (${VISIBLE}
              AND if({replaces:UInt8} = 1, order_id NOT IN (SELECT order_id FROM mdq_order WHERE ${OWN}), true)))`;

/** Whether a column has one of the audience methods of a parameter. */
export const isAmong = (column: string, methods: string) =>
  `(${column} IN {${methods}:Array(String)} OR has({${methods}:Array(String)}, '${ALL_METHODS}'))`;

/** What was seen, as it will be with the attempt: its own from a day on. */
export const SEEN = `(${OWN} OR (${VISIBLE} AND day < {from:Int32}))`;

/** Changes that wait, as they will be with the attempt: its own in place of those of the same orders. */
export const WAITING = `waits = 1 AND (${OWN} OR (${VISIBLE} AND order_id NOT IN (SELECT order_id FROM mdq_aside_order WHERE ${OWN})))`;

/** The Monday of a day: a SQL expression. */
export const WEEK = '(day - (day + 3) % 7)';

/** What is closed, as it will be with the attempt: its own from a day on. */
export const CLOSED = `(${OWN} OR (${VISIBLE} AND week < {from:Int32}))`;
