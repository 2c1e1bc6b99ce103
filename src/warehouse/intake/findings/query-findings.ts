import { count, thousands } from '../../../lib/count.ts';
import { type Connection, identifier, literal } from '../../database/connection.ts';
import type { Warning } from '../../warning.ts';
import { keyName } from '../draft/joins.ts';
import { guessColumns } from '../guess.ts';
import { columnTypes } from '../reading/parquet.ts';
import { defineCancelled } from '../reading/reading-sql.ts';

/** A query that gives so much less than its first table has lost lines; a few may be left out on purpose. */
const LOST_SHARE = 0.1;

/** A table of the query, and the columns by which others could find it or be found. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What a query gave: its file, and the columns of it that say which order a row is of and whether it is cancelled. */
interface QueryRows {
  readonly path: string;
  readonly orderId: string;
  readonly status: string;
  /** In lower case: rows with one of these statuses are left out, and are no lines. */
  readonly cancelledStatuses: readonly string[];
}

/** The rows that a query gave, as queries over them name them. */
interface Made {
  readonly from: string;
  readonly orderId: string | undefined;
  /** Whether a row is a line: one that is left out as cancelled is none. */
  readonly isLine: string;
}

/** What looks wrong in how a query joined its tables. The first is the one with a row for each line. */
export async function queryFindings(
  connection: Connection,
  views: readonly string[],
  { path, orderId, status, cancelledStatuses }: QueryRows,
): Promise<Warning[]> {
  const tables: Table[] = [];
  for (const name of views)
    tables.push({ name, columns: [...(await columnTypes(connection, identifier(name))).keys()] });
  const [first, ...others] = tables;
  if (!first || others.length === 0) return [];
  const rows = await countAll(
    connection,
    tables.map(({ name }) => `SELECT count(*) FROM ${identifier(name)}`),
  );
  const empty = others.filter((_, i) => rows[i + 1] === 0);
  const filled = others.filter((table) => !empty.includes(table));
  const from = `read_parquet(${literal(path)})`;
  const columns = await columnTypes(connection, from);
  await defineCancelled(connection, cancelledStatuses);
  const made: Made = {
    from,
    orderId: columns.has(orderId) ? orderId : undefined,
    isLine: columns.has(status) ? `NOT is_cancelled(${asText(status)})` : 'true',
  };
  const joins = await joinsOf(connection, [first, ...filled]);
  return [
    ...empty.map(({ name }): Warning => {
      const message = `The table ${name} has no rows: a line that should find something there finds nothing`;
      return { code: 'empty-table', message, count: 1 };
    }),
    ...joins.notFound,
    ...(await ordersWithoutRows(connection, [first, ...filled], made)),
    ...(await linesLostOrDoubled(connection, first, made, { rows: rows[0] ?? 0, repeated: joins.repeated })),
  ];
}

/** A key that stands more than once in a table, and how many of its values do. */
interface RepeatedKey {
  readonly table: string;
  readonly key: string;
  readonly values: number;
}

/**
 * Follows the joins from the first table on: each table looks in those that share a key with it. Where the key stands there
 * once, rows that find nothing are reported; where it repeats, a join makes several rows of one.
 */
