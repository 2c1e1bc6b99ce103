import { newIdempotencyKey } from '../../call/call.ts';
import type { TabStore } from '../../call/session-key.ts';

const NAME = 'mdq-paid';
/** The service answers the same call again for an hour; a few minutes less, for clocks and slow networks. */
const FREE_MS = 55 * 60_000;

interface Entry {
  readonly idempotencyKey: string;
  readonly paidAt?: number;
}

/**
 * Remembers, for the tab, under which Idempotency-Key each call was made: a retry, a reload or a second look
 * within the hour then costs nothing.
 */
export class Paid {
  readonly #store: TabStore;
  readonly #now: () => number;
  #entries: Record<string, Entry>;

  constructor(store: TabStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#entries = read(store);
  }

  /** The key to send with a call: the one it was paid or tried with, unless that is used up. */
  keyFor(target: string): string {
    const known = this.#entries[target];
    if (known && (known.paidAt === undefined || this.isFree(target))) return known.idempotencyKey;
    const idempotencyKey = newIdempotencyKey('explorer');
    this.#put(target, { idempotencyKey });
    return idempotencyKey;
  }

  isFree(target: string): boolean {
    const paidAt = this.#entries[target]?.paidAt;
    return paidAt !== undefined && this.#now() - paidAt < FREE_MS;
  }

  /** Notes that a call was answered; a repeat does not lengthen the hour. */
  note(target: string): void {
    const known = this.#entries[target];
    if (known && known.paidAt === undefined) this.#put(target, { ...known, paidAt: this.#now() });
  }

  /** Forgets a call that turned out not to be free any more. */
  drop(target: string): void {
    delete this.#entries[target];
    this.#store.setItem(NAME, JSON.stringify(this.#entries));
  }

  clear(): void {
    this.#entries = {};
    this.#store.removeItem(NAME);
  }

  #put(target: string, entry: Entry): void {
    this.#entries[target] = entry;
    this.#store.setItem(NAME, JSON.stringify(this.#entries));
  }
}

function read(store: TabStore): Record<string, Entry> {
  try {
    return JSON.parse(store.getItem(NAME) ?? '{}') as Record<string, Entry>;
  } catch {
    return {};
  }
}
