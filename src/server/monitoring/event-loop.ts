const LOOK_MS = 100;
const LATE_MS = 1000;
/** A loop that was late is likely to be late again. */
const CALM_MS = 1000;

/** Watches how late the event loop is: how long anything that arrives now has to wait. */
export class EventLoop {
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = Number.POSITIVE_INFINITY;
  #lateUntil = 0;
  #lagMs = 0;

  /** Called when the start is over: its work keeps no caller waiting. */
  watch(): void {
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** How late it was at the last look, in milliseconds. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** Whether it lags by more than a second, or did so a moment ago. */
  isLate(): boolean {
    const now = performance.now();
    return now < this.#lateUntil || now - this.#lookedAt - LOOK_MS > LATE_MS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    this.#lagMs = Math.max(0, now - this.#lookedAt - LOOK_MS);
    this.#lookedAt = now;
    if (this.#lagMs > LATE_MS) this.#lateUntil = now + CALM_MS;
  }
}
