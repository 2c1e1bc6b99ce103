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

/** Columns of a series by day: what is in order, and so much alike, is little to send. */
const columns = (...names: readonly string[]) => {
  const rows = `arraySort(groupArray((${names.join(', ')}))) AS rows`;
  return names.map((_, i) => (i === 0 ? `(${rows}).1` : `rows.${i + 1}`)).join(', ');
};

/** Sales of a range of days: an order is on one shard and on one day, so all of this adds up. */
export const SALES = `
  SELECT category, sub_category, ${columns('day', 'all_cents', 'orders', 'basis_cents', 'basis_orders')}
  FROM (SELECT category, sub_category, day, toFloat64(sum(cents)) AS all_cents, toUInt32(uniqExact(order_id)) AS orders,
               toFloat64(sumIf(cents, ${BASIS})) AS basis_cents, toUInt32(uniqExactIf(order_id, ${BASIS})) AS basis_orders
        FROM ${LINES}
        GROUP BY GROUPING SETS ((category, sub_category, day), (category, day), (day)))
  GROUP BY category, sub_category`;

/** Names as one number of 128 bits, as ClickHouse itself tells texts apart that it counts: it groups by that in half the time. */
const hashOf = (names: readonly string[]) => `sipHash128(${names.join(', ')})`;

const paidIn = (category: string) => `
  SELECT series, any(name) AS category, any(method) AS payment_method, day, toUInt32(uniqExact(order_id)) AS orders
  FROM (SELECT day, order_id, ${category} AS name, payment_method AS method, ${hashOf([category, 'payment_method'])} AS series
        FROM ${LINES})
  GROUP BY series, day`;

/** Orders by payment method, for the whole and for each category. */
export const PAYMENTS = `
  SELECT any(category), any(payment_method), ${columns('day', 'orders')}
  FROM (${paidIn('category')} UNION ALL ${paidIn("''")})
  GROUP BY series`;

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

/** What lies in open cells. */
const isOpen = (isBasis: boolean) => `
  (${WEEK}, category, sub_category) NOT IN
  (SELECT week, category, sub_category FROM mdq_closed WHERE is_basis = ${Number(isBasis)} AND ${CLOSED})`;

export type Thing = 'member' | 'merchant' | 'product';

/** Where it stands what was seen when: on shards in a table that brings each thing to one of them, on one server in the lines. */
type SeenTable = 'mdq_seen' | 'mdq_line';

export function seenTable(shards: readonly unknown[]): SeenTable {
  return shards.length > 1 ? 'mdq_seen' : 'mdq_line';
}

/** Rows of things that were seen, with the condition that they are of the attempt's own days. */
const SEEN_ROWS: Record<SeenTable, { readonly isNew: string; rows(kind: Thing, which: string): string }> = {
  mdq_seen: {
    isNew: OWN,
    rows: (kind, which) => `
      SELECT category, sub_category, tag_list, thing, day FROM mdq_seen
      WHERE kind = '${kind}'${kind === 'member' ? ' AND on_basis = 1' : ''} AND ${which}`,
  },
  mdq_line: {
    isNew: CHANGED,
    rows: (kind, which) => `
      SELECT category, sub_category, tag_list, ${kind}_id AS thing, day FROM mdq_line
      WHERE ${{ member: BASIS, merchant: "merchant_id != ''", product: 'notEmpty(tag_list)' }[kind]} AND ${which}`,
  },
};

/** The sub-category that a thing is counted in: its own, none for the whole category, or both. */
const SUBS = { sub: 'sub_category', category: "''", both: "arrayJoin([sub_category, ''])" };
export type Level = keyof typeof SUBS;

/** How things are counted: where they stand, whether from a day on, and whether cells may be closed. */
interface SeenOptions {
  readonly table: SeenTable;
  readonly goesOn: boolean;
  readonly isControlled: boolean;
}

/** The days from one on on which a thing was seen, and the last before it. */
const DAYS = `arrayCompact(arraySort(groupArrayIf(day, day >= {from:Int32}))) AS days, maxOrNullIf(day, day < {from:Int32}) AS before`;

/** A day, and the one before it or -1, are one number: numbers are sorted and compared many times as fast as rows of names and days. */
const PAIR = 2 ** 32;
const PAIRS = `arrayMap((day, previous) -> toInt64(day) * ${PAIR} + previous + 1,
                        days, arrayPushFront(arrayPopBack(days), coalesce(before, -1)))`;
