import { stat } from 'node:fs/promises';
import { type Connection, dataDirPlace, scratchPath, warehousePath } from '../database/connection.ts';
import type { Lines, State, WriteOptions, Writer } from '../engine.ts';
import type { StoredOrder } from '../warehouse.ts';
import { refuseMoved } from './file/moved.ts';
import { withLines } from './file/with-lines.ts';
import type { FilePublications } from './publications.ts';
import { readMarks, readState } from './state.ts';

const TO_READ: WriteOptions = { mayMake: false, onProgress: () => undefined };

/**
 * The order lines in a DuckDB file. A change is one transaction, and its version is named once that is committed. What
 * only some commands need is loaded when they do: most look at what is published.
 */
export class DuckdbLines implements Lines {
  readonly place: string;
  readonly #dataDir: string;
  /** Bytes that the engine may take. */
  readonly #memory: number;
  readonly #publications: FilePublications;
  readonly #tell: ((text: string) => void) | undefined;
  #open: Connection | undefined;

  constructor(
    dataDir: string,
    memory: number,
    publications: FilePublications,
    tell?: (text: string) => void,
  ) {
    this.place = dataDirPlace(dataDir);
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#publications = publications;
    this.#tell = tell;
  }

  async bytes(): Promise<number> {
    return stat(warehousePath(this.#dataDir)).then(
      (file) => file.size,
      () => 0,
    );
  }

  async order(id: string): Promise<StoredOrder | undefined> {
    if ((await this.bytes()) === 0) return undefined;
    const { readOrder } = await import('./read-order.ts');
    return this.#withConnection(TO_READ, (connection) => readOrder(connection, id));
  }

  async wereBegunAfter(time: Date): Promise<boolean> {
    return stat(warehousePath(this.#dataDir)).then(
      ({ birthtime }) => birthtime > time,
      () => false,
    );
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
          workDir: scratchPath(this.#dataDir),
          dataDir: this.#dataDir,
          memory: this.#memory / 2,
          onProgress: how.onProgress,
        },
        marks: () => readMarks(connection),
        incoming: async () => undefined,
        change: async (change) => {
          const { runChange } = await import('./change.ts');
          return runChange(connection, this.#publications, state, change, this.#tell);
        },
      });
    });
  }

  async readWeeks(...[onProgress, begin]: Parameters<Lines['readWeeks']>): Promise<void> {
    const { readWeeks } = await import('./read-weeks.ts');
    return this.#withConnection({ mayMake: false, onProgress }, async (connection) => {
      await readWeeks(connection, await readState(connection), begin);
    });
  }

  stop(): void {
    this.#open?.stop();
  }

  async #withConnection<T>(
    { mayMake, onProgress }: WriteOptions,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    await this.#publications.refuseNewer();
    refuseMoved(this.#dataDir);
    const watch = (connection: Connection) => {
      this.#open = connection;
      const timer = setInterval(() => {
        if (connection.progress !== undefined) onProgress('', connection.progress);
      }, 200);
      return () => {
        clearInterval(timer);
        this.#open = undefined;
      };
    };
    return withLines(this.#dataDir, { memory: this.#memory, mayMake, watch }, work);
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
