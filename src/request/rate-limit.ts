/** Counts the calls of each key in the current second. */
export class RateLimit {
  readonly #perSecond: number;
  #second = 0;
  #calls = new Map<string, number>();

  /** 0 is no limit. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Whether a call of a key may pass now. One that may not is not counted. */
  admits(key: string, now = Date.now()): boolean {
    if (this.#perSecond === 0) return true;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#calls = new Map();
    }
    const calls = this.#calls.get(key) ?? 0;
    if (calls >= this.#perSecond) return false;
    this.#calls.set(key, calls + 1);
    return true;
  }
}
