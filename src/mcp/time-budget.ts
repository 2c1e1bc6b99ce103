interface Clocks {
  readonly now: () => number;
  /** How long this thread has worked: on a busy machine it also waits, which is nobody's doing. */
  readonly worked: () => number;
}

const CLOCKS: Clocks = {
  now: () => performance.now(),
  worked: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** Lets work take up to so much time of every second, all together and for each client, and no more. */
export class TimeBudget {
  readonly #msPerSecond: { readonly all: number; readonly each: number };
  readonly #clocks: Clocks;
  readonly #spentBy = new Map<string, number>();
  #second = 0;
  #spentMs = 0;

  constructor(msPerSecond: { readonly all: number; readonly each: number }, clocks = CLOCKS) {
    this.#msPerSecond = msPerSecond;
    this.#clocks = clocks;
  }

  /** Does it, unless the time of this second is used up, for this client or for all. */
  run<Outcome>(client: string, work: () => Outcome): Outcome | undefined {
    const second = Math.floor(this.#clocks.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#spentMs = 0;
      this.#spentBy.clear();
    }
    const spent = this.#spentBy.get(client) ?? 0;
    if (this.#spentMs >= this.#msPerSecond.all || spent >= this.#msPerSecond.each) return undefined;
    const start = this.#clocks.worked();
    const outcome = work();
    const tookMs = this.#clocks.worked() - start;
    this.#spentMs += tookMs;
    this.#spentBy.set(client, spent + tookMs);
    return outcome;
  }
}
