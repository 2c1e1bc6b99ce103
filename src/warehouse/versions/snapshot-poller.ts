import { type Preferred, Snapshot } from '../../snapshot/snapshot.ts';
import type { Facts } from '../../snapshot/tables.ts';
import type { DataVersion, Published, Warehouse } from '../warehouse.ts';
import { freeApart } from './free-apart.ts';

const POLL_MS = 500;
/** A version that cannot be read is large to read again, and seldom repaired. */
const RETRY_MS = 10_000;

interface Listeners {
  /** Told once for each version that cannot be read, with the one that is served instead, if there is one. */
  unreadable(error: unknown, served: DataVersion | undefined): void;
  /** Told once when it can no longer be seen what is published, and once when it can again. */
  cutOff(error: unknown, served: Facts | undefined): void;
  seenAgain(since: Date): void;
}

/**
 * Keeps the newest published data in memory. A new version is loaded beside the old one and takes its place
 * in one step: a call sees one or the other, whole. Where the newest cannot be read, the one before it is served.
 */
export class SnapshotPoller {
  readonly #warehouse: Warehouse;
  readonly #preferred: Preferred;
  readonly #tell: Listeners;
  /** What is in memory; a version without orders is known and leaves no snapshot. */
  #version: DataVersion | undefined;
  #snapshot: Snapshot | undefined;
  #loadSeconds = Number.NaN;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Versions that could not be read, and when that was tried last. */
  readonly #unreadable = new Map<DataVersion, number>();
  #cutOffSince: Date | undefined;

  constructor(warehouse: Warehouse, preferred: Preferred, tell: Listeners) {
    this.#warehouse = warehouse;
    this.#preferred = preferred;
    this.#tell = tell;
  }

  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** Since when it cannot be seen what is published; undefined while it can. */
  get cutOffSince(): Date | undefined {
    return this.#cutOffSince;
  }

  /** How long loading what is served took. */
  get loadSeconds(): number {
    return this.#loadSeconds;
  }

  /** Loads what is published now, then keeps looking for newer. */
  async start(): Promise<void> {
    await this.#look();
    if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), POLL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      const isNewest = (await this.#warehouse.current()) === this.#version;
      const versions = isNewest ? [] : await this.#warehouse.versions();
      if (this.#cutOffSince) this.#tell.seenAgain(this.#cutOffSince);
      this.#cutOffSince = undefined;
      await this.#loadFirstReadable(this.#warehouse, versions);
    } catch (error) {
      if (this.#cutOffSince) return;
      this.#cutOffSince = new Date();
      if (this.#version === undefined) await this.#loadLocal();
      this.#tell.cutOff(error, this.#snapshot?.facts);
    }
  }

  /** Without the warehouse, what this machine has of it is better than nothing. */
  async #loadLocal(): Promise<void> {
    const { localCopy } = this.#warehouse;
    await this.#loadFirstReadable(localCopy, await localCopy.versions().catch(() => []));
  }

  /** Takes the newest version that can be read, unless that is the one in memory. */
  async #loadFirstReadable(published: Published, versions: readonly DataVersion[]): Promise<void> {
    const errors: unknown[] = [];
    for (const version of versions) {
      if (version === this.#version || this.#isStopped) break;
      const triedAt = this.#unreadable.get(version);
      if (triedAt !== undefined && performance.now() - triedAt < RETRY_MS) continue;
      try {
        const startedAt = performance.now();
        const { tables, derived } = await published.loadDerived(version);
        const isEmpty = tables.facts.lines === 0;
        const replaced = this.#snapshot;
        this.#snapshot = isEmpty ? undefined : new Snapshot(tables, derived, this.#preferred);
        this.#version = version;
        // A call reads all its figures in one go, so none is reading those of the version before.
        if (replaced) freeApart(replaced.retire());
        this.#loadSeconds = (performance.now() - startedAt) / 1000;
        this.#unreadable.delete(version);
        break;
      } catch (error) {
        if (triedAt === undefined) errors.push(error);
        this.#unreadable.set(version, performance.now());
      }
    }
    for (const error of errors) this.#tell.unreadable(error, this.#snapshot?.facts.version);
  }
}
