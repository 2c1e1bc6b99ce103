import { CHANGED, CLOSED, OWN, SEEN, VISIBLE, WEEK } from '../lines/visible.ts';

/*
 * What is asked of the shards. Lines are counted where they are: what leaves a server are sums by scope and day, and
 * numbers of things by two days. Every result has a row for each series, with columns of days and counts.
 */

/** A category or sub-category that is empty stands for all of them: none has an empty name. */
export const BASIS = `member_id != '' AND payment_method IN {audience:Array(String)}`;

export const LINES = `mdq_line WHERE day BETWEEN {start:Int32} AND {end:Int32} AND ${CHANGED}`;

/** How many orders and lines each day has. */
export const ORDERS_BY_DAY = `
  SELECT day, toInt64(count()), toInt64(sum(lines)) FROM mdq_order WHERE lines > 0 AND ${CHANGED}
  GROUP BY day ORDER BY day`;

/** Sales of a range of days: an order is on one shard and on one day, so all of this adds up. */
export const SALES = `
  SELECT category, sub_category, groupArray(day), groupArray(all_cents), groupArray(orders), groupArray(basis_cents),
         groupArray(basis_orders)
  FROM (SELECT category, sub_category, day, toFloat64(sum(cents)) AS all_cents, toUInt32(uniqExact(order_id)) AS orders,
               toFloat64(sumIf(cents, ${BASIS})) AS basis_cents, toUInt32(uniqExactIf(order_id, ${BASIS})) AS basis_orders
        FROM ${LINES}
        GROUP BY GROUPING SETS ((category, sub_category, day), (category, day), (day)))
  GROUP BY category, sub_category`;

/** Orders by payment method, for the whole and for each category. */
export const PAYMENTS = `
  SELECT category, payment_method, groupArray(day), groupArray(orders)
  FROM (SELECT category, payment_method, day, toUInt32(uniqExact(order_id)) AS orders FROM ${LINES}
        GROUP BY GROUPING SETS ((category, payment_method, day), (payment_method, day)))
  GROUP BY category, payment_method`;

/** Writes down what was seen in a range of days: each thing goes to the shard of the thing. */
export function insertSeen(target: string): string {
  return `
    INSERT INTO ${target} (kind, category, sub_category, tag_list, thing, day, on_basis, import)
    SELECT 'member', category, sub_category, [], member_id, day, max(${BASIS}), {import:UInt64}
    FROM ${LINES} AND member_id != '' GROUP BY category, sub_category, member_id, day
    UNION ALL
    SELECT DISTINCT 'merchant', category, sub_category, [], merchant_id, day, 0, {import:UInt64}
    FROM ${LINES} AND merchant_id != ''
    UNION ALL
    SELECT DISTINCT 'product', category, sub_category, tag_list, product_id, day, 0, {import:UInt64}
    FROM ${LINES} AND notEmpty(tag_list)`;
}

/** What lies in open cells of its sub-category, or of its category. */
const isOpen = (bySub: boolean, isBasis: boolean) => `
  (${WEEK}, category, ${bySub ? 'sub_category' : "''"}) NOT IN
  (SELECT week, category, sub_category FROM mdq_closed WHERE is_basis = ${Number(isBasis)} AND ${CLOSED})`;

type Thing = 'member' | 'merchant' | 'product';

/**
 * How many things were seen on a day, by the day they had been seen before; -1 for never. Things of a kind are on one
 * shard, so this adds up too. By category where `bySub` is false; a product counts for each of its tags, and for none.
 */
export function firstSeen(kind: Thing, bySub: boolean): string {
  const series = bySub ? 'category, sub_category, tag' : 'category';
  const isKind = `kind = '${kind}'${kind === 'member' ? ' AND on_basis = 1' : ''}`;
  const tag = kind === 'product' ? "arrayJoin(arrayPushBack(tag_list, ''))" : "''";
  const seen = (which: string) =>
    `SELECT category, sub_category, ${tag} AS tag, thing, day FROM mdq_seen WHERE ${isKind} AND ${which}`;
  const isNew = `${OWN} AND day BETWEEN {from:Int32} AND {end:Int32}`;
  // Of things that were not seen again, nothing changes.
  const again = `(category, thing) IN (SELECT category, thing FROM mdq_seen WHERE ${isKind} AND ${isNew})`;
  return `
    SELECT category, ${bySub ? 'sub_category, tag' : "'', ''"}, groupArray(day), groupArray(previous), groupArray(things)
    FROM (SELECT ${series}, day, previous, toUInt32(count()) AS things
          FROM (SELECT ${series}, arraySort(groupUniqArrayIf(day, day >= {from:Int32})) AS days,
                       maxOrNullIf(day, day < {from:Int32}) AS before
                FROM (${seen(isNew)} UNION ALL ${seen(`${VISIBLE} AND day < {from:Int32} AND ${again}`)})
                WHERE ${isOpen(bySub, kind === 'member')}
                GROUP BY ${series}, thing HAVING notEmpty(days))
          ARRAY JOIN days AS day, arrayPushFront(arrayPopBack(days), coalesce(before, -1)) AS previous
          GROUP BY ${series}, day, previous)
    GROUP BY ${series}`;
}

/** Members who bought in two sub-categories in a period. */
export const RELATED = `
  SELECT one.1, one.2, groupArray(other.1), groupArray(other.2), groupArray(members)
  FROM (SELECT one, other, toUInt32(count()) AS members
        FROM (SELECT groupUniqArray((category, sub_category)) AS subs FROM mdq_seen
              WHERE kind = 'member' AND day BETWEEN {start:Int32} AND {end:Int32} AND ${SEEN} AND ${isOpen(true, false)}
              GROUP BY thing)
        ARRAY JOIN subs AS one
        ARRAY JOIN subs AS other
        WHERE one != other GROUP BY one, other)
  GROUP BY one`;

/** Lines that name a member, and lines that name a merchant. */
export const NAMED = `
  SELECT toInt64(countIf(member_id != '')), toInt64(countIf(merchant_id != '')) FROM mdq_line
  WHERE day <= {end:Int32} AND ${CHANGED}`;
