const WINDOW_SECONDS = 1;
const NO_HEADERS: readonly string[] = [];

/**
 * Counts the calls of each key in the current second of the clock. One number per key, forgotten with the second:
 * a window that slides would have to keep the time of every call. What it lets through at worst is the limit at the
 * end of a second and the limit again at the start of the next, never more than the limit within one.
 */
export class RateLimit {
  readonly #perSecond: number;
  readonly #of: string;
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** 0 is no limit. */
  constructor(perSecond: number, of: 'key' | 'address' = 'key') {
    this.#perSecond = perSecond;
    this.#of = of;
  }

  /** Which call of a key it is in this second, from 1 on; 0 where there is no limit to compare it with. */
  count(key: string, mayHaveOwn = false, now?: number): number {
    if (this.#perSecond === 0 && !mayHaveOwn) return 0;
    const second = Math.floor((now ?? Date.now()) / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  /** How many calls are left after this one, where the key may have a limit of its own; below 0 there was none for it. */
  left(count: number, own?: number | null): number {
    return Math.max(-1, this.#limit(own) - count);
  }

  /** The lower of the two. */
  #limit(own: number | null = null): number {
    return Math.min(this.#perSecond || Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY);
  }

  /**
   * The headers about it, as draft-ietf-httpapi-ratelimit-headers-11 has it; nothing without a limit.
   * It counts in whole seconds, and so does Retry-After: the rest of a second, rounded up, is always one.
   */
  headers(left: number, own?: number | null): readonly string[] {
    const limit = this.#limit(own);
    if (limit === Number.POSITIVE_INFINITY) return NO_HEADERS;
    return [
      ...['ratelimit-policy', `"${this.#of}";q=${limit};w=${WINDOW_SECONDS}`],
      ...['ratelimit', `"${this.#of}";r=${Math.max(0, left)};t=${WINDOW_SECONDS}`],
    ];
  }
}
