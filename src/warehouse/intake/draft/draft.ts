import { UserError } from '../../../errors/operators.ts';
import { type Connection, identifier } from '../../database/connection.ts';
import { firstLine } from '../../database/engine-error.ts';
import type { ImportRequest } from '../../warehouse.ts';
import { columnTypes } from '../reading/parquet.ts';
import { inEngine, type ReadingRoom, withReadable } from '../reading/readable-files.ts';
import { refusedFile } from '../refused-file.ts';
import { showTable, viewsOf } from '../sql-lines.ts';
import { chooseColumns } from './choices.ts';
import { type CountedFact, type DraftParts, draftText, type Fact, factsSql, partsFor } from './draft-text.ts';
import { type Column, joinTables, keyName, type Table } from './joins.ts';

/** A query to start from, and what it was made of. */
export interface Draft extends Omit<DraftParts, 'named'> {
  readonly sql: string;
  /** What the query gives, counted, as far as it is worth a look. */
  readonly counted: readonly CountedFact[];
}

const SAMPLE_ROWS = 10_000;
/** A column repeats where it has at least so many rows for each of its values. */
const REPEATS = 2;
const DATE = String.raw`^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|^\d{4}年`;
const NUMBER = String.raw`^-?\d[\d.,]*$`;

/** Looks at tables that belong together, and writes the query that makes order lines of them. Nothing is imported. */
export async function draftQuery(request: ImportRequest, { memory, maxBytes }: ReadingRoom): Promise<Draft> {
  if (request.files.length < 2)
    throw new UserError(
      '--draft needs two files or more; how one is read, "mdq import --check FILE" proposes',
    );
  return withReadable(request, maxBytes, ({ files, profile, scratch }) =>
    inEngine(files, { scratch, memory }, async (connection) => {
      const views = viewsOf(files, request.tables);
      // What is wrong with rows, --check tells.
      for (const [name, parts] of views)
        await showTable(connection, name, parts, { delimiter: profile.delimiter, leavesOut: true }).catch(
          (error) => {
            if (error instanceof UserError) throw error;
            throw refusedFile(
              parts.map(({ path }) => path).join(', '),
              `cannot be read: ${firstLine(error)}`,
            );
          },
        );
      const tables = await lookAtTables(
        connection,
        new Map([...views].map(([name, parts]) => [name, parts.map(({ path }) => path)])),
      );
      mustDiffer(tables);
      const joined = joinTables(tables);
      if (!joined) throw shareNothing(tables);
      const choices = chooseColumns(joined, profile);
      const parts = await partsFor(connection, joined, choices);
      const counted = await count(connection, factsSql(parts));
      return { ...parts, counted, sql: draftText(parts, counted) };
    }),
  );
}

async function count(
  connection: Connection,
  { sql, facts }: { readonly sql: string; readonly facts: readonly Fact[] },
): Promise<CountedFact[]> {
  const counts = await connection.numbers<string>(sql);
  return facts
    .map((fact, i) => ({ ...fact, rows: counts[`fact_${i}`] ?? 0, of: counts.lines ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

function shareNothing(tables: readonly Table[]): UserError {
  const files = tables.flatMap(({ files }) => files).join(', ');
  return new UserError(`There is no query to draft: ${files} share no column that could join them`);
}

/** Two parts of one table would be joined to each other. */
function mustDiffer(tables: readonly Table[]): void {
  const alike = Map.groupBy(tables, ({ columns }) => JSON.stringify(columns.map(({ name }) => name).sort()));
  const [one, other] = alike.values().find((parts) => parts.length > 1) ?? [];
  if (one && other)
    throw new UserError(
      `${one.files.join(', ')} and ${other.files.join(', ')} have the same columns: they look like parts of one table. Give both its name, such as ${one.name}=${one.files[0]} ${one.name}=${other.files[0]}`,
    );
}

async function lookAtTables(
  connection: Connection,
  views: ReadonlyMap<string, readonly string[]>,
): Promise<Table[]> {
  const types = new Map<string, ReadonlyMap<string, string>>();
  for (const name of views.keys()) types.set(name, await columnTypes(connection, identifier(name)));
  const uses = Map.groupBy(
    [...types].flatMap(([table, columns]) => [...columns.keys()].map((column) => keyName(table, column))),
    (name) => name,
  );
  const isShared = (table: string, column: string) => {
    const name = keyName(table, column);
    return name !== undefined && (uses.get(name)?.length ?? 0) > 1;
  };
  const tables: Table[] = [];
  for (const [name, files] of views) {
    const columns = types.get(name) ?? new Map<string, string>();
    const shared = new Set([...columns.keys()].filter((column) => isShared(name, column)));
    tables.push({ name, files, ...(await lookAtTable(connection, name, { columns, shared })) });
  }
  return tables;
}

/** Counts the rows of a table, tells which of the shared columns are unique, and what a sample of each column holds. */
async function lookAtTable(
  connection: Connection,
  table: string,
  { columns, shared }: { columns: ReadonlyMap<string, string>; shared: ReadonlySet<string> },
): Promise<Pick<Table, 'rows' | 'columns'>> {
  const names = [...columns.keys()];
  const text = (name: string) => `CAST(${identifier(name)} AS VARCHAR)`;
  const keys = names.flatMap((name, i) =>
    shared.has(name)
      ? [`count(${identifier(name)}) AS c${i}`, `count(DISTINCT ${identifier(name)}) AS d${i}`]
      : [],
  );
  const whole = await connection.numbers<string>(
    `SELECT ${['count(*) AS rows', ...keys].join(', ')} FROM ${identifier(table)}`,
  );
  const facts = names.flatMap((name, i) => {
    const value = `nullif(trim(${text(name)}), '')`;
    return [
      `count(${value}) AS n${i}`,
      `count(DISTINCT ${value}) AS u${i}`,
      `count(*) FILTER (WHERE regexp_matches(${value}, '${DATE}')) AS t${i}`,
      `count(*) FILTER (WHERE regexp_matches(${value}, '${NUMBER}')) AS v${i}`,
      `count(*) FILTER (WHERE regexp_matches(${value}, '[.]\\d{1,2}$')) AS p${i}`,
      `count(*) FILTER (WHERE regexp_matches(${value}, ',\\d{1,2}$')) AS k${i}`,
    ];
  });
  const sample = await connection.numbers<string>(
    `SELECT ${facts.join(', ')} FROM (FROM ${identifier(table)} LIMIT ${SAMPLE_ROWS})`,
  );
  const described = names.map((name, i): Column => {
    const [n = 0, u = 0, t = 0, v = 0, p = 0, k = 0] = [...'nutvpk'].map((what) => sample[`${what}${i}`]);
    const holds = n > 0 && t === n ? 'dates' : n > 0 && v === n ? 'numbers' : 'text';
    return {
      ...{ name, type: columns.get(name) ?? '', holds },
      isUnique: shared.has(name) && (whole[`c${i}`] ?? 0) > 0 && whole[`c${i}`] === whole[`d${i}`],
      decimal: holds !== 'numbers' ? undefined : k > 0 && k >= p ? 'comma' : p > 0 ? 'point' : undefined,
      isRepeating: n >= u * REPEATS,
    };
  });
  return { rows: whole.rows ?? 0, columns: described };
}