async function joinsOf(
  connection: Connection,
  [first, ...others]: readonly Table[],
): Promise<{ notFound: Warning[]; repeated: RepeatedKey[] }> {
  const notFound: Warning[] = [];
  const repeated = new Map<Table, RepeatedKey>();
  const reached = first ? [first] : [];
  for (const table of reached) {
    for (const other of others.filter((each) => !reached.includes(each))) {
      for (const { key, otherKey } of sharedKeys(table, other)) {
        const found = `SELECT ${asText(otherKey)} AS key FROM ${identifier(other.name)}`;
        const missing = `${asText(key)} NOT IN (SELECT key FROM (${found}) WHERE key IS NOT NULL)`;
        const [all, distinct, values = 0, rows = 0, lost = 0] = await countAll(connection, [
          `SELECT count(key) FROM (${found})`,
          `SELECT count(DISTINCT key) FROM (${found})`,
          `SELECT count(*) FROM (SELECT key FROM (${found}) WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1)`,
          `SELECT count(*) FROM ${identifier(table.name)}`,
          `SELECT count(*) FROM ${identifier(table.name)} WHERE ${missing}`,
        ]);
        // A column without any value finds nothing, and nobody joins by it.
        if (all === 0) continue;
        if (all !== distinct) {
          repeated.set(other, { table: other.name, key: otherKey, values });
          continue;
        }
        reached.push(other);
        repeated.delete(other);
        if (lost > 0) notFound.push(tellLost(table, key, other, { lost, rows }));
        break;
      }
    }
  }
  return { notFound, repeated: [...repeated.values()] };
}

/**
 * Orders in one table that have no rows in another. Cancelled orders may have none; and where it is lines that are missing,
 * neither may those of which the query gives a row all the same.
 */
async function ordersWithoutRows(
  connection: Connection,
  tables: readonly Table[],
  { from, orderId, isLine }: Made,
): Promise<Warning[]> {
  const [first] = tables;
  const orderKey = first && guessColumns(first.columns, {}).columns.order_id;
  if (!first || orderKey === undefined || orderId === undefined) return [];
  const named = keyName(first.name, orderKey);
  const keyed = tables.flatMap((table) => {
    const key = table.columns.find((each) => keyName(table.name, each) === named);
    return key === undefined || named === undefined ? [] : [{ table, key }];
  });
  const ids = ({ table, key }: { table: Table; key: string }) =>
    `SELECT id FROM (SELECT ${asText(key)} AS id FROM ${identifier(table.name)}) WHERE id IS NOT NULL`;
  const given = (where: string) =>
    `SELECT id FROM (SELECT ${asText(orderId)} AS id FROM ${from} WHERE ${where}) WHERE id IS NOT NULL`;
  const isUnique = new Map<Table, boolean>();
  for (const each of keyed) {
    const [all = 0, distinct] = await countAll(connection, [
      `SELECT count(*) FROM (${ids(each)})`,
      `SELECT count(DISTINCT id) FROM (${ids(each)})`,
    ]);
    isUnique.set(each.table, all > 0 && all === distinct);
  }
  const warnings: Warning[] = [];
  for (const orders of keyed.filter(({ table }) => isUnique.get(table)))
    for (const rows of keyed.filter(({ table }) => table !== orders.table)) {
      // Rows of the first table that find nothing by a key that does not repeat are reported already.
      if (orders.table === first && isUnique.get(rows.table)) continue;
      const expected = rows.table === first ? `id NOT IN (${given('true')})` : `id IN (${given(isLine)})`;
      const [lost = 0, all = 0] = await countAll(connection, [
        `SELECT count(*) FROM (${ids(orders)}) WHERE id NOT IN (${ids(rows)}) AND ${expected}`,
        `SELECT count(*) FROM (${ids(orders)})`,
      ]);
      if (lost === 0) continue;
      const have = `${thousands(lost)} of ${count(all, 'order')} in ${orders.table.name} ${lost === 1 ? 'has' : 'have'} no rows in ${rows.table.name}`;
      const message =
        rows.table === first
          ? `${have}, and so no lines: is that file complete? Cancelled orders without rows need one with their status`
          : `${have}: is that file complete? Their lines have no value from there, and are lost where the join is not a LEFT JOIN`;
      warnings.push({ code: 'orders-without-rows', message, count: lost });
    }
  return warnings;
}

function tellLost(
  table: Table,
  key: string,
  other: Table,
  { lost, rows }: { lost: number; rows: number },
): Warning {
  const message =
    `${thousands(lost)} of ${count(rows, 'row')} of ${table.name} find nothing in ${other.name} by ${key}: ` +
    'their lines have no value from there, and are lost where the join is not a LEFT JOIN';
  return { code: 'not-found', message, count: lost };
}

