import { AccountsLocked, codeOf, StoreError } from '../../errors/stores.ts';
import type { Logger } from './log.ts';

/** How often an outage is logged again while it lasts. */
const REMINDER_MS = 60_000;

interface FailedCall {
  readonly requestId: string;
  readonly path: string;
}

/**
 * The log of times in which the accounts cannot be used: a line when one begins, with the first call that failed, one a
 * minute, and one when it is over, with how many calls have failed. A line for each would bury everything else.
 */
export class OutageLog {
  readonly #logger: Logger;
  #since: number | undefined;
  #toldAt = 0;
  #failedCalls = 0;
  #lockedToldAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  failed(error: unknown, call: FailedCall): void {
    if (!(error instanceof StoreError)) this.#logger.error({ err: error, ...call }, 'a call failed');
    // Told one by one: its caller may ask about it.
    else if (error.kind === 'unknown-outcome')
      this.#logger.error(call, 'it is not known whether this call was charged');
    else if (error instanceof AccountsLocked) this.#noteLocked(error, call);
    else this.#noteAway(error, call);
  }

  /** A call failed because the accounts could not be used. */
  #noteAway(error: StoreError, call: FailedCall): void {
    this.#failedCalls += 1;
    const now = performance.now();
    if (this.#since === undefined) {
      this.#since = now;
      this.#toldAt = now;
      const { kind, message } = error;
      this.#logger.error({ reason: message, kind, cause: causeOf(error), ...call }, 'calls fail from now on');
    } else if (now - this.#toldAt >= REMINDER_MS) {
      this.#toldAt = now;
      this.#logger.error(this.#facts(now), 'calls still fail');
    }
  }

  /** A call failed because its account is locked elsewhere: others are answered all the while. */
  #noteLocked(error: StoreError, call: FailedCall): void {
    const now = performance.now();
    if (now - this.#lockedToldAt < REMINDER_MS) return;
    this.#lockedToldAt = now;
    const { kind, message } = error;
    this.#logger.error(
      { reason: message, kind, cause: causeOf(error), ...call },
      'calls of a locked account fail',
    );
  }

  /** A call was settled. */
  succeeded(): void {
    if (this.#since !== undefined) this.#end('warn', 'calls are answered again');
  }

  /** The server stops. */
  close(): void {
    if (this.#since !== undefined) this.#end('error', 'calls failed until the end');
  }

  #end(level: 'error' | 'warn', message: string): void {
    this.#logger[level](this.#facts(performance.now()), message);
    this.#since = undefined;
    this.#failedCalls = 0;
  }

  #facts(now: number) {
    return { failedCalls: this.#failedCalls, seconds: Math.round((now - (this.#since ?? now)) / 1000) };
  }
}

/** What lies at the bottom of it, such as ECONNREFUSED. */
function causeOf(error: Error): string | undefined {
  let cause = error.cause;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? (codeOf(cause) ?? cause.message) : undefined;
}
