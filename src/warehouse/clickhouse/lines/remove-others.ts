import type { Day } from '../../../lib/calendar.ts';
import { firstDay, sumUp } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { OWN, VISIBLE } from './visible.ts';

/** Removes the orders that did not arrive: how many those are, and the first day of them, infinite where there are none. */
export async function removeOthers(attempt: Attempt): Promise<{ orders: number; from: Day }> {
  const { servers, values, signal } = attempt;
  const others = `FROM mdq_order WHERE ${VISIBLE} AND lines > 0
                  AND order_id NOT IN (SELECT order_id FROM mdq_arriving WHERE ${OWN})`;
  const gone = await sumUp(attempt, `SELECT toInt64(count()), ${firstDay()} ${others}`, values, [
    'orders',
    'from',
  ]);
  const insert = `INSERT INTO mdq_order SELECT order_id, day, 0, 0, {import:UInt64} ${others}`;
  if (gone.orders > 0) await onEach(servers, (server) => server.run(insert, values, signal));
  return gone;
}
