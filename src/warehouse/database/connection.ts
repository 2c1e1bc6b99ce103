import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import { assertWhole, ensureDataDir } from '../../disk/data-dir.ts';
import { UserError } from '../../errors/operators.ts';
import { isDiskFull } from '../../errors/stores.ts';
import { NoLines, Stopped, WarehouseBusy } from '../warehouse-errors.ts';
import { type Columns, type ColumnTypes, copyChunk, makeColumns } from './columns.ts';
import { firstLine, isLocked, typed } from './engine-error.ts';
import { makeDatabase } from './make-database.ts';
import { Meter } from './meter.ts';

export const WAREHOUSE_FILE = 'warehouse.duckdb';

export function warehousePath(dataDir: string): string {
  return join(dataDir, WAREHOUSE_FILE);
}

/** The folder of the embedded store, as messages name it. */
export function dataDirPlace(dataDir: string): string {
  return `DATA_DIR (${dataDir})`;
}

/** Where a writer puts what does not fit into its memory. */
export function scratchPath(dataDir: string): string {
  return join(dataDir, `${WAREHOUSE_FILE}.tmp`);
}

export type Values = Record<string, DuckDBValue>;

/** Only writers need the engine; a server that reads published versions never loads it. */
const engine = () => import('@duckdb/node-api');

const limits = (tmp: string, memory: number) => ({
  temp_directory: tmp,
  memory_limit: `${Math.floor(memory)}B`,
});
const IN_ANY_ORDER = { preserve_insertion_order: 'false' };
/** Extensions are code from elsewhere: the engine never installs or loads one by itself. */
const NO_EXTENSIONS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' };

/** Opens a database, or makes it. Every engine of the program is started here. */
async function openInstance(path: string, options: Record<string, string> = {}): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await engine();
  return DuckDBInstance.create(path, { ...NO_EXTENSIONS, ...options });
}

/** The slice of DuckDB that the warehouse needs. */
export class Connection {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  /** Why it was stopped, once it was. */
  #stopped: UserError | undefined;
  readonly #meter = new Meter();

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /**
   * Opens the warehouse file for writing: one process at a time may. What does not fit into the memory it may
   * take is put into files in `tmp`.
   */
  static async open(
    dataDir: string,
    { tmp, memory, mayMake }: { tmp: string; memory: number; mayMake: boolean },
  ): Promise<Connection> {
    assertWhole(dataDir);
    const path = warehousePath(dataDir);
    if (!mayMake && !existsSync(path)) throw new NoLines(dataDirPlace(dataDir));
    ensureDataDir(dataDir);
    try {
      if (!existsSync(path)) await makeDatabase(openInstance, path);
      const connection = await Connection.#on(path, { ...limits(tmp, memory), ...IN_ANY_ORDER });
      await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
      return connection;
    } catch (error) {
      throw cannotOpen(error, dataDir);
    }
  }

