import type { Day } from '../../../lib/calendar.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { OWN, VISIBLE } from './visible.ts';

/** Removes the orders that did not arrive: how many those are, and the first day of them, infinite where there are none. */
export async function removeOthers({
  servers,
  values,
  signal,
}: Attempt): Promise<{ orders: number; from: Day }> {
  const others = `FROM mdq_order WHERE ${VISIBLE} AND lines > 0
                  AND order_id NOT IN (SELECT order_id FROM mdq_arriving WHERE ${OWN})`;
  const gone = await onEach(servers, async (server) => {
    const reader = await server.read(`SELECT toInt64(count()), min(day) ${others}`, values, signal);
    const [orders, from] = [reader.int64(), reader.int32()];
    reader.mustBeAtEnd();
    if (orders === 0) return { orders, from: Number.POSITIVE_INFINITY };
    await server.run(
      `INSERT INTO mdq_order SELECT order_id, day, 0, 0, {import:UInt64} ${others}`,
      values,
      signal,
    );
    return { orders, from };
  });
  return gone.reduce((a, b) => ({ orders: a.orders + b.orders, from: Math.min(a.from, b.from) }));
}
