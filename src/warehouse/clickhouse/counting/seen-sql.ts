import { CHANGED, CLOSED, OWN, SEEN, VISIBLE, WEEK } from '../lines/visible.ts';
import { BASIS, categoryOf, IN_RANGE, LINES, NAMES_OF_SERIES, numbersOf, seriesOf } from './series-sql.ts';

/** Names as one number of 128 bits, as ClickHouse itself tells texts apart that it counts: it groups by that in half the time. */
const hashOf = (name: string) => `sipHash128(${name})`;

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
const isOpen = (isBasis: boolean, sub = 'sub_category') => `
  (${WEEK}, category, ${sub}) NOT IN
  (SELECT week, category, sub_category FROM mdq_closed WHERE is_basis = ${Number(isBasis)} AND ${CLOSED})`;

export type Thing = 'member' | 'merchant' | 'product';

/** Where it stands what was seen when: on shards in a table that brings each thing to one of them, on one server in the lines. */
type SeenTable = 'mdq_seen' | 'mdq_line';

export function seenTable(shards: readonly unknown[]): SeenTable {
  return shards.length > 1 ? 'mdq_seen' : 'mdq_line';
}

/** Rows of things that were seen, with the condition that they are of the attempt's own days. */
const SEEN_ROWS: Record<
  SeenTable,
  { readonly isNew: string; readonly tags: string; rows(kind: Thing, which: string): string }
> = {
  mdq_seen: {
    isNew: OWN,
    tags: 'tag_list',
    rows: (kind, which) => `
      SELECT category, sub_category, tag_list, thing, day FROM mdq_seen
      WHERE kind = '${kind}'${kind === 'member' ? ' AND on_basis = 1' : ''} AND ${which}`,
  },
  mdq_line: {
    isNew: CHANGED,
    // One text is hashed in half the time of a list.
    tags: 'tags',
    rows: (kind, which) => `
      SELECT category, sub_category, tags, tag_list, ${kind}_id AS thing, day FROM mdq_line
      WHERE ${{ member: BASIS, merchant: "merchant_id != ''", product: 'notEmpty(tag_list)' }[kind]} AND ${which}`,
  },
};

/** How things are counted: where they stand, and whether cells may be closed. */
interface SeenOptions {
  readonly table: SeenTable;
  /** Whether days before them are known already; where few days follow, older lines are asked for less. */
  readonly goesOn: 'long' | 'short' | undefined;
  /** As what days are sent: there are millions of them. */
  readonly days: 'u16' | 'u32';
  readonly isControlled: boolean;
}

/** Two numbers as one, which is sorted and compared many times as fast as rows: a series and a day, or a day and one before it. */
const asOne = (high: string, low: string) => `bitShiftLeft(${high}, 32) + ${low}`;
const highOf = (one: string) => `bitShiftRight(${one}, 32)`;
const lowOf = (one: string) => `bitAnd(${one}, ${2 ** 32 - 1})`;
const NONE = 'bitNot(toUInt64(0))';
/** In order, each once. */
const once = (list: string) => `arrayCompact(arraySort(${list}))`;

/** Each day on which a thing was seen with the one before it in the same series plus one, or 0. */
const PAIRS = `
  arrayMap((one, last) -> ${asOne(lowOf('one'), `if(${highOf('one')} = ${highOf('last')}, ${lowOf('last')} + 1, 0)`)},
           seen, arrayPushFront(arrayPopBack(seen), ${NONE}))`;
const isCounted = (pair: string) => `${highOf(pair)} >= {from:Int32}`;
/** Where a run of equal numbers begins. */
const STARTS = `arrayFilter((at, pair, last) -> pair != last,
                            arrayEnumerate(pairs), pairs, arrayPushFront(arrayPopBack(pairs), ${NONE}))`;

/**
 * How many things were seen on a day, by the day they had been seen before plus one; 0 for never. Things of a kind are on one
 * shard, so this adds up too. People and merchants count in sub-categories and categories, a product for each of its tags,
 * and for none.
 */
