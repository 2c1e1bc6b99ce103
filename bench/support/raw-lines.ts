import { isDeepStrictEqual } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Question } from './questions.ts';
import type { RawQuery } from './raw-sql.ts';

const MS_PER_DAY = 86_400_000;

type Row = Readonly<Record<string, unknown>>;

export interface RawLines {
  ask(query: RawQuery, question: Question): Promise<readonly Row[]>;
  close(): void;
}

/** A file of lines as a table of its own database, just as it is. */
export async function openRawLines(file: string, database: string): Promise<RawLines> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE lines AS FROM read_parquet('${file}')`);
  return {
    async ask({ sql }, question) {
      const values = { ...question, before: startOfPrevious(question) };
      const used = Object.entries(values).filter(([name]) => sql.includes(`$${name}`));
      const reader = await connection.runAndReadAll(sql, Object.fromEntries(used));
      return reader.getRowObjectsJS().map(plain);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Fails unless the rows of the answer hold the same figures, in the same order. */
export function expectSame(path: string, raw: readonly Row[], answered: readonly object[]): void {
  const names = Object.keys(raw[0] ?? {});
  const same = answered.map((row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]])));
  if (raw.length > 0 && isDeepStrictEqual(raw, same)) return;
  throw new Error(
    `${path} is not what its SQL gives:\n${JSON.stringify(same)}\nanswered, where the lines have\n${JSON.stringify(raw)}`,
  );
}

/** The first day of the equally long period before. */
function startOfPrevious({ start, end }: Question): string {
  const first = Date.parse(start);
  return new Date(first - (Date.parse(end) - first) - MS_PER_DAY).toISOString().slice(0, 10);
}

function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
