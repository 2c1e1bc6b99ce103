import type { TableNames } from '../../../snapshot/tables.ts';
import type { DataVersion } from '../../warehouse.ts';
import { WarehouseUnreachable } from '../../warehouse-errors.ts';
import { SeriesNames } from '../counting/series-names.ts';
import { ClickhousePublications } from '../versions/publications.ts';
import { type ImportId, NO_IMPORTS, newImportId, type VersionRecord } from '../versions/version-record.ts';
import type { Cluster } from './cluster.ts';
import type { Server, Values } from './server.ts';

/** A writer at work on a version. All rows that it writes carry its id; none of them counts before its record is made. */
export class Attempt {
  readonly cluster: Cluster;
  /** By shard. */
  readonly servers: readonly Server[];
  readonly first: Server;
  /** What holds now; undefined before the first record. */
  readonly newest: VersionRecord | undefined;
  /** The newest number that is taken. */
  readonly taken: DataVersion;
  readonly version: DataVersion;
  readonly id: ImportId;
  readonly signal: AbortSignal;
  /** Whether it takes in rows of mdq_incoming. */
  hasIncoming = false;
  /** Whether any of its orders may stand in place of one that was there, or removes it. */
  replacesOrders = true;
  #isBegun = false;
  #names: Promise<SeriesNames> | undefined;

  constructor(
    cluster: Cluster,
    servers: readonly [Server, ...Server[]],
    newest: VersionRecord | undefined,
    signal: AbortSignal,
    /** The newest number that is taken, and the first that may be given out. */
    { taken, next = 1 }: { taken: DataVersion; next?: DataVersion },
  ) {
    this.cluster = cluster;
    this.servers = servers;
    this.first = servers[0];
    this.newest = newest;
    this.taken = taken;
    this.version = Math.max(taken + 1, next);
    this.id = newImportId(this.version);
    this.signal = signal;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Which rows count, and which are its own: for the conditions in visible.ts. */
  get values(): Values {
    const { id, replacesOrders, newest } = this;
    return { ...(newest?.visible ?? NO_IMPORTS), import: id, replaces: Number(replacesOrders) };
  }

  /** The names by number, as the version before has them, or the one that is gone on from; new ones are added as they are met. */
  names(earlier?: TableNames): Promise<SeriesNames> {
    this.#names ??= earlier ? Promise.resolve(new SeriesNames(earlier)) : this.#namesBefore();
    return this.#names;
  }

  async #namesBefore(): Promise<SeriesNames> {
    if (!this.newest?.figures) return new SeriesNames(undefined);
    const publications = new ClickhousePublications(this.cluster);
    const before = await publications.describe(this.newest.version).catch((error: unknown) => {
      if (error instanceof WarehouseUnreachable) throw error;
      // It is damaged, so everything is counted again and may have other numbers.
      return undefined;
    });
    return new SeriesNames(before);
  }

  /** Notes that it begins, before its first row, so that somebody cleans up after it whatever happens. */
  async begin(): Promise<void> {
    if (this.#isBegun) return;
    await this.first.run('INSERT INTO mdq_attempt SELECT {import:UInt64}', this.values, this.signal);
    this.#isBegun = true;
  }
}
