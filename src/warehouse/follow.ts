import { type Preferred, Snapshot } from '../snapshot/snapshot.ts';
import type { DataVersion, Warehouse } from './warehouse.ts';

const POLL_MS = 500;

/**
 * Keeps the newest published data in memory. A new version is loaded beside the old one and takes its place
 * in one step: a call sees one or the other, whole.
 */
export class Follower {
  readonly #warehouse: Warehouse;
  readonly #preferred: Preferred;
  readonly #onError: (error: unknown) => void;
  #snapshot: Snapshot | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed: DataVersion | undefined;

  constructor(warehouse: Warehouse, preferred: Preferred, onError: (error: unknown) => void) {
    this.#warehouse = warehouse;
    this.#preferred = preferred;
    this.#onError = onError;
  }

  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** Loads what is published now, then keeps looking for newer. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setTimeout(() => this.start(), POLL_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    let version: DataVersion | undefined;
    try {
      version = await this.#warehouse.current();
      if (version === undefined || version === this.#snapshot?.facts.version) return;
      const { tables, prepared } = await this.#warehouse.loadPrepared(version);
      this.#snapshot = new Snapshot(tables, this.#preferred, prepared);
      this.#failed = undefined;
    } catch (error) {
      // The old version stays; say once what is wrong with a new one, and go on trying.
      if (version === undefined || version !== this.#failed) this.#onError(error);
      this.#failed = version;
    }
  }
}
