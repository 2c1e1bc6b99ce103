import { shellWord } from '../../../lib/text/shell-word.ts';
import type { Connection } from '../../database/connection.ts';
import type { ColumnName, Profile } from '../../profile.ts';
import type { Warning } from '../../warning.ts';
import { type Guess, plainName } from '../guess.ts';
import { nestedColumns } from '../reading/parquet.ts';
import type { ReadableFile } from '../reading/plain-text.ts';
import { SAMPLE_ROWS, sampleRows } from '../reading/sample.ts';
import type { ReadingContext } from '../reading/source.ts';
import { hasDecimalComma, hasDecimalPoint } from './amount-forms.ts';
import { isPrice, isQuantity, product } from './unit-price.ts';

/** Names that say that they are a line's own. */
const OF_A_LINE = ['linetotal', 'lineitemtotal', 'orderlinetotal', 'itemtotal', 'lineitemprice', 'itemcost'];
/** Columns of ours that are not needed here: other columns of the file are read in their place. */
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
/** So many at a time: a file with more columns is not looked at any longer for them. */
const MOST_LOOKS = 5;
/** Where prices do not add up to it, so many orders tell: in fewer, lines may cost the same by chance. */
const ENOUGH_ORDERS = 3;
/** Where lines have nothing else that differs, it takes more of them. */
const MANY_ORDERS = 20;
/** Where the amount is a total, at least this share of the orders with several lines have the same one on each line. */
const LEAST_ALIKE = 0.8;
/** What the prices of an order come to, as part of its total: there may be a discount, or taxes and postage. */
const [LEAST_PART, MOST_PART] = [0.75, 1.1];

interface OrderTotal {
  readonly total: string;
  /** What the lines have of their own, unread. */
  readonly price: string | undefined;
  readonly quantity: string | undefined;
  /** How each of these is written. */
  readonly decimals: ReadonlyMap<string, Profile['decimal']>;
}

/** Why no other column can tell a total: lines have amounts of their own, or no order has several. */
type NoTotal = 'own' | 'single';

/** The columns of a file, and which of them stand for ours. */
interface FileColumns extends Pick<Guess, 'columns'> {
  readonly unread: readonly string[];
}

/** The column that was taken for the amount by its name, where it is the same on lines that differ, as the total of an order is. */
export async function orderTotal(
  context: ReadingContext,
  file: ReadableFile,
  { columns, unread }: FileColumns,
  said: Profile,
): Promise<OrderTotal | NoTotal | undefined> {
  const { order_id, amount: total } = columns;
  if (!order_id || !total || said.columns?.amount || OF_A_LINE.includes(plainName(total))) return undefined;
  // A column that has no name, or that of another, cannot be read; nor can a name of two lines in JSON, nor lists.
  const isOne = (name: string) => unread.indexOf(name) === unread.lastIndexOf(name);
  const isJson = file.format === 'ndjson';
  const nested = file.format === 'parquet' ? await nestedColumns(context.connection, file) : [];
  const named = unread.filter(
    (name) => name.trim() !== '' && isOne(name) && !(isJson && name.includes('\n')) && !nested.includes(name),
  );
  const [price, quantity] = [named.find(isPrice), named.find(isQuantity)];
  const own = price
    ? [price, ...(quantity ? [quantity] : [])]
    : named.toSorted((a, b) => Number(isQuantity(b)) - Number(isQuantity(a)));
  const lines = { order_id, product_id: columns.product_id, total };
  let isLost = false;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const looked = own.slice(look * STAND_INS.length, (look + 1) * STAND_INS.length);
    if (look > 0 && looked.length === 0) break;
    const found = await sameOnLines(context, file, { ...lines, looked, isPriced: price !== undefined });
    if (found === 'own' || found === 'single') return found;
    if (found === 'unreadable') isLost ||= looked.length > 0;
    else if (found) return { total, price, quantity, decimals: found };
  }
  if (!isLost) return undefined;
  // Whatever is wrong with the other columns, the total alone may tell.
  const found = await sameOnLines(context, file, { ...lines, looked: [], isPriced: false });
  if (found === undefined || found === 'unreadable') return undefined;
  return typeof found === 'string'
    ? found
    : { total, price: undefined, quantity: undefined, decimals: found };
}

