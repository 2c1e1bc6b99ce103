import { type DayRange, mondayOf } from '../../snapshot/calendar.ts';
import type { ChangedCell, TakenIn } from '../engine.ts';
import { countAside } from './aside.ts';
import { ask, insertByThing } from './ask.ts';
import type { Attempt } from './attempt.ts';
import { readClosed } from './closed-table.ts';
import { onEach } from './cluster.ts';
import { inOrder } from './series-names.ts';
import { VISIBLE, WEEK } from './visible.ts';

const WAITS = `order_id IN (SELECT order_id FROM mdq_aside_order WHERE waits = 1 AND ${VISIBLE})`;
const LINE = `order_id, day, category, sub_category, product_id, tags, cents, payment_method, merchant_id, member_id`;

/** Takes in all that was kept aside, and tells in which cells of published weeks lines are others now. */
export async function takeAside(attempt: Attempt, published: DayRange): Promise<TakenIn> {
  const { servers, values, signal } = attempt;
  const orders = await countAside(attempt);
  if (orders === 0) return { orders, changed: [], from: undefined };
  await attempt.begin();
  const changed = await changedCells(attempt, published);
  await onEach(servers, async (server) => {
    for (const statement of [
      `INSERT INTO mdq_order (order_id, day, lines, fingerprint, import)
       SELECT order_id, day, lines, fingerprint, {import:UInt64} FROM mdq_aside_order WHERE ${VISIBLE} AND waits = 1`,
      `INSERT INTO mdq_line (${LINE}, tag_list, import)
       SELECT ${LINE}, tag_list, {import:UInt64} FROM mdq_aside_line WHERE ${VISIBLE} AND ${WAITS}`,
      `INSERT INTO mdq_aside_order (order_id, day, lines, fingerprint, import, waits)
       SELECT order_id, day, lines, fingerprint, {import:UInt64}, 0 FROM mdq_aside_order WHERE ${VISIBLE} AND waits = 1`,
    ])
      await server.run(statement, values, signal);
  });
  return { orders, changed, from: published.start };
}

/**
 * People whose lines will be others, by week and sub-category: each goes to the shard of the person. Lists of tags are
 * not compared: they follow from the text of the tags, and may be in any order.
 */
const insertChanged = (target: string) => `
  INSERT INTO ${target} (kind, week, category, sub_category, on_basis, thing, cents, import)
  SELECT DISTINCT 'changed', ${WEEK}, category, sub_category, 0, member_id, 0, {import:UInt64}
  FROM (SELECT ${LINE}, sum(sign) AS difference
        FROM (SELECT ${LINE}, 1 AS sign FROM mdq_line WHERE ${VISIBLE} AND ${WAITS}
              UNION ALL
              SELECT ${LINE}, -1 AS sign FROM mdq_aside_line WHERE ${VISIBLE} AND ${WAITS})
        WHERE day BETWEEN {start:Int32} AND {end:Int32} GROUP BY ${LINE} HAVING difference != 0)`;

const CHANGED_PEOPLE = `
  SELECT category, sub_category, groupArray(week), groupArray(people)
  FROM (SELECT week, category, sub_category, toUInt32(uniqExact(thing)) AS people FROM mdq_amount
        WHERE kind = 'changed' AND import = {import:UInt64}
        GROUP BY GROUPING SETS ((week, category, sub_category), (week, category), (week)))
  GROUP BY category, sub_category`;

async function changedCells(attempt: Attempt, published: DayRange): Promise<ChangedCell[]> {
  const { values } = attempt;
  await insertByThing(attempt, insertChanged, 'mdq_amount', { ...values, ...published });
  const counted = await ask(attempt, CHANGED_PEOPLE, values, { texts: 2, columns: ['i32', 'u32'] });
  const names = await attempt.names();
  for (const [category = '', sub = ''] of inOrder(counted)) names.scope(category, sub);
  const closed = await readClosed(attempt, names, mondayOf(0));
  const cells = new Map<string, ChangedCell>();
  for (const { texts, columns } of counted) {
    const [category = '', sub = ''] = texts;
    const scope = names.scope(category, sub);
    const [weeks = [], people = []] = columns;
    weeks.forEach((week, row) => {
      const key = `${scope} ${week}`;
      const before = cells.get(key)?.people ?? 0;
      if (!closed.get(week)?.cells.includes(scope))
        cells.set(key, { week, scope, people: before + (people[row] ?? 0) });
    });
  }
  return [...cells.values()];
}