  /**
   * Opens a warehouse file of unknown origin to read it; it stays as it is. Queries in its views could read other files,
   * so the engine has access to none.
   */
  static async openReadOnly(path: string): Promise<Connection> {
    return Connection.#on(path, {
      access_mode: 'READ_ONLY',
      enable_external_access: 'false',
      lock_configuration: 'true',
    });
  }

  /** An engine of its own that keeps nothing, and sees one folder and some files alone. */
  static async inMemory({
    tmp,
    paths,
    memory,
  }: {
    tmp: string;
    paths: readonly string[];
    memory: number;
  }): Promise<Connection> {
    const connection = await Connection.#on(':memory:', limits(tmp, memory));
    await connection.run(`
      SET allowed_directories = [${literal(tmp)}];
      SET allowed_paths = [${paths.map(literal).join(', ')}];
      SET enable_external_access = false`);
    return connection;
  }

  /** An engine of its own that keeps nothing; what does not fit into its memory is put into files in `tmp`. */
  static async temporary({ tmp, memory }: { tmp: string; memory: number }): Promise<Connection> {
    return Connection.#on(':memory:', { ...limits(tmp, memory), ...IN_ANY_ORDER });
  }

  static async #on(path: string, options: Record<string, string>): Promise<Connection> {
    const instance = await openInstance(path, options);
    return new Connection(instance, await instance.connect());
  }

  /** Runs statements, and returns how many rows the last of them has changed. */
  async run(sql: string, values?: Values): Promise<number> {
    const result = await this.#try(() => this.#connection.run(sql, values));
    return result.rowsChanged;
  }

  async rows(sql: string, values?: Values): Promise<Record<string, unknown>[]> {
    const reader = await this.#try(() => this.#connection.runAndReadAll(sql, values));
    return reader.getRowObjectsJS();
  }

  /** A result of any size, some rows at a time, each as its values in order. */
  async *pages(sql: string): AsyncGenerator<unknown[][]> {
    const result = await this.#try(() => this.#connection.stream(sql));
    const pages = result.yieldRowsJs();
    for (;;) {
      const { value, done } = await this.#try(() => pages.next());
      if (done) return;
      yield value;
    }
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
    const result = await this.#try(() => this.#connection.run(sql, values));
    const chunks = await this.#try(() => result.fetchAllChunks());
    const columns = makeColumns(
      types,
      chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0),
    );
    let row = 0;
    for (const chunk of chunks) {
      copyChunk(chunk, columns, row);
      row += chunk.rowCount;
    }
    return columns;
  }

  /** Hands over a result piece by piece, however large it is. The columns are used again for the next piece. */
  async each<T extends ColumnTypes>(
    types: T,
    sql: string,
    values: Values,
    take: (piece: Columns<T> & { length: number }) => Promise<void> | void,
  ): Promise<void> {
    const result = await this.#try(() => this.#connection.stream(sql, values));
    const fetch = () => {
      const chunk = this.#try(() => result.fetchChunk());
      // It may fail while the piece before is worked on, and nobody waits for it yet.
      chunk.catch(() => undefined);
      return chunk;
    };
    let columns = makeColumns(types, 0);
    let capacity = 0;
    let next = fetch();
    try {
      for (;;) {
        const chunk = await next;
        if (!chunk || chunk.rowCount === 0) return;
        // The engine makes the next piece while this one is worked on.
        next = fetch();
        if (chunk.rowCount > capacity) {
          capacity = chunk.rowCount;
          columns = makeColumns(types, capacity);
        }
        copyChunk(chunk, columns, 0);
        await take({ ...columns, length: chunk.rowCount });
      }
    } finally {
      await next.catch(() => undefined);
    }
  }

  /** Runs work in one transaction: it is all kept, or none of it. */
  async transaction<T>(work: () => Promise<T>, holds: () => boolean = () => true): Promise<T> {
    await this.run('BEGIN');
    try {
      const result = await work();
      await this.run(holds() ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Refuses every later change of a setting: what a query is not allowed now, it cannot allow itself. */
  async lock(): Promise<void> {
    await this.run('SET lock_configuration = true');
  }

  /** Bytes of what does not fit into memory: beyond, it fails with `OutOfRoom`. */
  async limitScratch(bytes: number): Promise<void> {
    await this.run(`SET max_temp_directory_size = '${Math.max(0, Math.floor(bytes))}B'`);
  }

  /** Teaches the engine `metered`, for `runMetered`; outside of a transaction, which would take it back. */
  async registerMetered(): Promise<void> {
    const { BOOLEAN, DOUBLE, DuckDBScalarFunction } = await engine();
    const metered = DuckDBScalarFunction.create({
      name: 'metered',
      parameterTypes: [DOUBLE],
      returnType: BOOLEAN,
      volatile: true,
      // That it is not null is all that it says: values would have to be written row by row.
      mainFunction: (info, chunk) => {
        this.#meter.add(chunk.getColumnVector(0));
        if (this.#meter.isOver) info.setError('more than there may be');
      },
    });
    this.#connection.registerScalarFunction(metered);
  }

  /** Teaches the engine a function of a text, NULL for none. What it is computed with cannot be read by a query. */
  async registerText(name: string, compute: (text: string) => string): Promise<void> {
    const { DuckDBScalarFunction, VARCHAR } = await engine();
    const made = DuckDBScalarFunction.create({
      name,
      parameterTypes: [VARCHAR],
      returnType: VARCHAR,
      mainFunction: (_info, chunk, output) => {
        const texts = chunk.getColumnVector(0);
        for (let row = 0; row < chunk.rowCount; row++) {
          const text = texts.getItem(row);
          output.setItem(row, typeof text === 'string' && text.trim() !== '' ? compute(text) : null);
        }
        output.flush();
      },
    });
    this.#connection.registerScalarFunction(made);
  }

  /**
   * Runs a statement that asks `metered(bytes) IS NOT NULL` of every row, and ends it with the error of `refuse` once their
   * sum is more than `most`. So rows are counted while they come, before anything of them is stored.
   */
  async runMetered(sql: string, values: Values, most: number, refuse: () => UserError): Promise<number> {
    this.#meter.reset(most);
    try {
      return await this.run(sql, values);
    } catch (error) {
      throw this.#meter.isOver && !this.#stopped ? refuse() : error;
    }
  }

  /** How far the running statement is, 0 to 1; undefined when that is not known. */
  get progress(): number | undefined {
    const { percentage } = this.#connection.progress;
    return percentage >= 0 ? percentage / 100 : undefined;
  }

  /** Ends the running statement, and lets no other begin: what was not committed is undone. */
  stop(why: UserError = new Stopped()): void {
    this.#stopped ??= why;
    this.#connection.interrupt();
  }

  /** Every call of the engine goes through here, so that its errors come out typed. */
  async #try<T>(call: () => Promise<T>): Promise<T> {
    if (this.#stopped) throw this.#stopped;
    try {
      return await call();
    } catch (error) {
      throw this.#stopped ?? typed(error);
    }
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

function cannotOpen(error: unknown, dataDir: string): unknown {
  const cause = typed(error);
  if (isDiskFull(cause)) return cause;
  const reason = firstLine(cause);
  if (isLocked(cause)) return new WarehouseBusy(dataDirPlace(dataDir));
  return new UserError(`Cannot open the warehouse in ${dataDir}: ${reason}`);
}

/** A file as the engine takes it: a name, though some of its characters could be a pattern's. */
export function fileName(path: string): string {
  return path.replace(/[[*?]/g, '[$&]');
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The day of a time, counted from 1970-01-01. */
export function dayOf(time: string): string {
  return `CAST(CAST(${time} AS DATE) - DATE '1970-01-01' AS INTEGER)`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
