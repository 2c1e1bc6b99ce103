import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import { prepareDataDir } from '../../data-dir.ts';
import { UserError } from '../../errors.ts';

export type Values = Record<string, DuckDBValue>;

/** How a column of a result is kept: integers that fit 32 bits, or others up to 2^53. */
export type ColumnTypes = Readonly<Record<string, 'i32' | 'f64'>>;
export type Columns<T extends ColumnTypes> = {
  [Name in keyof T]: T[Name] extends 'i32' ? Int32Array : Float64Array;
};

/** The slice of DuckDB that the warehouse needs. */
export class Connection {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /** Opens the warehouse file for writing: one process at a time may. */
  static async open(dataDir: string, tmp: string): Promise<Connection> {
    // Only writers need the engine; a server that reads published versions never loads it.
    const { DuckDBInstance } = await import('@duckdb/node-api');
    prepareDataDir(dataDir);
    try {
      const instance = await DuckDBInstance.create(join(dataDir, 'warehouse.duckdb'), {
        temp_directory: tmp,
        preserve_insertion_order: 'false',
      });
      const connection = await instance.connect();
      await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
      return new Connection(instance, connection);
    } catch (error) {
      throw explained(error, dataDir);
    }
  }

  async run(sql: string, values?: Values): Promise<void> {
    await this.#connection.run(sql, values);
  }

  async rows(sql: string, values?: Values): Promise<Record<string, unknown>[]> {
    const reader = await this.#connection.runAndReadAll(sql, values);
    return reader.getRowObjectsJS();
  }

  /** The first row of a result, as numbers. */
  async numbers<Name extends string>(sql: string, values?: Values): Promise<Record<Name, number>> {
    const [row] = await this.rows(sql, values);
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as Record<Name, number>;
  }

  /** A whole result as columns, in the order in which it names them. */
  async columns<T extends ColumnTypes>(types: T, sql: string, values?: Values): Promise<Columns<T>> {
    const result = await this.#connection.run(sql, values);
    const chunks = await result.fetchAllChunks();
    const length = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
    const columns = Object.entries(types).map(([name, type], index) => {
      const column = type === 'i32' ? new Int32Array(length) : new Float64Array(length);
      let row = 0;
      for (const chunk of chunks) {
        const vector = chunk.getColumnVector(index);
        for (let i = 0; i < chunk.rowCount; i++) column[row++] = Number(vector.getItem(i));
      }
      return [name, column];
    });
    return Object.fromEntries(columns) as Columns<T>;
  }

  /** Runs work in one transaction: it is all kept, or none of it. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN');
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** How far the running statement is, 0 to 1; undefined when that is not known. */
  get progress(): number | undefined {
    const { percentage } = this.#connection.progress;
    return percentage >= 0 ? percentage / 100 : undefined;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

function explained(error: unknown, dataDir: string): UserError {
  const message = error instanceof Error ? error.message : String(error);
  if (/conflicting lock|being used by another process/i.test(message)) {
    return new UserError('Another import or refresh is running on this DATA_DIR; try again when it is done');
  }
  const reason = message.split('\n', 1)[0];
  return new UserError(`Cannot open the warehouse in ${dataDir}: ${reason}`);
}
