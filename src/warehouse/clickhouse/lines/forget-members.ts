import { randomUUID } from 'node:crypto';
import type { DayRange } from '../../../lib/calendar.ts';
import type { RefuseUnknown, Touched } from '../../engine.ts';
import { firstDay, sumUp, textsOf } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { FIRST_OF } from '../server/schema.ts';
import { lateValues } from './apply.ts';
import { OWN, VISIBLE } from './visible.ts';

/** What lines of published weeks have in place of a forgotten member begins so, as no member in a file does. */
export const FORGOTTEN = '\0forgotten ';

/**
 * Writes orders with lines of these members again without them. In published weeks a random id takes the place of a
 * member until they are restated: it names nobody, and counts as the member did.
 */
export async function forgetMembers(
  attempt: Attempt,
  given: readonly string[],
  published: DayRange | null,
  refuse: RefuseUnknown,
): Promise<Touched> {
  const { servers, signal } = attempt;
  const members = [...new Set(given)];
  const values = {
    ...{ ...attempt.values, ...lateValues(published), members },
    pseudonyms: members.map(() => randomUUID()),
  };
  await attempt.begin();
  const isOf = `${VISIBLE} AND member_id IN {members:Array(String)}`;
  const known = new Set(
    await textsOf(
      attempt,
      `SELECT DISTINCT member_id FROM mdq_line WHERE ${isOf}
       UNION DISTINCT SELECT DISTINCT member_id FROM mdq_aside_line WHERE ${isOf}
       UNION DISTINCT SELECT DISTINCT member_id FROM mdq_undo_line WHERE ${isOf}
       UNION DISTINCT SELECT DISTINCT member_id FROM mdq_undo_aside_line WHERE ${isOf}`,
      values,
    ),
  );
  refuse(members.filter((id) => !known.has(id)));
  const isPublished = 'day BETWEEN {lateFrom:Int32} AND {lateTo:Int32}';
  // Also where all of it is set aside: what was seen on these days bears their names, and is written again.
  const { from, ...touched } = await sumUp(
    attempt,
    `SELECT toInt64(count()), toInt64(uniqExact(order_id)), toInt64(uniqExactIf(order_id, ${isPublished})), ${firstDay()}
     FROM mdq_line WHERE ${isOf}`,
    values,
    ['lines', 'orders', 'asideOrders', 'from'],
  );
  const blanked = "if(member_id IN {members:Array(String)}, '', member_id)";
  const forgotten = `if(member_id IN {members:Array(String)},
    if(${isPublished}, concat(char(0), '${FORGOTTEN.slice(1)}',
                              transform(member_id, {members:Array(String)}, {pseudonyms:Array(String)}, '')), ''),
    member_id)`;
  const insertOrders = (into: string, from: string, which: string) =>
    `INSERT INTO ${into} (order_id, day, lines, fingerprint, import${into === 'mdq_order' ? '' : ', waits'})
     SELECT order_id, day, lines, 0, {import:UInt64}${into === 'mdq_order' ? '' : ', 1'} FROM ${from}
     WHERE ${VISIBLE} AND ${which}`;
  const insertLines = (into: string, from: string, member: string, which: string) =>
    `INSERT INTO ${into}
     SELECT * REPLACE (${member} AS member_id, {import:UInt64} AS import, ${FIRST_OF.unknown} AS first_of)
     FROM (SELECT * FROM ${from} WHERE ${VISIBLE} AND ${which})`;
  const hasLines = (table: string) => `order_id IN (SELECT order_id FROM ${table} WHERE ${isOf})`;
  const isOwn = (table: string) => `order_id IN (SELECT order_id FROM ${table} WHERE ${OWN})`;
  const isAside = `order_id IN (SELECT order_id FROM mdq_aside_order WHERE ${VISIBLE})`;
  const statements = [
    // What waits of them waits without them, and orders of which nothing waited do now.
    insertOrders('mdq_aside_order', 'mdq_aside_order', hasLines('mdq_aside_line')),
    insertLines('mdq_aside_line', 'mdq_aside_line', blanked, isOwn('mdq_aside_order')),
    insertOrders(
      'mdq_aside_order',
      'mdq_order',
      `${isPublished} AND ${hasLines('mdq_line')} AND NOT ${isAside}`,
    ),
    insertLines('mdq_aside_line', 'mdq_line', blanked, `${isOwn('mdq_aside_order')} AND NOT ${isAside}`),
    insertOrders('mdq_order', 'mdq_order', hasLines('mdq_line')),
    insertLines('mdq_line', 'mdq_line', forgotten, isOwn('mdq_order')),
  ];
  await onEach(servers, async (server) => {
    for (const statement of statements) await server.run(statement, values, signal);
  });
  return { ...touched, changesAside: true, from: Number.isFinite(from) ? from : undefined };
}
