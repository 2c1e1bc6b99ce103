import { businessDay, type Day } from './reference-calendar.ts';

export const COLUMNS = [
  'order_id',
  'ordered_at',
  'category',
  'sub_category',
  'product_id',
  'product_name',
  'tags',
  'amount',
  'payment_method',
  'merchant_id',
  'member_id',
] as const;

/** An order line with every value as the text that stands in the file. */
export type RawRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

type Tag = { readonly key: string; readonly value: string };

export type Line = {
  readonly order: string;
  readonly day: Day;
  readonly category: string;
  readonly sub: string;
  readonly product: string;
  readonly tags: readonly Tag[];
  readonly cents: bigint;
  readonly method: string;
  readonly merchant: string;
  readonly member: string;
};

export function cleanName(text: string): string {
  return text.trim().normalize('NFC');
}

export function parseCents(amount: string): bigint {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(amount);
  if (match === null) throw new Error(`not an amount: ${amount}`);
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > 2) throw new Error(`more than two decimals: ${amount}`);
  return BigInt(match[1] ?? '') * 100n + BigInt(decimals.padEnd(2, '0'));
}

function parseTags(text: string): Tag[] {
  if (text === '') return [];
  return text.split(';').map((tag) => {
    const equals = tag.indexOf('=');
    return { key: cleanName(tag.slice(0, equals)), value: cleanName(tag.slice(equals + 1)) };
  });
}

/** An order happens on one day, the earliest of its lines, and all its lines take that day. */
export function readLines(rows: readonly RawRow[], timeZone: string): Line[] {
  const orderDays = new Map<string, Day>();
  for (const row of rows) {
    const day = businessDay(row.ordered_at, timeZone);
    const earlier = orderDays.get(row.order_id);
    if (earlier === undefined || day < earlier) orderDays.set(row.order_id, day);
  }
  return rows.map((row) => ({
    order: row.order_id,
    day: Number(orderDays.get(row.order_id)),
    category: cleanName(row.category),
    sub: cleanName(row.sub_category),
    product: row.product_id,
    tags: parseTags(row.tags),
    cents: parseCents(row.amount),
    method: cleanName(row.payment_method) || 'Unspecified',
    merchant: row.merchant_id,
    member: row.member_id,
  }));
}

/** What is known after these imports, one after the other: an order that arrives again replaces itself. */
export function mergeImports(imports: readonly (readonly RawRow[])[]): RawRow[] {
  let known: RawRow[] = [];
  for (const rows of imports) {
    const arriving = new Set(rows.map((row) => row.order_id));
    known = known.filter((row) => !arriving.has(row.order_id)).concat(rows);
  }
  return known;
}
