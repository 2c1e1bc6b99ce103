import { guessColumns, plainName } from '../guess.ts';

/** A table as far as a draft looks at it. */
export interface Table {
  readonly name: string;
  /** Several where they are parts of it. */
  readonly files: readonly string[];
  readonly rows: number;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** As the engine calls it. */
  readonly type: string;
  /** Whether no value stands there twice; of columns that no other table has, this is not known. */
  readonly isUnique: boolean;
  readonly holds: 'dates' | 'numbers' | 'text';
  /** Whether its numbers have decimals, and what stands before them. */
  readonly decimal: 'point' | 'comma' | undefined;
  /** Whether few values stand there often. */
  readonly isRepeating: boolean;
}

/** A table whose columns are found by a key. */
export interface Join {
  readonly table: Table;
  readonly key: Column;
  readonly to: Table;
  readonly toKey: Column;
}

/** How tables belong together. */
export interface Joined {
  /** The one with a row for each order line. */
  readonly lines: Table;
  readonly joins: readonly Join[];
  /** Those that share nothing with these. */
  readonly apart: readonly Table[];
}

/** Names that stand in many tables and mean something else in each. */
const GENERIC = new Set(
  'name title description note status type kind date time createdat updatedat city state country currency amount total price quantity'.split(
    ' ',
  ),
);
const KEYS = ['order_id', 'product_id', 'member_id', 'merchant_id'] as const;

/** The name of a column together with its table's, which says more: `id` of `orders` is `orderid`. */
export function fullName(table: string, column: string): string {
  const singular = plainName(table).replace(/ies$/, 'y').replace(/s$/, '');
  return singular + plainName(column);
}

/** What tables could share a column by; undefined for one that says nothing. */
export function keyName(table: string, column: string): string | undefined {
  const plain = plainName(column);
  if (plain === 'id') return fullName(table, column);
  return plain === '' || GENERIC.has(plain) ? undefined : plain;
}

/** The names that at least two tables share, of which neither has all columns of the other. */
export function sharedNames(tables: readonly { name: string; header: readonly string[] }[]): string[] {
  const keyed = tables.map(
    ({ name, header }) => new Map(header.map((column) => [keyName(name, column) ?? '', column])),
  );
  const shared = keyed.flatMap((one, i) =>
    keyed.slice(i + 1).flatMap((other) => {
      const common = [...one.keys()].filter((key) => key !== '' && other.has(key));
      return common.length < Math.min(one.size, other.size) ? common.map((key) => one.get(key) ?? '') : [];
    }),
  );
  return [...new Set(shared)];
}

/** Joins tables on the columns they share; undefined where none do. */
export function joinTables(tables: readonly Table[]): Joined | undefined {
  const [best] = tables
    .map((lines) => ({ lines, reached: follow(lines, tables, 'unique').length, ...likeLines(lines) }))
    .sort(
      (a, b) =>
        b.named - a.named || b.reached - a.reached || b.known - a.known || b.lines.rows - a.lines.rows,
    );
  if (!best) return undefined;
  const { lines } = best;
  const joins = follow(lines, tables, 'any');
  if (joins.length === 0) return undefined;
  const used = [lines, ...joins.map(({ table }) => table)];
  return { lines, joins, apart: tables.filter((table) => !used.includes(table)) };
}

/** Whether columns are named as an order and a product are, and how many of the three that lines have there are. */
function likeLines({ columns }: Table): { named: number; known: number } {
  const { order_id, product_id, amount } = guessColumns(
    columns.map(({ name }) => name),
    {},
  ).columns;
  const found = [order_id, product_id, amount].filter((name) => name !== undefined);
  return { named: order_id !== undefined && product_id !== undefined ? 1 : 0, known: found.length };
}

/** All tables that can be reached from one, the nearest first; those whose key repeats only where nothing else is left. */
function follow(lines: Table, tables: readonly Table[], keys: 'unique' | 'any'): Join[] {
  const joins: Join[] = [];
  for (;;) {
    const known = [lines, ...joins.map(({ table }) => table)];
    const rest = tables.filter((table) => !known.includes(table));
    const found = known.flatMap((to) => rest.flatMap((table) => between(to, table)));
    const next =
      found.find(({ key }) => key.isUnique) ??
      (keys === 'any' ? found.find((join) => isKey(join, tables)) : undefined);
    if (!next) return joins;
    joins.push(next);
  }
}

function between(to: Table, table: Table): Join[] {
  return to.columns.flatMap((toKey) => {
    const name = keyName(to.name, toKey.name);
    const key =
      name === undefined ? undefined : table.columns.find((each) => keyName(table.name, each.name) === name);
    return key ? [{ table, key, to, toKey }] : [];
  });
}

/** Whether a column that repeats on both sides is a key all the same: elsewhere it does not, or its name tells. */
function isKey({ table, key }: Join, tables: readonly Table[]): boolean {
  const name = keyName(table.name, key.name);
  const guessed = guessColumns([key.name], {}).columns;
  return (
    KEYS.some((ours) => guessed[ours] !== undefined) ||
    tables.some((other) =>
      other.columns.some((each) => each.isUnique && keyName(other.name, each.name) === name),
    )
  );
}
