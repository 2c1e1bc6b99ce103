import { OWN, WEEK } from '../lines/visible.ts';
import { BASIS, LINES } from './series-sql.ts';

/*
 * What disclosure control asks of the shards. A person's lines are on many shards, so what each has of a week goes to the
 * shard of the person first, as it does for a merchant. What leaves that shard is what `sum-week.ts` needs, no more.
 */

/** A part of a week: what a sub-category has on one side of the restricted basis. */
const PART = 'week, category, sub_category, on_basis';

/** Writes down what everybody has of the weeks in a range of days; all without a name are one. */
export function insertAmounts(target: string): string {
  const of = (kind: string, thing: string) => `
    SELECT '${kind}', ${WEEK} AS week, category, sub_category, ${BASIS} AS on_basis, ${thing} AS thing, sum(cents),
           {import:UInt64}
    FROM ${LINES} GROUP BY ${PART}, thing`;
  return `
    INSERT INTO ${target} (kind, ${PART}, thing, cents, import)
    ${of('person', 'member_id')} UNION ALL ${of('merchant', 'merchant_id')}`;
}

const RANGE = `${OWN} AND week BETWEEN {start:Int32} AND {end:Int32}`;

/** The amount of each part, by sub-category. */
export const PARTS = `
  SELECT category, sub_category, groupArray(week), groupArray(toInt32(on_basis)), groupArray(whole)
  FROM (SELECT ${PART}, toFloat64(sum(cents)) AS whole FROM mdq_amount
        WHERE kind = 'person' AND ${RANGE} GROUP BY ${PART})
  GROUP BY category, sub_category`;

/**
 * Those with the largest amounts of each part; the first of them in all parts of the week. A number stands for the name,
 * on one shard and in one answer only; -1 is whoever has none.
 */
export const LARGEST = `
  SELECT kind, category, sub_category, groupArray(week), groupArray(toInt32(on_basis)), groupArray(number), groupArray(cents)
  FROM (SELECT kind, ${PART}, if(thing = '', -1, toInt32(dense_rank() OVER (ORDER BY thing))) AS number,
               toFloat64(amount) AS cents
        FROM (SELECT *, max(rank <= {followed:UInt32}) OVER (PARTITION BY kind, week, thing) AS is_followed
              FROM (SELECT *, row_number() OVER (PARTITION BY kind, ${PART} ORDER BY amount DESC) AS rank
                    FROM (SELECT kind, ${PART}, thing, sum(cents) AS amount FROM mdq_amount
                          WHERE kind IN ('person', 'merchant') AND ${RANGE} GROUP BY kind, ${PART}, thing)))
        WHERE rank <= if(kind = 'person', {people:UInt32}, {merchants:UInt32}) OR is_followed)
  GROUP BY kind, category, sub_category`;

/** The names that the parts of a range have. */
export const NAMES = `SELECT DISTINCT category, sub_category FROM ${LINES}`;
