import { shellWord } from '../../../lib/text/shell-word.ts';
import { identifier } from '../../database/connection.ts';
import type { Profile } from '../../profile.ts';
import { type Guess, plainName } from '../guess.ts';

/** What shops call the number of pieces of a line, and the price of one, by their plain names. */
export const QUANTITIES =
  'quantity qty lineitemquantity itemquantity quantityordered orderedquantity qtyordered units count pieces pcs menge anzahl stück stk 數量 数量 件數 個数 cantidad quantidade quantité quantità antal aantal'.split(
    ' ',
  );
export const UNIT_PRICES =
  'unitprice pricepereach itemprice einzelpreis stückpreis 單價 单价 単価 preciounitario preçounitário'.split(
    ' ',
  );
/** Names by which an amount is found, though they are as often the price of one piece. */
const PRICES = ['price', 'lineitemprice', 'itemcost', 'net', 'preis'];

/** Also with a remark in brackets behind it, as in `Quantity (- Refund)`. */
export const isQuantity = (name: string) => QUANTITIES.includes(plainName(name.replace(/[([（].*$/u, '')));
export const isPrice = (name: string) => [...UNIT_PRICES, ...PRICES].includes(plainName(name));

interface PriceAndQuantity {
  readonly price: string;
  readonly quantity: string;
}

/** The price that was taken for the amount by its name alone, and the number of pieces beside it that nothing reads. */
export function unsureAmount(
  { header, guess: { columns } }: { header: readonly string[]; guess: Guess },
  said: Profile,
): PriceAndQuantity | undefined {
  const price = columns.amount;
  if (price === undefined || said.columns?.amount !== undefined || !PRICES.includes(plainName(price)))
    return undefined;
  const read = Object.values(columns);
  const quantity = header.find((name) => isQuantity(name) && !read.includes(name));
  return quantity === undefined ? undefined : { price, quantity };
}

export function askForAmount({ price, quantity }: PriceAndQuantity, profile: Profile): string {
  return (
    `amount could be "${price}", or "${price}" times "${quantity}", which is not read: say which. ` +
    `If "${price}" is for all pieces of a line, add --map ${shellWord(`amount=${price}`)}; if it is for one, have a query multiply, with --sql: ` +
    product({ price, quantity }, () => profile.decimal)
  );
}

/** What a query says to multiply. */
export function product(
  { price, quantity }: PriceAndQuantity,
  decimalOf: (name: string) => Profile['decimal'],
): string {
  const number = (name: string) => {
    const column = /^[a-z_]\w*$/i.test(name) ? name : identifier(name);
    return decimalOf(name) === 'comma' ? `replace(replace(${column}, '.', ''), ',', '.')` : column;
  };
  return `CAST(${number(price)} AS DECIMAL(18, 4)) * CAST(${number(quantity)} AS DECIMAL(18, 3)) AS amount`;
}
