import { UserError } from '../../errors/operators.ts';
import type { Lines, State, WriteOptions, Writer } from '../engine.ts';
import type { IntakePlace } from '../intake/intake.ts';
import { withIntake } from '../intake/intake-folder.ts';
import { readPublicationLog } from '../versions/publication-log.ts';
import type { DataVersion, StoredOrder } from '../warehouse.ts';
import { NoLines, WarehouseUnreachable } from '../warehouse-errors.ts';
import { readWeeks } from './counting/read-weeks.ts';
import { runChange } from './lines/change.ts';
import { cleanUp } from './lines/clean-up.ts';
import { hasIncoming, takeIncoming } from './lines/incoming.ts';
import { readMarks } from './lines/marks.ts';
import { movedFrom } from './lines/moving.ts';
import { readOrder } from './lines/read-order.ts';
import { Attempt } from './server/attempt.ts';
import { type Cluster, onEach } from './server/cluster.ts';
import type { Server } from './server/server.ts';
import { bringUpToDate } from './server/setup.ts';
import type { LocalVersion } from './versions/local-version.ts';
import { readNewest, readRecords, type VersionRecord } from './versions/version-record.ts';

/** What a writer goes on from. */
interface Holding {
  readonly servers: readonly [Server, ...Server[]];
  readonly newest: VersionRecord | undefined;
  /** The newest number that is taken. */
  readonly taken: DataVersion;
}

/** The order lines in ClickHouse tables, on one server or on the shards of a cluster. */
export class ClickhouseLines implements Lines {
  readonly place: string;
  readonly #cluster: Cluster;
  readonly #dataDir: string;
  readonly #memory: number;
  readonly #localCopy: LocalVersion;
  #stop: (() => void) | undefined;

  constructor(
    cluster: Cluster,
    { dataDir, memory, localCopy }: { dataDir: string; memory: number; localCopy: LocalVersion },
  ) {
    this.place = cluster.place;
    this.#cluster = cluster;
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#localCopy = localCopy;
  }

  /** Null while a server cannot be reached: what it holds is not known. */
  async bytes(): Promise<number | null> {
    const sizes = this.#cluster.servers.map(async (server) => {
      const [row] = await server.rows(
        `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
         WHERE active AND database = currentDatabase() AND table IN ('mdq_line', 'mdq_order', 'mdq_seen')`,
      );
      return Number(row?.bytes ?? 0);
    });
    return Promise.all(sizes).then(
      (all) => all.reduce((sum, size) => sum + size, 0),
      (error: unknown) => {
        if (error instanceof WarehouseUnreachable) return null;
        throw error;
      },
    );
  }

  async order(id: string): Promise<StoredOrder | undefined> {
    const [newest] = await readRecords(await this.#cluster.first());
    if (!newest) return undefined;
    const found = await onEach(this.#cluster.servers, (server) => readOrder(server, newest.visible, id));
    return found.find((order) => order !== undefined);
  }

  /** What is published is kept with the lines, and goes with them. */
  async wereBegunAfter(): Promise<boolean> {
    return false;
  }

  async state(): Promise<State | undefined> {
    const [newest] = await readRecords(await this.#cluster.first());
    return newest && stateOf(newest);
  }

  async write<T>({ mayMake, onProgress }: WriteOptions, work: (writer: Writer) => Promise<T>): Promise<T> {
    try {
      const { servers, newest, taken } = await this.#cleanedUp();
      if (!newest && !mayMake && !(await hasIncoming(servers))) throw new NoLines(this.place);
      const place = { dataDir: this.#dataDir, memory: this.#memory, onProgress };
      return await withIntake(place, (intake) => this.#run({ servers, newest, taken }, intake, work));
    } catch (error) {
      throw nothingChanged(error);
    }
  }

  async #run<T>(
    { servers, newest, taken }: Holding,
    intake: IntakePlace,
    work: (writer: Writer) => Promise<T>,
  ): Promise<T> {
    const stopping = new AbortController();
    this.#stop = () => {
      stopping.abort();
      intake.connection.stop();
    };
    const log = await readPublicationLog(this.#dataDir);
    // What was published may have been taken back by a restore of the servers: no number is given out twice.
    const next = (log?.elsewhere[this.place] ?? 0) + 1;
    const attempt = new Attempt(this.#cluster, servers, newest, stopping.signal, { taken, next });
    try {
      return await work({
        state: newest
          ? stateOf(newest)
          : { base: undefined, stored: {}, completeThrough: null, published: null, undo: null },
        intake,
        marks: () => readMarks(attempt),
        incoming: () => takeIncoming(attempt, intake),
        change: (change) => runChange(attempt, intake, change, this.#localCopy),
      });
    } finally {
      this.#stop = undefined;
    }
  }

  async readWeeks(...[, begin]: Parameters<Lines['readWeeks']>): Promise<void> {
    const { servers, newest, taken } = await this.#cleanedUp();
    if (!newest) throw new NoLines(this.place);
    const stopping = new AbortController();
    this.#stop = () => stopping.abort();
    try {
      const attempt = new Attempt(this.#cluster, servers, newest, stopping.signal, { taken });
      await readWeeks(attempt, stateOf(newest), begin);
    } finally {
      this.#stop = undefined;
    }
  }

  stop(): void {
    this.#stop?.();
  }

  /** All servers, once their tables are those of this program and no writer before has left anything to do. */
  async #cleanedUp(): Promise<Holding> {
    const servers = await this.#cluster.shards();
    const [first] = servers;
    const source = await movedFrom(first);
    if (source !== undefined)
      throw new UserError(
        `Order lines are still being moved from ${source} to ${this.place}; end that first, there and without WAREHOUSE_URL: "mdq migrate --to-warehouse URL --finish"`,
      );
    await bringUpToDate(servers);
    await cleanUp(servers, first);
    return { servers, ...(await readNewest(first)) };
  }
}

function stateOf(record: VersionRecord): State {
  const { version, figures, stored, completeThrough, published = null, undo = null } = record;
  return { base: figures ? version : undefined, stored, completeThrough, published, undo };
}

/** What was written so far counts for nothing. */
export function nothingChanged(error: unknown): unknown {
  if (!(error instanceof WarehouseUnreachable)) return error;
  return new WarehouseUnreachable(`${error.message}. Nothing was changed; run this again`, error.server);
}
