import { containsKey } from '../accounts/key.ts';
import { hashOf } from '../lib/hash.ts';
import type { ByteText } from '../lib/text/byte-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Asks } from './may-ask.ts';
import type { Departures } from './read-call.ts';

/** What a question is answered with, once it is paid. What it costs is for the price list of the moment to say. */
export interface CachedAnswer {
  readonly body: ByteText;
  /** The content type; JSON without. */
  readonly type: string | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** How many days it is charged for. */
  readonly days: number;
  /** It costs nothing, whatever its price. */
  readonly isFree: boolean;
  readonly departures: Departures | undefined;
  readonly asks: Asks;
  /** What was asked, as the ledger keeps it. */
  readonly parameters: string;
}

interface CacheEntry {
  readonly target: string;
  readonly answer: CachedAnswer;
}

/** Of each of the two generations. */
const MAX_ANSWERS = 10_000;
const MAX_BYTES = 32 * 2 ** 20;
/** What an entry takes beside its texts, roughly. */
const OVERHEAD_BYTES = 300;

/** Questions that are remembered as asked once: a power of two. */
const ASKED_ONCE = 2 ** 16;

/**
 * Answers that were made, by path and query as they were sent, for as long as their snapshot lives. An answer is cached
 * from the second time it is asked for: those that nobody asks for again would cost more to cache than to make. There
 * are two generations: when the younger is full, it takes the place of the older, which is forgotten whole. Whether a
 * call is charged does not depend on it.
 */
export class AnswerCache {
  #snapshot: Snapshot | undefined;
  /** By the hash of the question: of two that share one, the newer is cached. */
  #younger = new Map<number, CacheEntry>();
  #older = new Map<number, CacheEntry>();
  #bytes = 0;
  /** The hash of the question that was asked last, of all that share a slot in here. */
  readonly #askedOnce = new Int32Array(ASKED_ONCE);

  find(snapshot: Snapshot, target: string): CachedAnswer | undefined {
    this.#follow(snapshot);
    const hash = hashOf(target);
    const found = this.#younger.get(hash);
    if (found?.target === target) return found.answer;
    const old = this.#older.get(hash);
    if (old?.target !== target) return undefined;
    this.#put(hash, old);
    return old.answer;
  }

  add(snapshot: Snapshot, target: string, answer: CachedAnswer): void {
    this.#follow(snapshot);
    const hash = hashOf(target);
    const index = hash & (ASKED_ONCE - 1);
    if (this.#askedOnce[index] !== hash) this.#askedOnce[index] = hash;
    // A key that somebody put into the address is not cached.
    else if (!containsKey(target)) this.#put(hash, { target, answer });
  }

  /** Forgets everything of a snapshot that has been replaced. */
  #follow(snapshot: Snapshot): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#age();
    this.#age();
  }

  #put(hash: number, entry: CacheEntry): void {
    const replaced = this.#younger.get(hash);
    this.#bytes += bytesOf(entry) - (replaced ? bytesOf(replaced) : 0);
    if (this.#bytes > MAX_BYTES || this.#younger.size >= MAX_ANSWERS) this.#age();
    this.#younger.set(hash, entry);
  }

  #age(): void {
    this.#older = this.#younger;
    this.#younger = new Map();
    this.#bytes = 0;
  }
}

function bytesOf({ target, answer }: CacheEntry): number {
  return OVERHEAD_BYTES + target.length + answer.body.length;
}
