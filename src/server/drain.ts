import { setTimeout as sleep } from 'node:timers/promises';

/** The time for which a server that is to stop goes on answering, so that load balancers see it leave. */
export class Drain {
  readonly #ms: number;
  readonly #end = new AbortController();
  #isUnderWay = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  async wait(): Promise<void> {
    this.#isUnderWay = true;
    await sleep(this.#ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
    this.#isUnderWay = false;
  }

  /** Ends it now. False when there was none to end. */
  end(): boolean {
    this.#end.abort();
    return this.#isUnderWay;
  }
}
