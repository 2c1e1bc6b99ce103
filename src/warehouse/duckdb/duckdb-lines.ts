import { mkdir, rm, stat } from 'node:fs/promises';
import { Connection, dataDirPlace, scratchPath, warehousePath } from '../database/connection.ts';
import type { Change, Lines, State, WriteOptions, Writer } from '../engine.ts';
import type { StoredOrder } from '../warehouse.ts';
import { applyStaged } from './apply.ts';
import { refuseMoved } from './moved.ts';
import { forgetMembers, readOrder } from './orders.ts';
import type { FilePublications } from './publications.ts';
import { readWeeks } from './read-weeks.ts';
import { refreshTables } from './refresh.ts';
import { prepareSchema } from './schema.ts';
import { noteImport, readState, writeState } from './state.ts';
import { takeAside } from './take-aside.ts';

const TO_READ: WriteOptions = { mayMake: false, onProgress: () => undefined };

/** The order lines in a DuckDB file. A change is one transaction, and its version is named once that is committed. */
export class DuckdbLines implements Lines {
  readonly place: string;
  readonly #dataDir: string;
  /** Bytes that the engine may take. */
  readonly #memory: number;
  readonly #publications: FilePublications;
  /** For what is needed while writing; the writer alone uses it. */
  readonly #tmp: string;
  #open: Connection | undefined;

  constructor(dataDir: string, memory: number, publications: FilePublications) {
    this.place = dataDirPlace(dataDir);
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#publications = publications;
    this.#tmp = scratchPath(dataDir);
  }

  async bytes(): Promise<number> {
    return stat(warehousePath(this.#dataDir)).then(
      (file) => file.size,
      () => 0,
    );
  }

  async order(id: string): Promise<StoredOrder | undefined> {
    if ((await this.bytes()) === 0) return undefined;
    return this.#withConnection(TO_READ, (connection) => readOrder(connection, id));
  }

  async state(): Promise<State | undefined> {
    if ((await this.bytes()) === 0) return undefined;
    return this.#withConnection(TO_READ, readState);
  }

  write<T>(how: WriteOptions, work: (writer: Writer) => Promise<T>): Promise<T> {
    return this.#withConnection(how, async (connection) => {
      const state = await recover(connection, this.#publications);
      return work({
        state,
        intake: {
          connection,
          workDir: this.#tmp,
          dataDir: this.#dataDir,
          memory: this.#memory / 2,
          onProgress: how.onProgress,
        },
        incoming: async () => undefined,
        change: (change) => this.#change(connection, state, change),
      });
    });
  }

  readWeeks(...[onProgress, begin]: Parameters<Lines['readWeeks']>): Promise<void> {
    return this.#withConnection({ mayMake: false, onProgress }, async (connection) => {
      await readWeeks(connection, await readState(connection), begin);
    });
  }

  stop(): void {
    this.#open?.stop();
  }

  /**
   * The version is on disk before the transaction commits, and named after: should the process die between the two,
   * the next writer names it.
   */
  async #change<T>(
    connection: Connection,
    { base = 0 }: State,
    work: (change: Change) => Promise<T>,
  ): Promise<T> {
    const publications = this.#publications;
    const log = await publications.log();
    const version = await publications.next(base, log);
    let note: (() => Promise<void>) | undefined;
    const change: Change = {
      version,
      applyStaged: (published, refuse) => applyStaged(connection, published, refuse),
      forgetMembers: (ids, published, refuse) => forgetMembers(connection, ids, published, refuse),
      takeAside: (compared) => takeAside(connection, compared),
      noteImport: (facts) => noteImport(connection, facts),
      makeTables: (options) => refreshTables(connection, options),
      keep: async (state, tables) => {
        if (tables) {
          const sha256 = await publications.write(tables);
          note = () => publications.note(log, tables, sha256);
        }
        await writeState(connection, { ...state, base: tables ? version : undefined });
      },
    };
    const result = await connection
      .transaction(() => work(change))
      .catch(async (error) => {
        await publications.drop(version);
        throw error;
      });
    if (note) {
      await note();
      await publications.name(version);
    }
    return result;
  }

  /** Runs work with the warehouse file open: one process at a time. */
  async #withConnection<T>(
    { mayMake, onProgress }: WriteOptions,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    await this.#publications.refuseNewer();
    refuseMoved(this.#dataDir);
    const connection = await Connection.open(this.#dataDir, {
      tmp: this.#tmp,
      memory: this.#memory,
      mayMake,
    });
    this.#open = connection;
    const timer = setInterval(() => {
      if (connection.progress !== undefined) onProgress('', connection.progress);
    }, 200);
    try {
      // What a writer left that was killed.
      await rm(this.#tmp, { recursive: true, force: true });
      await mkdir(this.#tmp);
      await prepareSchema(connection);
      return await work(connection);
    } finally {
      clearInterval(timer);
      this.#open = undefined;
      connection.close();
      await rm(this.#tmp, { recursive: true, force: true });
    }
  }
}

/** What the lines were published as; named, if a writer died before it could. */
export async function recover(connection: Connection, publications: FilePublications): Promise<State> {
  const log = await publications.log();
  const state = await readState(connection);
  const named = (await publications.current()) ?? 0;
  if (state.base !== undefined && state.base > named && (await publications.has(state.base))) {
    const tables = await publications.load(state.base).catch(() => undefined);
    if (tables) await publications.note(log, tables, await publications.sumOf(state.base));
    await publications.name(state.base);
  }
  return state;
}
