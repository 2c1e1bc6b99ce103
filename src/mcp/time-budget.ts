/** Lets work take up to so much time of every second, all together and for each client, and no more. */
export class TimeBudget {
  readonly #msPerSecond: { readonly all: number; readonly each: number };
  readonly #now: () => number;
  readonly #spentBy = new Map<string, number>();
  #second = 0;
  #spentMs = 0;

  constructor(
    msPerSecond: { readonly all: number; readonly each: number },
    now: () => number = () => performance.now(),
  ) {
    this.#msPerSecond = msPerSecond;
    this.#now = now;
  }

  /** Does it, unless the time of this second is used up, for this client or for all. */
  run<Outcome>(client: string, work: () => Outcome): Outcome | undefined {
    const start = this.#now();
    const second = Math.floor(start / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#spentMs = 0;
      this.#spentBy.clear();
    }
    const spent = this.#spentBy.get(client) ?? 0;
    if (this.#spentMs >= this.#msPerSecond.all || spent >= this.#msPerSecond.each) return undefined;
    const outcome = work();
    const tookMs = this.#now() - start;
    this.#spentMs += tookMs;
    this.#spentBy.set(client, spent + tookMs);
    return outcome;
  }
}