export function firstSeen(kind: Thing, options: SeenOptions): string {
  const { table } = options;
  const dayType = { u16: 'toUInt16', u32: 'toUInt32' }[options.days];
  const { isNew, rows } = SEEN_ROWS[table];
  const inRange = 'day BETWEEN {from:Int32} AND {end:Int32}';
  const added = rows(kind, `${isNew} AND ${inRange}`);
  const before = rowsBefore(kind, options, added);
  const pairs =
    kind === 'product' ? pairsByTag(added, before, options) : pairsBySeries(kind, added, before, options);
  return `
    ${numbersOf('sub_category', `${table} WHERE ${inRange}`)}
    SELECT ${NAMES_OF_SERIES}, tag, arrayMap(pair -> ${dayType}(${highOf('pair')}), pairs_once), arrayMap(pair -> ${dayType}(${lowOf('pair')}), pairs_once),
           arrayMap((start, next) -> toUInt32(next - start), starts, arrayPushBack(arrayPopFront(starts), length(pairs) + 1))
    FROM (SELECT series, tag, pairs, arrayCompact(pairs) AS pairs_once, ${STARTS} AS starts
          FROM (${pairs}))`;
}

/** Where no more days than these are counted, older ones are asked for less: what is seen again was mostly seen in these. */
export const RECENT_DAYS = 28;

/**
 * Rows of days before the first that is counted, as far as they change anything: recent ones of things that are seen again,
 * and older ones only of those that were not seen recently where they are seen now (of a product: with the same tags).
 */
function rowsBefore(
  kind: Thing,
  { table, goesOn, isControlled }: SeenOptions,
  added: string,
): string | undefined {
  if (!goesOn) return undefined;
  const { tags, rows } = SEEN_ROWS[table];
  // No order that an attempt changes has, or had, a day before the first it counts.
  const before = (which: string) => rows(kind, `${VISIBLE} AND day < {from:Int32} AND ${which}`);
  const again = `thing IN (SELECT thing FROM (${added}))`;
  // Members seldom come back within days, and a table sorted by thing has its recent rows everywhere: both are read once.
  if (kind === 'member' || table === 'mdq_seen' || goesOn === 'long') return before(again);
  const recent = `(day >= {from:Int32} - ${RECENT_DAYS} AND ${again})`;
  const seen = `category, sub_category, thing${kind === 'product' ? `, ${hashOf(tags)}` : ''}`;
  const isShown = isControlled ? `WHERE ${isOpen(false)} AND ${isOpen(false, "''")}` : '';
  const found = `SELECT ${seen} FROM (${before(recent)}) ${isShown}`;
  const notFound = `SELECT thing FROM (${added}) WHERE (${seen}) NOT IN (${found})`;
  return before(`(${recent} OR thing IN (${notFound}))`);
}

const inSubs = (from: string) => `SELECT *, ${seriesOf('sub_category')} AS own FROM (${from})`;

/**
 * A thing has its days in a list, series by series: a person all of them. A merchant has as many as the shop has lines, so
 * it has a list for each category.
 */
