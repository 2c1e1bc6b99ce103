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
  readonly #policy: string;
  readonly #left = new Map<string, number>();
  #second = 0;

  /** 0 is no limit. */
  constructor(perSecond: number, of: 'key' | 'address' = 'key') {
    this.#perSecond = perSecond;
    this.#of = of;
    this.#policy = `"${of}";q=${perSecond};w=${WINDOW_SECONDS}`;
  }

  /** Takes one call from what a key has left in this second. Below 0 there was none, and it is not counted. */
  take(key: string, now = Date.now()): number {
    if (this.#perSecond === 0) return Number.POSITIVE_INFINITY;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#left.clear();
    }
    const left = (this.#left.get(key) ?? this.#perSecond) - 1;
    if (left >= 0) this.#left.set(key, left);
    return left;
  }

  /**
   * What the caller is told of it, as draft-ietf-httpapi-ratelimit-headers-11 has it; nothing without a limit.
   * It counts in whole seconds, and so does Retry-After: the rest of a second, rounded up, is always one.
   */
  headers(left: number): readonly string[] {
    if (this.#perSecond === 0) return NO_HEADERS;
    return [
      ...['ratelimit-policy', this.#policy],
      ...['ratelimit', `"${this.#of}";r=${Math.max(0, left)};t=${WINDOW_SECONDS}`],
    ];
  }
}
