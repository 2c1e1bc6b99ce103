import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { type Connection, dataDirPlace, dayOf, literal } from '../../database/connection.ts';
import type { HeldLines, LinesSource, WaitingChanges } from '../../move.ts';
import type { DataVersion } from '../../warehouse.ts';
import { NoLines } from '../../warehouse-errors.ts';
import { ASIDE_ROW, WAITING } from '../aside.ts';
import { recover } from '../duckdb-lines.ts';
import { NAMED_COLUMNS, NAMED_LINES } from '../named-lines.ts';
import { FilePublications } from '../publications.ts';
import { readMarks } from '../state.ts';
import { markMoved, movedTo } from './moved.ts';
import { withLines } from './with-lines.ts';

/** The lines as intake stages them; of the time only the day is known, and of who was forgotten only a number. */
const ROWS = `
  SELECT orders.id AS order_id, orders.day AS ordered_at, ${NAMED_COLUMNS},
         CASE WHEN member.name IS NULL THEN line.member END AS forgotten
  FROM ${NAMED_LINES} JOIN orders ON orders.number = line.order_number`;

/** What orders of published weeks are to have; those with lines of who was forgotten, the same without a member. */
const WAITING_ROWS = `
  SELECT ${ASIDE_ROW.replace('ordered_at', `${dayOf('ordered_at')} AS ordered_at`)},
         CAST(NULL AS INTEGER) AS forgotten
  FROM aside_row
  UNION ALL BY NAME
  SELECT * REPLACE (CAST(NULL AS INTEGER) AS forgotten) FROM (${ROWS})
  WHERE order_id IN (${WAITING})
    AND order_id NOT IN (SELECT order_id FROM aside_row UNION ALL SELECT id FROM aside_removed)`;

/** The order lines in a data folder, to be moved elsewhere. */
export class DuckdbMoveSource implements LinesSource {
  readonly name: string;
  readonly #dataDir: string;
  readonly #memory: number;
  readonly #publications: FilePublications;

  constructor(dataDir: string, memory: number) {
    this.name = `${hostname()}:${resolve(dataDir)}`;
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#publications = new FilePublications(dataDir);
  }

  movedTo(): string | undefined {
    return movedTo(this.#dataDir);
  }

  published(): Promise<DataVersion | undefined> {
    return this.#publications.current();
  }

  async hold<T>(work: (lines: HeldLines) => Promise<T>): Promise<T> {
    await this.#publications.refuseNewer();
    return withLines(this.#dataDir, { memory: this.#memory }, async (connection) =>
      work(await this.#read(connection)),
    );
  }

  async #read(connection: Connection): Promise<HeldLines> {
    const state = await recover(connection, this.#publications);
    if (state.base === undefined) throw new NoLines(dataDirPlace(this.#dataDir));
    const tables = await this.#publications.load(state.base);
    return {
      tables,
      counts: () =>
        connection.numbers<'lines' | 'orders' | 'cents'>(
          `SELECT count(*) AS lines, count(DISTINCT order_number) AS orders, coalesce(sum(cents), 0) AS cents FROM line`,
        ),
      write: async (folder) => {
        const file = await writeRows(connection, ROWS, join(folder, 'lines.parquet'));
        const waiting = await writeWaiting(connection, folder);
        return { file, waiting, marks: await readMarks(connection), state, tables };
      },
      markMoved: (place) => markMoved(this.#dataDir, place),
    };
  }
}

async function writeRows(connection: Connection, rows: string, file: string): Promise<string> {
  await connection.run(`COPY (${rows}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
  return file;
}

async function writeWaiting(connection: Connection, folder: string): Promise<WaitingChanges> {
  const removed = await connection.rows(
    'SELECT DISTINCT orders.id AS id, orders.day AS day FROM aside_removed JOIN orders USING (id)',
  );
  return {
    file: await writeRows(connection, WAITING_ROWS, join(folder, 'waiting.parquet')),
    removed: removed.map(({ id, day }) => ({ id: String(id), day: Number(day) })),
  };
}