/** Where a run of equal numbers begins. */
const STARTS = `arrayFilter((at, pair, last) -> pair != last,
                            arrayEnumerate(pairs), pairs, arrayPushFront(arrayPopBack(pairs), toInt64(-1)))`;

/**
 * How many things were seen on a day, by the day they had been seen before; -1 for never. Things of a kind are on one
 * shard, so this adds up too. A product counts for each of its tags, and for none.
 */
export function firstSeen(kind: Thing, level: Level, { table, goesOn, isControlled }: SeenOptions): string {
  const names = ['category', 'sub_category', ...(kind === 'product' ? ['tag'] : [])];
  const series = names.join(', ');
  const anyOf = names.map((name) => `any(${name}) AS ${name}`).join(', ');
  const { isNew, rows } = SEEN_ROWS[table];
  const added = rows(kind, `${isNew} AND day BETWEEN {from:Int32} AND {end:Int32}`);
  // Of things that were not seen again, nothing changes.
  const again = `(category, thing) IN (SELECT category, thing FROM (${added}))`;
  // No order that an attempt changes has, or had, a day before the first it counts.
  const before = rows(kind, `${VISIBLE} AND day < {from:Int32} AND ${again}`);
  const all = goesOn ? `${added} UNION ALL ${before}` : added;
  const seen = `(SELECT category, ${SUBS[level]} AS sub_category, tag_list, thing, day FROM (${all}))
                ${isControlled ? `WHERE ${isOpen(kind === 'member')}` : ''}`;
  // Tags are taken apart once for all days of a product that has the same ones.
  const things =
    kind === 'product'
      ? `SELECT ${series}, ${hashOf(names)} AS hash, arrayCompact(arraySort(groupArrayArray(days_with))) AS days, max(before_with) AS before
         FROM (SELECT category, sub_category, arrayJoin(arrayPushBack(tag_list, '')) AS tag, thing,
                      days AS days_with, before AS before_with
               FROM (SELECT category, sub_category, tag_list, thing, ${DAYS} FROM ${seen}
                     GROUP BY category, sub_category, tag_list, thing))
         GROUP BY ${series}, thing`
      : `SELECT ${anyOf}, hash, ${DAYS}
         FROM (SELECT ${series}, ${hashOf(names)} AS hash, ${hashOf(['thing'])} AS id, day FROM ${seen})
         GROUP BY hash, id`;
  return `
    SELECT category, sub_category, ${kind === 'product' ? 'tag' : "''"}, arrayMap(pair -> toInt32(intDiv(pair, ${PAIR})), seen), arrayMap(pair -> toInt32(pair % ${PAIR} - 1), seen),
           arrayMap((start, next) -> toUInt32(next - start), starts, arrayPushBack(arrayPopFront(starts), length(pairs) + 1))
    FROM (SELECT ${series}, pairs, arrayCompact(pairs) AS seen, ${STARTS} AS starts
          FROM (SELECT ${anyOf}, arraySort(groupArrayArray(${PAIRS})) AS pairs
                FROM (${things} HAVING notEmpty(days)) GROUP BY hash))`;
}

/** Members who bought in two sub-categories in a period. */
export const related = (table: SeenTable, isControlled: boolean) => `
  SELECT one.1, one.2, groupArray(other.1), groupArray(other.2), groupArray(members)
  FROM (SELECT one, other, toUInt32(count()) AS members
        FROM (SELECT groupUniqArray((category, sub_category)) AS subs FROM ${table}
              WHERE ${table === 'mdq_seen' ? `kind = 'member' AND ${SEEN}` : `member_id != '' AND ${CHANGED}`}
                AND day BETWEEN {start:Int32} AND {end:Int32} ${isControlled ? `AND ${isOpen(false)}` : ''}
              GROUP BY ${table === 'mdq_seen' ? 'thing' : 'member_id'})
        ARRAY JOIN subs AS one
        ARRAY JOIN subs AS other
        WHERE one != other GROUP BY one, other)
  GROUP BY one`;

/** Lines that name a member, and lines that name a merchant. */
export const NAMED = `
  SELECT toInt64(countIf(member_id != '')), toInt64(countIf(merchant_id != '')) FROM mdq_line
  WHERE day <= {end:Int32} AND ${CHANGED}`;
