import { count, thousands } from '../../../lib/count.ts';
import { type Connection, identifier, literal } from '../../database/connection.ts';
import type { Warning } from '../../warning.ts';
import { keyName } from '../draft/joins.ts';
import { guessColumns } from '../guess.ts';
import { columnTypes } from '../reading/parquet.ts';

/** A query that gives so much less than its first table has lost lines; a few may be left out on purpose. */
const LOST_SHARE = 0.1;

/** A table of the query, and the columns by which others could find it or be found. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What looks wrong in how a query joined its tables. The first is the one with a row for each line. */
export async function queryFindings(
  connection: Connection,
  views: readonly string[],
  { path, orderId }: { path: string; orderId: string },
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
  return [
    ...empty.map(({ name }): Warning => {
      const message = `The table ${name} has no rows: a line that should find something there finds nothing`;
      return { code: 'empty-table', message };
    }),
    ...(await notFound(connection, [first, ...filled])),
    ...(await linesLostOrDoubled(connection, first, { path, orderId, rows: rows[0] ?? 0 })),
  ];
}

/** Rows that find nothing: from the first table on, each looks in those that share a key with it and have it once. */
async function notFound(connection: Connection, [first, ...others]: readonly Table[]): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const reached = first ? [first] : [];
  for (const table of reached) {
    for (const other of others.filter((each) => !reached.includes(each))) {
      for (const { key, otherKey } of sharedKeys(table, other)) {
        const found = `SELECT ${asText(otherKey)} AS key FROM ${identifier(other.name)}`;
        const missing = `${asText(key)} NOT IN (SELECT key FROM (${found}) WHERE key IS NOT NULL)`;
        const [all, distinct, rows = 0, lost = 0] = await countAll(connection, [
          `SELECT count(key) FROM (${found})`,
          `SELECT count(DISTINCT key) FROM (${found})`,
          `SELECT count(*) FROM ${identifier(table.name)}`,
          `SELECT count(*) FROM ${identifier(table.name)} WHERE ${missing}`,
        ]);
        // A column without any value finds nothing, and nobody joins by it.
        if (all === 0 || all !== distinct) continue;
        reached.push(other);
        if (lost > 0) warnings.push(tellLost(table, key, other, { lost, rows }));
        break;
      }
    }
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
 * by order, so that the one does not hide the other.
 */
async function linesLostOrDoubled(
  connection: Connection,
  first: Table,
  { path, orderId, rows }: { path: string; orderId: string; rows: number },
): Promise<Warning[]> {
  const result = `read_parquet(${literal(path)})`;
  const key = guessColumns(first.columns, {}).columns.order_id;
  const counts = (table: string, column: string | undefined) =>
    `SELECT ${column === undefined ? "''" : asText(column)} AS id, count(*) AS n FROM ${table} GROUP BY 1`;
  const isByOrder = key !== undefined && (await columnTypes(connection, result)).has(orderId);
  const { lines, more, orders, lost } = await connection.numbers<'lines' | 'more' | 'orders' | 'lost'>(
    `SELECT coalesce(sum(made.n), 0) AS lines,
            coalesce(sum(greatest(coalesce(made.n, 0) - coalesce(had.n, 0), 0)), 0) AS more,
            count(*) FILTER (WHERE coalesce(made.n, 0) > coalesce(had.n, 0)) AS orders,
            coalesce(sum(greatest(coalesce(had.n, 0) - coalesce(made.n, 0), 0)), 0) AS lost
     FROM (${counts(result, isByOrder ? orderId : undefined)}) AS made
     FULL JOIN (${counts(identifier(first.name), isByOrder ? key : undefined)}) AS had USING (id)`,
  );
  const gives = `The query gives ${count(lines, 'line')}, and the table named first, ${first.name}, has ${count(rows, 'row')}`;
  return [
    ...(more > 0
      ? [
          {
            code: 'more-lines',
            count: isByOrder ? orders : more,
            message:
              `${gives}${isByOrder ? `; ${count(orders, 'order')} ${orders === 1 ? 'has' : 'have'} more lines than rows there` : ''}: a key may stand twice in ` +
              'another table, and its orders count twice. If another table has a row for each line, name that one first',
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
