import { shellWord } from '../../lib/text/shell-word.ts';
import type { ColumnName, Profile } from '../profile.ts';
import { type Guess, plainName } from './guess.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { sampleRows } from './reading/sample.ts';
import type { ReadingContext } from './reading/source.ts';
import { isPrice, isQuantity, product } from './unit-price.ts';

/** Names that say that they are a line's own. */
const OF_A_LINE = ['linetotal', 'lineitemtotal', 'orderlinetotal', 'itemtotal', 'lineitemprice', 'itemcost'];
/** What our columns are not needed for here, others of the file are read by. */
const STAND_INS = [
  'category',
  'sub_category',
  'product_name',
  'tags',
  'payment_method',
  'merchant_id',
  'member_id',
  'status',
] as const satisfies readonly ColumnName[];
/** Where no prices tell, so many orders do: in fewer, lines may cost the same by chance. */
const ENOUGH_ORDERS = 3;

interface OrderTotal {
  readonly total: string;
  /** What the lines have of their own, unread. */
  readonly price: string | undefined;
  readonly quantity: string | undefined;
}

/** The column that was taken for the amount by its name, where it is the same on lines that differ, as the total of an order is. */
export async function orderTotal(
  context: ReadingContext,
  file: ReadableFile,
  { header, guess: { columns } }: { header: readonly string[]; guess: Guess },
  said: Profile,
): Promise<OrderTotal | undefined> {
  const { order_id, product_id = order_id, amount: total } = columns;
  const { connection, profile } = context;
  if (!order_id || !product_id || !total || said.columns?.amount || OF_A_LINE.includes(plainName(total)))
    return undefined;
  const read = Object.values(columns);
  const unread = [...new Set(header)].filter((name) => !read.includes(name));
  const [price, quantity] = [unread.find(isPrice), unread.find(isQuantity)];
  const own = unread.filter((name) => (price ? name === price || name === quantity : true));
  const looked = own.slice(0, STAND_INS.length).map((name, i) => [STAND_INS[i] as ColumnName, name] as const);
  if (looked.length === 0) return undefined;
  const stand = Object.fromEntries(STAND_INS.map((name) => [name, order_id]));
  const mapped = { order_id, ordered_at: order_id, product_id, amount: total };
  const sampled = await sampleRows(
    {
      ...context,
      profile: { ...profile, set: {}, columns: { ...stand, ...mapped, ...Object.fromEntries(looked) } },
    },
    file,
    {
      table: 'totalled',
      columns: ({ cells }) => {
        const numbers = looked.map(([name]) => numberIn(cells[name], profile));
        // Of a price and a quantity, neither tells alone what a line costs.
        const differing = price && quantity ? [numbers.join(' * ')] : numbers;
        return `${cells.order_id} AS id, ${cells.product_id} AS product, ${numberIn(cells.amount, profile)} AS total,
                ${differing.map((number, i) => `${number} AS own${i}`).join(', ')}`;
      },
    },
  );
  if (!sampled) return undefined;
  const owns = price && quantity ? ['own0'] : looked.map((_, i) => `own${i}`);
  const differs = owns.map((own) => `count(DISTINCT ${own}) > 1`).join(' OR ');
  const { orders, same, totals } = await connection.numbers<'orders' | 'same' | 'totals'>(`
    SELECT count(*) AS orders, count(*) FILTER (WHERE is_same) AS same,
           count(DISTINCT total) FILTER (WHERE is_same) AS totals
    FROM (SELECT count(DISTINCT total) = 1 AND count(total) = count(*) AS is_same, min(total) AS total
          FROM totalled GROUP BY id
          HAVING (${differs}) AND (count(DISTINCT product) > 1 OR ${columns.product_id === undefined}))`);
  // One amount for everything is a price: all pieces cost the same.
  const isAsked =
    orders >= (price ? 1 : ENOUGH_ORDERS) && same >= 0.9 * orders && (orders === 1 || totals > 1);
  return isAsked ? { total, price, quantity } : undefined;
}

function numberIn(cell: string, { decimal }: Profile): string {
  return `try_cast(${decimal === 'comma' ? `replace(replace(trim(${cell}), '.', ''), ',', '.')` : `trim(${cell})`} AS DOUBLE)`;
}

export function askForTotal({ total, price, quantity }: OrderTotal, profile: Profile): string {
  const known = `amount could be "${total}", which is the same on all lines of an order`;
  const map = (name: string) => `--map ${shellWord(`amount=${name}`)}`;
  if (price && quantity)
    return (
      `${known}, or "${price}" times "${quantity}", which are not read: say which. If "${total}" is that of a line, add ${map(total)}; ` +
      `if it is that of the order, have a query multiply, with --sql: ${product({ price, quantity }, profile)}`
    );
  if (price)
    return `${known}, or "${price}", which is not read: say which with ${map(total)} or ${map(price)}`;
  return (
    `${known}, as the total of an order is: say which column has the amount of a line, with --map. ` +
    `If it is "${total}", add ${map(total)}`
  );
}
