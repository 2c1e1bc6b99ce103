import type { Attempt } from './attempt.ts';
import { onEach } from './cluster.ts';
import type { NumberColumn, NumberType, RowBinaryReader } from './row-binary.ts';
import type { Values } from './server.ts';

/** A row of a result: a series by its texts, and columns of numbers. */
export interface SeriesRow {
  readonly texts: readonly string[];
  readonly columns: readonly NumberColumn[];
}

interface ResultForm {
  readonly texts: number;
  readonly columns: readonly NumberType[];
}

/** The rows of all servers, by server. */
export async function askEach(
  { servers, signal }: Attempt,
  query: string,
  values: Values,
  { texts, columns }: ResultForm,
): Promise<SeriesRow[][]> {
  const readRow = (reader: RowBinaryReader): SeriesRow => ({
    texts: Array.from({ length: texts }, () => reader.text()),
    columns: columns.map((type) => reader.numbers(type)),
  });
  return onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    const rows: SeriesRow[] = [];
    while (!reader.isAtEnd) rows.push(readRow(reader));
    reader.mustBeAtEnd();
    return rows;
  });
}

export async function ask(...given: Parameters<typeof askEach>): Promise<SeriesRow[]> {
  return (await askEach(...given)).flat();
}

/** Inserts on every shard what a query gives there: each thing goes to the shard of the thing. */
export async function insertByThing(
  { cluster, servers, signal }: Attempt,
  insert: (target: string) => string,
  table: string,
  values: Values,
): Promise<void> {
  const name = cluster.address.cluster;
  const target =
    name === undefined
      ? table
      : `FUNCTION cluster('${name}', currentDatabase(), '${table}', cityHash64(thing))`;
  await onEach(servers, (server) => server.run(insert(target), values, signal));
}

/** More than any day. */
const NO_DAY = Number.MAX_SAFE_INTEGER;

/** The first day of rows, as `sumUp` reads a column of the name `from`. */
export function firstDay(which = 'true', day = 'day'): string {
  return `if(countIf(${which}) = 0, toInt64(${NO_DAY}), toInt64(minIf(${day}, ${which})))`;
}

/** The 64-bit counts in the row of a query, each the sum over all servers. Of `from` it is the least, infinite where there is none. */
export async function sumUp<Name extends string>(
  { servers, signal }: Pick<Attempt, 'servers'> & Partial<Pick<Attempt, 'signal'>>,
  query: string,
  values: Values,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const counts = await onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    const row = names.map(() => reader.int64());
    reader.mustBeAtEnd();
    return row;
  });
  const sum = (of: readonly number[]) => of.reduce((total, count) => total + count, 0);
  const first = (of: readonly number[]) => {
    const day = Math.min(...of);
    return day === NO_DAY ? Number.POSITIVE_INFINITY : day;
  };
  const ofAll = names.map((name, i) => {
    const column = counts.map((row) => row[i] ?? 0);
    return [name, name === 'from' ? first(column) : sum(column)] as const;
  });
  return Object.fromEntries(ofAll) as Record<Name, number>;
}

/** A column of texts, from all servers. */
export async function textsOf(
  { servers, signal }: Attempt,
  query: string,
  values: Values,
): Promise<string[]> {
  const texts = await onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    const found: string[] = [];
    while (!reader.isAtEnd) found.push(reader.text());
    reader.mustBeAtEnd();
    return found;
  });
  return texts.flat();
}
