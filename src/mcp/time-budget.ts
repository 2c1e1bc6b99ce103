/** Lets work take up to so much time of every second, and no more. */
export class TimeBudget {
  readonly #msPerSecond: number;
  readonly #now: () => number;
  #second = 0;
  #spentMs = 0;

  constructor(msPerSecond: number, now: () => number = () => performance.now()) {
    this.#msPerSecond = msPerSecond;
    this.#now = now;
  }

  /** Does it, unless the time of this second is used up. */
  run<Outcome>(work: () => Outcome): Outcome | undefined {
    const start = this.#now();
    const second = Math.floor(start / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#spentMs = 0;
    }
    if (this.#spentMs >= this.#msPerSecond) return undefined;
    const outcome = work();
    this.#spentMs += this.#now() - start;
    return outcome;
  }
}
