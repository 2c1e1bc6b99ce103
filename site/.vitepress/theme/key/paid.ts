import { shallowRef } from 'vue';
import { newIdempotencyKey, type Outcome, refusedWith } from '../call/call.ts';
import { IN_TAB, readTab, type TabStore } from './session-key.ts';

/** The service answers the same call again for an hour; a few minutes less, for clocks and slow networks. */
const FREE_MS = 55 * 60_000;

interface Entry {
  readonly idempotencyKey: string;
  readonly paidAt?: number;
  /** Of the call that was charged: its repeats have other ids. */
  readonly requestId?: string | undefined;
}
type Entries = Record<string, Entry>;

/**
 * Remembers, for the tab, under which Idempotency-Key each call was made: a retry, a reload or a second look on any
 * page within the hour then costs nothing.
 */
export class Paid {
  readonly #store: TabStore;
  readonly #now: () => number;
  /** Storage of the tab is not reactive: this counts its changes. */
  readonly #changes = shallowRef(0);

  constructor(store: TabStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** The key to send with a call: the one it was paid or tried with, unless that is used up. */
  keyFor(target: string): string {
    const known = this.#entries()[target];
    if (known && (known.paidAt === undefined || this.#isNew(known.paidAt))) return known.idempotencyKey;
    const idempotencyKey = newIdempotencyKey();
    this.#put(target, { idempotencyKey });
    return idempotencyKey;
  }

  isFree(target: string): boolean {
    return this.#isNew(this.#entries()[target]?.paidAt);
  }

  /** The id of the call that paid for the answers of the hour. */
  chargedBy(target: string): string | undefined {
    return this.#entries()[target]?.requestId;
  }

  /** How a call ended. A repeat does not lengthen the hour, and one that is to be paid for again is free no more. */
  note(target: string, outcome: Outcome): void {
    const known = this.#entries()[target];
    if (!known) return;
    const { idempotencyKey, paidAt } = known;
    if (outcome.kind === 'answered' && paidAt === undefined) {
      const { charged, requestId } = outcome.receipt;
      this.#put(target, { idempotencyKey, paidAt: this.#now(), requestId: charged ? requestId : undefined });
    } else if (refusedWith(402, outcome) && paidAt !== undefined) this.#put(target, { idempotencyKey });
  }

  #isNew(paidAt: number | undefined): boolean {
    return paidAt !== undefined && this.#now() - paidAt < FREE_MS;
  }

  #entries(): Partial<Entries> {
    void this.#changes.value;
    return readTab<Entries>(this.#store, IN_TAB.paid);
  }

  #put(target: string, entry: Entry): void {
    this.#store.setItem(IN_TAB.paid, JSON.stringify({ ...this.#entries(), [target]: entry }));
    this.#changes.value += 1;
  }
}
