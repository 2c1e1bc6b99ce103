import { type Preferred, Snapshot } from '../snapshot/snapshot.ts';
import { freeApart } from './free-apart.ts';
import type { DataVersion, Warehouse } from './warehouse.ts';

const POLL_MS = 500;
/** A version that cannot be read is large to read again, and seldom repaired. */
const RETRY_MS = 10_000;

/** Told once for each version that cannot be read, with the one that is served instead, if there is one. */
type OnUnreadable = (error: unknown, served: DataVersion | undefined) => void;

/**
 * Keeps the newest published data in memory. A new version is loaded beside the old one and takes its place
 * in one step: a call sees one or the other, whole. Where the newest cannot be read, the one before it is served.
 */
export class SnapshotPoller {
  readonly #warehouse: Warehouse;
  readonly #preferred: Preferred;
  readonly #onUnreadable: OnUnreadable;
  /** What is in memory; a version without orders is known and leaves no snapshot. */
  #version: DataVersion | undefined;
  #snapshot: Snapshot | undefined;
  #loadSeconds = Number.NaN;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Versions that could not be read, and when that was tried last. */
  readonly #unreadable = new Map<DataVersion, number>();
  /** Whether the last look itself failed, which is told once. */
  #isBlind = false;

  constructor(warehouse: Warehouse, preferred: Preferred, onUnreadable: OnUnreadable) {
    this.#warehouse = warehouse;
    this.#preferred = preferred;
    this.#onUnreadable = onUnreadable;
  }

  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
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
      this.#isBlind = false;
      await this.#loadFirstReadable(versions);
    } catch (error) {
      if (!this.#isBlind) this.#onUnreadable(error, this.#snapshot?.facts.version);
      this.#isBlind = true;
    }
  }

  /** Takes the newest version that can be read, unless that is the one in memory. */
  async #loadFirstReadable(versions: readonly DataVersion[]): Promise<void> {
    const errors: unknown[] = [];
    for (const version of versions) {
      if (version === this.#version) break;
      const triedAt = this.#unreadable.get(version);
      if (triedAt !== undefined && performance.now() - triedAt < RETRY_MS) continue;
      try {
        const startedAt = performance.now();
        const { tables, prepared } = await this.#warehouse.loadPrepared(version);
        const isEmpty = tables.facts.lines === 0;
        const replaced = this.#snapshot;
        this.#snapshot = isEmpty ? undefined : new Snapshot(tables, prepared, this.#preferred);
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
    for (const error of errors) this.#onUnreadable(error, this.#snapshot?.facts.version);
  }
}