interface Lines {
  readonly order_id: string;
  readonly product_id: string | undefined;
  readonly total: string;
  /** Other columns of the lines: a price, and a quantity, if `isPriced`. */
  readonly looked: readonly string[];
  readonly isPriced: boolean;
}

/** How the columns are written, if the total is the same on all lines of orders whose lines differ. */
async function sameOnLines(
  context: ReadingContext,
  file: ReadableFile,
  { order_id, product_id, total, looked, isPriced }: Lines,
): Promise<OrderTotal['decimals'] | NoTotal | 'unreadable' | undefined> {
  const { connection, profile } = context;
  const mapped = { order_id, ordered_at: order_id, product_id: product_id ?? order_id, amount: total };
  const stand = STAND_INS.map((name, i) => [name, looked[i] ?? order_id]);
  const columns = { ...Object.fromEntries(stand), ...mapped };
  const sampled = await sampleRows({ ...context, profile: { ...profile, set: {}, columns } }, file, {
    table: 'totalled',
    columns: ({ cells }) =>
      [
        `${cells.order_id} AS id, ${cells.product_id} AS product, trim(${cells.amount}) AS total`,
        ...looked.map((_, i) => `trim(${cells[STAND_INS[i] as ColumnName]}) AS own${i}`),
      ].join(', '),
  });
  if (!sampled) return 'unreadable';
  const texts = ['total', ...looked.map((_, i) => `own${i}`)];
  const forms = await formsOf(connection, texts, profile);
  const [all = '', ...numbers] = texts.map((text, i) => numberIn(text, forms[i]));
  // Of a price and a quantity, neither tells alone what a line costs.
  const owns = isPriced ? [numbers.join(' * ')] : numbers;
  const differs = owns.map((_, i) => `count(DISTINCT own${i}) > 1`).join(' OR ') || 'false';
  const found = await connection.numbers<
    'orders' | 'same' | 'totals' | 'summed' | 'several' | 'alike' | 'commonest'
  >(`
    WITH line AS (SELECT id, product, ${[`${all} AS total`, ...owns.map((own, i) => `${own} AS own${i}`)].join(', ')}
                  FROM totalled),
         placed AS (SELECT count(DISTINCT total) = 1 AND count(total) = count(*) AS is_same, min(total) AS total,
                           ${differs} AS differs, ${isPriced ? 'sum(own0)' : '0'} AS sum
                    FROM line GROUP BY id HAVING count(DISTINCT product) > 1 OR ${product_id === undefined})
    SELECT count(*) FILTER (WHERE differs) AS orders, count(*) FILTER (WHERE differs AND is_same) AS same,
           count(DISTINCT total) FILTER (WHERE differs AND is_same) AS totals,
           count(*) FILTER (WHERE differs AND sum BETWEEN ${LEAST_PART} * total AND ${MOST_PART} * total) AS summed,
           count(*) AS several, count(*) FILTER (WHERE is_same) AS alike,
           coalesce((SELECT max(orders) FROM (SELECT count(*) AS orders FROM placed WHERE is_same GROUP BY total)), 0)
             AS commonest
    FROM placed`);
  await connection.run('DROP TABLE totalled');
  const { orders, same, totals, summed, several, alike, commonest } = found;
  if (several === 0) return 'single';
  if (alike < LEAST_ALIKE * several) return 'own';
  const isEnough = orders >= ENOUGH_ORDERS || (isPriced && orders > 0 && summed === orders);
  // One amount for everything is a price: all pieces cost the same.
  const isTotal = isEnough && same >= 0.9 * orders && (orders === 1 || totals > 1);
  const isAlone =
    !isPriced &&
    product_id !== undefined &&
    several >= MANY_ORDERS &&
    alike >= 0.95 * several &&
    commonest * 2 <= alike;
  return isTotal || isAlone ? new Map(looked.map((name, i) => [name, forms[i + 1]])) : undefined;
}