function sharedKeys(table: Table, other: Table): { key: string; otherKey: string }[] {
  return table.columns.flatMap((key) => {
    const name = keyName(table.name, key);
    const otherKey = other.columns.find((each) => name !== undefined && keyName(other.name, each) === name);
    return otherKey === undefined ? [] : [{ key, otherKey }];
  });
}

/**
 * A row that became several lines met a key that stands twice elsewhere, one that became none met nothing. They are counted
 * by order, so that the one does not hide the other. Rows that are left out as cancelled are no lines, and not lost either.
 */
async function linesLostOrDoubled(
  connection: Connection,
  first: Table,
  { from, orderId, isLine }: Made,
  { rows, repeated }: { rows: number; repeated: readonly RepeatedKey[] },
): Promise<Warning[]> {
  const key = guessColumns(first.columns, {}).columns.order_id;
  const isByOrder = key !== undefined && orderId !== undefined;
  const idOf = (column: string | undefined) => (isByOrder && column !== undefined ? asText(column) : "''");
  const { lines, cancelled, more, orders, lost } = await connection.numbers<
    'lines' | 'cancelled' | 'more' | 'orders' | 'lost'
  >(
    `SELECT coalesce(sum(made.lines), 0) AS lines,
            coalesce(sum(made.n - made.lines), 0) AS cancelled,
            coalesce(sum(greatest(coalesce(made.lines, 0) - coalesce(had.n, 0), 0)), 0) AS more,
            count(*) FILTER (WHERE coalesce(made.lines, 0) > coalesce(had.n, 0)) AS orders,
            coalesce(sum(greatest(coalesce(had.n, 0) - coalesce(made.n, 0), 0)), 0) AS lost
     FROM (SELECT ${idOf(orderId)} AS id, count(*) AS n, count(*) FILTER (WHERE ${isLine}) AS lines
           FROM ${from} GROUP BY 1) AS made
     FULL JOIN (SELECT ${idOf(key)} AS id, count(*) AS n FROM ${identifier(first.name)} GROUP BY 1) AS had USING (id)`,
  );
  const gives =
    `The query gives ${count(lines, 'line')}${cancelled > 0 ? ` and ${count(cancelled, 'cancelled row')}` : ''}, ` +
    `and the table named first, ${first.name}, has ${count(rows, 'row')}`;
  const twice = repeated.map(
    (each) => `${each.key} stands more than once in ${each.table} (${count(each.values, 'value')})`,
  );
  return [
    ...(more > 0
      ? [
          {
            code: 'more-lines',
            count: isByOrder ? orders : more,
            message:
              `${gives}${isByOrder ? `; ${count(orders, 'order')} ${orders === 1 ? 'has' : 'have'} more lines than rows there` : ''}: a key may stand twice in ` +
              `another table, and its orders count twice. ${twice.length > 0 ? `${twice.join(', ')}. ` : ''}If another table has a row for each line, name that one first`,
          } as const,
        ]
      : []),
    ...(lost > rows * LOST_SHARE
      ? [
          {
            code: 'fewer-lines',
            count: lost,
            message: `${gives}; ${count(lost, 'row')} gave no line. If that is not meant, a join that is not a LEFT JOIN may find nothing`,
          } as const,
        ]
      : []),
  ];
}

async function countAll(connection: Connection, queries: readonly string[]): Promise<number[]> {
  const counts = await connection.numbers<string>(
    `SELECT ${queries.map((query, i) => `(${query}) AS c${i}`).join(', ')}`,
  );
  return queries.map((_, i) => counts[`c${i}`] ?? 0);
}

function asText(column: string): string {
  return `nullif(CAST(${identifier(column)} AS VARCHAR), '')`;
}
