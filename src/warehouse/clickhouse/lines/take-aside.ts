import { type ChangedPerson, type Compared, SIDES, type TakenIn } from '../../engine.ts';
import { inOrder } from '../counting/series-names.ts';
import { askEach, insertByThing, sumUp } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { FORGOTTEN } from './forget-members.ts';
import { isAmong, OWN, VISIBLE, WAITING, WEEK } from './visible.ts';

/*
 * With disclosure control, a published week is not revised in passing: a change of its orders is kept beside the lines,
 * on the same shard, until a restatement takes it in. An order without lines is one that is to go.
 */

const WAITS = `order_id IN (SELECT order_id FROM mdq_aside_order WHERE waits = 1 AND ${VISIBLE})`;
const LINE = `order_id, day, category, sub_category, product_id, tags, cents, payment_method, merchant_id, member_id`;

export async function countAside(attempt: Attempt): Promise<number> {
  const query = `SELECT toInt64(count()) FROM mdq_aside_order WHERE ${WAITING}`;
  return (await sumUp(attempt, query, attempt.values, ['orders'])).orders;
}

/** Takes in everything that was set aside, and returns the people whose lines in published weeks it changes. */
export async function takeAside(attempt: Attempt, compared: Compared): Promise<TakenIn> {
  const { servers, values, signal } = attempt;
  const orders = await countAside(attempt);
  const changed = await changedPeople(attempt, compared, orders);
  if (orders === 0) return { orders, changed };
  await attempt.begin();
  await onEach(servers, async (server) => {
    for (const statement of [
      `INSERT INTO mdq_order (order_id, day, lines, fingerprint, import)
       SELECT order_id, day, lines, fingerprint, {import:UInt64} FROM mdq_aside_order WHERE ${VISIBLE} AND waits = 1`,
      `INSERT INTO mdq_line (${LINE}, tag_list, first_of, import)
       SELECT ${LINE}, tag_list, first_of, {import:UInt64} FROM mdq_aside_line WHERE ${VISIBLE} AND ${WAITS}`,
      `INSERT INTO mdq_aside_order (order_id, day, lines, fingerprint, import, waits)
       SELECT order_id, day, lines, fingerprint, {import:UInt64}, 0 FROM mdq_aside_order WHERE ${VISIBLE} AND waits = 1`,
    ])
      await server.run(statement, values, signal);
  });
  return { orders, changed };
}

const KEY = `order_id, day, category, sub_category, product_id, tags, cents, payment_method, merchant_id, person`;
const COMPARED = `order_id, day, category, sub_category, product_id, tags, cents, payment_method, merchant_id,
        if(startsWith(member_id, concat(char(0), '${FORGOTTEN.slice(1)}')), '', member_id) AS person`;
const onBasis = (methods: 'methodsBefore' | 'methodsAfter') =>
  `member_id != '' AND ${isAmong('payment_method', methods)}`;
const IS_MOVED = isAmong('payment_method', 'moved');

/**
 * People whose lines will be others, by week, sub-category and side: each goes to the shard of the person. Lists of tags
 * are not compared: they follow from the text of the tags, and may be in any order.
 */
const insertChanged = (target: string) => `
  INSERT INTO ${target} (kind, week, category, sub_category, on_basis, thing, cents, import)
  SELECT DISTINCT side.1, ${WEEK}, category, sub_category, 0, person, 0, {import:UInt64}
  FROM (SELECT ${KEY}, sum(sign) AS in_all, sumIf(sign, is_on) AS in_on, sumIf(sign, NOT is_on) AS in_outside
        FROM (SELECT ${COMPARED}, -1 AS sign, ${onBasis('methodsBefore')} AS is_on
              FROM mdq_line WHERE ${VISIBLE} AND (${WAITS} OR ${IS_MOVED})
              UNION ALL
              SELECT ${COMPARED}, 1 AS sign, ${onBasis('methodsAfter')} AS is_on
              FROM mdq_line WHERE ${VISIBLE} AND ${IS_MOVED} AND NOT (${WAITS})
              UNION ALL
              SELECT ${COMPARED}, 1 AS sign, ${onBasis('methodsAfter')} AS is_on
              FROM mdq_aside_line WHERE ${VISIBLE} AND ${WAITS})
        WHERE day BETWEEN {start:Int32} AND {end:Int32} GROUP BY ${KEY})
  ARRAY JOIN [('changed all', in_all), ('changed on', in_on), ('changed outside', in_outside)] AS side
  WHERE side.2 != 0`;

/** At most so many of them for each part. A number stands for a name, on one shard and in one answer only; -1 for no name. */
const CHANGED_PEOPLE = `
  SELECT kind, category, sub_category, groupArray(week), groupArray(number)
  FROM (SELECT kind, week, category, sub_category,
               if(thing = '', -1, toInt32(dense_rank() OVER (ORDER BY thing))) AS number
        FROM (SELECT DISTINCT kind, week, category, sub_category, thing FROM mdq_amount
              WHERE startsWith(kind, 'changed ') AND ${OWN})
        LIMIT {people:UInt32} BY kind, week, category, sub_category)
  GROUP BY kind, category, sub_category`;

async function changedPeople(
  attempt: Attempt,
  { weeks, methods: [before, after], people }: Compared,
  orders: number,
): Promise<ChangedPerson[]> {
  const moved = [...new Set(before).symmetricDifference(new Set(after))];
  if (people === 0 || (orders === 0 && moved.length === 0)) return [];
  await attempt.begin();
  const values = {
    ...{ ...attempt.values, ...weeks, people, moved },
    ...{ methodsBefore: before, methodsAfter: after },
  };
  await insertByThing(attempt, insertChanged, 'mdq_amount', values);
  const counted = await askEach(attempt, CHANGED_PEOPLE, values, { texts: 3, columns: ['i32', 'i32'] });
  const names = await attempt.names();
  for (const [, category = '', sub = ''] of inOrder(counted.flat())) names.sub(category, sub);
  return counted.flatMap((rows, shard) =>
    rows.flatMap(({ texts: [kind = '', category = '', name = ''], columns: [week = [], number = []] }) => {
      const side = SIDES.find((one) => kind === `changed ${one}`) ?? 'all';
      const sub = names.sub(category, name);
      return Array.from(number, (local, row) => ({
        week: week[row] ?? 0,
        sub,
        side,
        // Each shard numbers its own; somebody is on one shard only.
        person: local < 0 ? -1 : local * counted.length + shard,
      }));
    }),
  );
}
