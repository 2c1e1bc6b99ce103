import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import type { Config } from '../../settings/config.ts';

export type { Logger };

/** What waits to be read: beyond it lines are dropped, and calls go on. */
const MAX_WAITING = 1024 * 1024;
/** Lines are gathered before they are written, so that no call waits for one. */
const GATHERED = 16 * 1024;
const FLUSH_MS = 200;
/** How long the last lines are waited for when nobody reads. */
const CLOSE_MS = 1000;
/** How lines are marked from a level on; one of a request is just that. */
const MARKS = [
  [50, 'error'],
  [40, 'warn'],
] as const;

export interface Log {
  readonly logger: Logger;
  /** Lines that were dropped because nobody read, so far. */
  dropped(): number;
  close(): Promise<void>;
}

/** One JSON object a line. Nothing waits for a line to be written. */
export function createLog(level: Config['log'], stderr: Writable = process.stderr): Log {
  const lines = new Lines(stderr, level === 'info' ? GATHERED : 0);
  const options = {
    base: null,
    // The end of an outage is a warning: a log that shows its beginning, an error, has to show its end too.
    level: level === 'error' ? 'warn' : level,
    formatters: { level: () => ({}) },
    timestamp: () => `"time":"${new Date().toISOString()}"`,
    mixin: (_line: object, level: number) => {
      const [, mark] = MARKS.find(([from]) => level >= from) ?? [];
      return mark ? { level: mark } : {};
    },
  };
  const logger = pino(options, lines);
  let told = 0;
  const timer = setInterval(() => {
    lines.flush();
    if (lines.dropped === told || !lines.hasRoom) return;
    logger.error({ dropped: lines.dropped - told }, 'log lines were dropped: nobody read standard error');
    told = lines.dropped;
  }, FLUSH_MS).unref();
  return {
    logger,
    dropped: () => lines.dropped,
    close() {
      clearInterval(timer);
      return lines.close();
    },
  };
}

/** Buffers lines for a stream: unlike a write to the descriptor, it does not block the process while a pipe is full. */
class Lines {
  readonly #target: Writable;
  readonly #enough: number;
  #gathered = '';
  dropped = 0;

  constructor(target: Writable, enough: number) {
    this.#target = target;
    this.#enough = enough;
    this.#target.on('error', ignore);
  }

  get hasRoom(): boolean {
    return this.#gathered.length + this.#target.writableLength < MAX_WAITING;
  }

  write(line: string): void {
    if (!this.hasRoom) {
      this.dropped += 1;
      return;
    }
    this.#gathered += line;
    if (this.#gathered.length > this.#enough) this.flush();
  }

  flush(done: () => void = ignore): void {
    this.#target.write(this.#gathered, done);
    this.#gathered = '';
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const deadline = setTimeout(resolve, CLOSE_MS);
    this.flush(resolve);
    await promise;
    clearTimeout(deadline);
    this.#target.off('error', ignore);
  }
}

/** Standard error may be closed; the service goes on without it. */
function ignore(): void {}