function pairsBySeries(
  kind: 'member' | 'merchant',
  added: string,
  before: string | undefined,
  { isControlled }: SeenOptions,
): string {
  // What is closed is looked up by the names, week by week.
  const [names, week] = isControlled ? [['category', 'sub_category'], `, ${WEEK}`] : [[], ''];
  const things = (from: string) =>
    `SELECT ${[`${hashOf('thing')} AS id`, 'own', ...names, 'day'].join(', ')} FROM (${inSubs(from)})`;
  // Of the days before, the last is enough; of those that may be closed, the last of each week.
  const last = (from: string) => `
    SELECT ${['id', 'own', ...names.map((name) => `any(${name})`), 'max(day)'].join(', ')}
    FROM (${things(from)}) GROUP BY id, own ${week}`;
  const all = before ? `${things(added)} UNION ALL ${last(before)}` : things(added);
  const of = (series: string) => asOne(series, 'toUInt64(day)');
  const inCategory = categoryOf('own');
  const isBasis = kind === 'member';
  // Where nothing can be closed, a category was open wherever a sub-category of it was.
  const [subs, categories] = isControlled
    ? [
        `groupArrayIf(${of('own')}, ${isOpen(isBasis)})`,
        `groupArrayIf(${of(inCategory)}, ${isOpen(isBasis, "''")})`,
      ]
    : [`groupArray(${of('own')})`, '[]'];
  const above = isControlled
    ? 'in_categories'
    : once(`arrayMap(one -> ${asOne(categoryOf(highOf('one')), lowOf('one'))}, in_subs)`);
  return `
    SELECT ${highOf('one')} AS series, '' AS tag, arraySort(groupArray(pair)) AS pairs
    FROM (SELECT seen, ${PAIRS} AS pairs_of
          FROM (SELECT arrayConcat(${above}, in_subs) AS seen
                FROM (SELECT ${once(subs)} AS in_subs, ${once(categories)} AS in_categories
                      FROM (${all}) GROUP BY id${kind === 'merchant' ? `, ${inCategory}` : ''}))
          WHERE notEmpty(seen))
    ARRAY JOIN seen AS one, pairs_of AS pair ${before ? `WHERE ${isCounted('pair')}` : ''} GROUP BY series`;
}

/** The days of a product as they are; of those before the first that is counted the last, which is enough. */
const DAYS_COUNTED = `
  arrayConcat(if(countIf(day < {from:Int32}) > 0, [toUInt32(maxIf(day, day < {from:Int32}))], []),
              groupArrayIf(toUInt32(day), day >= {from:Int32}))`;

/** Each day on which a product was seen with the one before it plus one, or 0. */
const PAIRS_OF_DAYS = `
  arrayMap((day, last) -> ${asOne('toUInt64(day)', 'last')}, seen, arrayPushFront(arrayMap(day -> day + 1, arrayPopBack(seen)), 0))`;

/** Tags are taken apart once for all days of a product that has the same ones. */
function pairsByTag(added: string, before: string | undefined, { table, isControlled }: SeenOptions): string {
  const all = before ? `${added} UNION ALL ${before}` : added;
  const seen = `${inSubs(all)} ${isControlled ? `WHERE ${isOpen(false)}` : ''}`;
  const pairs = before ? `arrayFilter(pair -> ${isCounted('pair')}, ${PAIRS_OF_DAYS})` : PAIRS_OF_DAYS;
  return `
    SELECT series, tag, arraySort(groupArrayArray(${pairs})) AS pairs
    FROM (SELECT series, tag, ${once('groupArrayArray(days)')} AS seen
          FROM (SELECT series, product, arrayJoin(arrayPushBack(list, '')) AS tag, days
                FROM (SELECT own AS series, ${hashOf('thing')} AS product, any(tag_list) AS list,
                             ${once(before ? DAYS_COUNTED : 'groupArray(toUInt32(day))')} AS days
                      FROM (${seen}) GROUP BY series, product, ${hashOf(SEEN_ROWS[table].tags)}))
          GROUP BY series, tag, product)
    GROUP BY series, tag HAVING notEmpty(pairs)`;
}

/** Members who bought in two sub-categories in a period: each with its number and name, and the others by theirs. */
export const related = (table: SeenTable, isControlled: boolean) => `
  ${numbersOf('sub_category', `${table} WHERE ${IN_RANGE}`)}
  SELECT toInt32(series), ${NAMES_OF_SERIES}, groupArray(toInt32(other)), groupArray(members)
  FROM (SELECT series, other, toUInt32(count()) AS members
        FROM (SELECT groupUniqArray(${seriesOf('sub_category')}) AS bought FROM ${table}
              WHERE ${table === 'mdq_seen' ? `kind = 'member' AND ${SEEN}` : `member_id != '' AND ${CHANGED}`}
                AND ${IN_RANGE} ${isControlled ? `AND ${isOpen(false)}` : ''}
              GROUP BY ${hashOf(table === 'mdq_seen' ? 'thing' : 'member_id')})
        ARRAY JOIN bought AS series
        ARRAY JOIN bought AS other
        WHERE series != other GROUP BY series, other)
  GROUP BY series`;
