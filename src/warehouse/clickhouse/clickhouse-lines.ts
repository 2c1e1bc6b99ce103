import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../../data-dir.ts';
import { Connection } from '../connection.ts';
import type { Lines, State, WriteOptions, Writer } from '../engine.ts';
import { type KeptOrder, NoLines } from '../warehouse.ts';
import { Attempt } from './attempt.ts';
import { runChange } from './change.ts';
import { type Cluster, onEach } from './cluster.ts';
import { hasIncoming, takeIncoming } from './incoming.ts';
import { readOrder } from './read-order.ts';
import { readWeeks } from './read-weeks.ts';
import { settle } from './settle.ts';
import { bringUpToDate } from './setup.ts';
import { readRecords, type VersionRecord } from './version-record.ts';

/** Where files are read and checked before their rows go to the cluster. */
const SCRATCH = 'intake.tmp';

/** The order lines in ClickHouse tables, on one server or on the shards of a cluster. */
export class ClickhouseLines implements Lines {
  readonly place: string;
  readonly #cluster: Cluster;
  readonly #dataDir: string;
  readonly #memory: number;
  #stop: (() => void) | undefined;

  constructor(cluster: Cluster, dataDir: string, memory: number) {
    this.place = cluster.place;
    this.#cluster = cluster;
    this.#dataDir = dataDir;
    this.#memory = memory;
  }

  async bytes(): Promise<number> {
    const sizes = await onEach(this.#cluster.servers, async (server) => {
      const [row] = await server.rows(
        `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
         WHERE active AND database = currentDatabase() AND table IN ('mdq_line', 'mdq_order', 'mdq_seen')`,
      );
      return Number(row?.bytes ?? 0);
    });
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  async order(id: string): Promise<KeptOrder | undefined> {
    const [newest] = await readRecords(await this.#cluster.first());
    if (!newest) return undefined;
    const found = await onEach(this.#cluster.servers, (server) => readOrder(server, newest.visible, id));
    return found.find((order) => order !== undefined);
  }

  async state(): Promise<State | undefined> {
    const [newest] = await readRecords(await this.#cluster.first());
    return newest && stateOf(newest);
  }

  async write<T>({ mayMake, onProgress }: WriteOptions, work: (writer: Writer) => Promise<T>): Promise<T> {
    const { servers, newest } = await this.#settled();
    if (!newest && !mayMake && !(await hasIncoming(servers))) throw new NoLines(this.place);
    const workDir = await this.#makeWorkDir();
    const connection = await Connection.temporary({ tmp: workDir, memory: this.#memory });
    const stopping = new AbortController();
    this.#stop = () => {
      stopping.abort();
      connection.stop();
    };
    const attempt = new Attempt(this.#cluster, servers, newest, stopping.signal);
    const intake = { connection, workDir, dataDir: this.#dataDir, memory: this.#memory / 2, onProgress };
    try {
      return await work({
        state: newest
          ? stateOf(newest)
          : { base: undefined, stored: {}, completeThrough: null, published: null },
        intake,
        incoming: () => takeIncoming(attempt, intake),
        change: (change) => runChange(attempt, intake, change),
      });
    } finally {
      this.#stop = undefined;
      connection.close();
      await rm(workDir, { recursive: true, force: true });
    }
  }

  async readWeeks(...[, begin]: Parameters<Lines['readWeeks']>): Promise<void> {
    const { servers, newest } = await this.#settled();
    if (!newest) throw new NoLines(this.place);
    const stopping = new AbortController();
    this.#stop = () => stopping.abort();
    try {
      const attempt = new Attempt(this.#cluster, servers, newest, stopping.signal);
      await readWeeks(attempt, stateOf(newest), begin);
    } finally {
      this.#stop = undefined;
    }
  }

  stop(): void {
    this.#stop?.();
  }

  /** All servers, once their tables are those of this program and no writer before has left anything to do. */
  async #settled() {
    const servers = await this.#cluster.shards();
    await bringUpToDate(servers);
    const [first] = servers;
    await settle(servers, first);
    const [newest] = await readRecords(first);
    return { servers, newest };
  }

  /** A folder for this writer, without what writers have left that were killed. */
  async #makeWorkDir(): Promise<string> {
    prepareDataDir(this.#dataDir);
    const scratch = join(this.#dataDir, SCRATCH);
    await mkdir(scratch, { recursive: true });
    for (const name of await readdir(scratch))
      if (!isRunning(Number.parseInt(name, 10)))
        await rm(join(scratch, name), { recursive: true, force: true });
    return mkdtemp(join(scratch, `${process.pid}-`));
  }
}

function stateOf({ version, figures, stored, completeThrough, published = null }: VersionRecord): State {
  return { base: figures ? version : undefined, stored, completeThrough, published };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