/** What stands before the decimals of each column: prices may be written otherwise than totals. */
async function formsOf(
  connection: Connection,
  texts: readonly string[],
  { decimal }: Profile,
): Promise<Profile['decimal'][]> {
  const counts = texts.flatMap((text, i) => [
    `count(*) FILTER (WHERE ${hasDecimalComma(text)}) AS commas${i}`,
    `count(*) FILTER (WHERE ${hasDecimalPoint(text)}) AS points${i}`,
  ]);
  const found = await connection.numbers<string>(`SELECT ${counts.join(', ')} FROM totalled`);
  return texts.map((_, i) => {
    const [commas = 0, points = 0] = [found[`commas${i}`], found[`points${i}`]];
    if (commas === points) return decimal;
    return commas > points ? 'comma' : 'point';
  });
}

function numberIn(text: string, decimal: Profile['decimal']): string {
  const plain =
    decimal === 'comma' ? `replace(replace(${text}, '.', ''), ',', '.')` : `replace(${text}, ',', '')`;
  return `try_cast(${plain} AS DOUBLE)`;
}

/** An import asks nothing: it says what it has taken for the amount of a line where a check asks. */
export async function unclearTotal(
  context: ReadingContext,
  file: ReadableFile,
  { unread, where, number }: { unread: readonly string[]; where: string; number: number },
): Promise<Warning[]> {
  const { connection, profile } = context;
  if (profile.columns?.amount || !(await mayBeTotals(connection, number))) return [];
  const ours = (['order_id', 'product_id', 'amount'] as const).filter((name) => !profile.set?.[name]);
  const columns = Object.fromEntries(ours.map((name) => [name, profile.columns?.[name] ?? name]));
  const total = await orderTotal(context, file, { columns, unread }, profile);
  if (typeof total !== 'object') return [];
  const message = `The amount of every line was read from "${total.total}", though ${askForTotal(total, where)}`;
  return [{ code: 'unclear-total', message }];
}

/** Whether the lines of most orders have one amount, as the rows that were read tell: of most files, nothing else is looked at. */
async function mayBeTotals(connection: Connection, number: number): Promise<boolean> {
  const { orders, same } = await connection.numbers<'orders' | 'same'>(`
    SELECT count(*) AS orders, count(*) FILTER (WHERE is_same) AS same
    FROM (SELECT min(cents) = max(cents) AS is_same
          FROM (SELECT order_id, cents FROM staged WHERE file = ${number} LIMIT ${SAMPLE_ROWS})
          GROUP BY order_id HAVING count(*) > 1)`);
  return orders > 0 && same >= LEAST_ALIKE * orders;
}

export function askForTotal({ total, price, quantity, decimals }: OrderTotal, where: string): string {
  const known = `amount could be "${total}", which is the same on all lines of an order${where}`;
  const map = (name: string) => `--map ${shellWord(`amount=${name}`)}`;
  if (price && quantity)
    return (
      `${known}, or "${price}" times "${quantity}", which are not read: say which. If "${total}" is that of a line, add ${map(total)}; ` +
      `if it is that of the order, have a query multiply, with --sql: ${product({ price, quantity }, (name) => decimals.get(name))}`
    );
  if (price)
    return `${known}, or "${price}", which is not read: say which with ${map(total)} or ${map(price)}`;
  const other =
    decimals.size > 0
      ? 'say which column has the amount of a line, with --map'
      : 'the lines need amounts of their own, and no other column has them';
  return `${known}, as the total of an order is: ${other}. If it is "${total}", add ${map(total)}`;
}
