import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Connection, dataDirPlace, literal, scratchPath } from '../connection.ts';
import { type HeldLines, type LinesSource, mustFollow } from '../move.ts';
import { type DataVersion, NoLines } from '../warehouse.ts';
import { recover } from './duckdb-lines.ts';
import { markMoved, movedTo } from './moved.ts';
import { NAMED_LINES } from './named-lines.ts';
import { FilePublications } from './publications.ts';
import { prepareSchema } from './schema.ts';

/** The lines as intake stages them; of the time only the day is known. */
const ROWS = `
  SELECT orders.id AS order_id, orders.day AS ordered_at, category.name AS category, sub.name AS sub_category,
         product.name AS product_id, tag_text.name AS tags, line.cents, method.name AS payment_method,
         merchant.name AS merchant_id, member.name AS member_id
  FROM ${NAMED_LINES} JOIN orders ON orders.number = line.order_number`;

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
    const tmp = scratchPath(this.#dataDir);
    const connection = await Connection.open(this.#dataDir, { tmp, memory: this.#memory, mayMake: false });
    try {
      await rm(tmp, { recursive: true, force: true });
      await mkdir(tmp);
      await prepareSchema(connection);
      return await work(await this.#read(connection));
    } finally {
      connection.close();
      await rm(tmp, { recursive: true, force: true });
    }
  }

  async #read(connection: Connection): Promise<HeldLines> {
    const state = await recover(connection, this.#publications);
    if (state.base === undefined) throw new NoLines(dataDirPlace(this.#dataDir));
    mustFollow(state);
    const tables = await this.#publications.load(state.base);
    return {
      tables,
      counts: () =>
        connection.numbers<'lines' | 'orders' | 'cents'>(
          `SELECT count(*) AS lines, count(DISTINCT order_number) AS orders, coalesce(sum(cents), 0) AS cents FROM line`,
        ),
      write: async (folder) => {
        const file = join(folder, 'lines.parquet');
        await connection.run(`COPY (${ROWS}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
        return { file, state, facts: tables.facts };
      },
      markMoved: (place) => markMoved(this.#dataDir, place),
    };
  }
}
