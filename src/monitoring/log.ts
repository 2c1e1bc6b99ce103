import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config.ts';

export type { Logger };

const STDERR = 2;
/** What waits to be written when nobody reads: then lines are dropped, and calls go on. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Lines are gathered before they are written, so that a request does not wait for one. */
const GATHERED_BYTES = 4096;
const FLUSH_MS = 200;

export interface Log {
  readonly logger: Logger;
  /** Lines that nobody read, so far. */
  dropped(): number;
  close(): void;
}

/** The log on standard error, one JSON object a line, written beside the calls and never waited for. */
export function createLog(level: Config['log']): Log {
  const target = destination({
    dest: STDERR,
    sync: false,
    minLength: level === 'info' ? GATHERED_BYTES : 0,
    maxLength: MAX_WAITING_BYTES,
  });
  const logger = pino({ base: null, level, timestamp: stdTimeFunctions.isoTime }, target);
  let dropped = 0;
  let told = 0;
  target.on('drop', () => {
    dropped += 1;
  });
  // Standard error may be closed; the service goes on without it.
  target.on('error', () => {});
  const timer = setInterval(() => {
    target.flush();
    if (dropped > told) {
      logger.error({ dropped: dropped - told }, 'log lines were dropped: nobody reads standard error');
      told = dropped;
    }
  }, FLUSH_MS).unref();
  return {
    logger,
    dropped: () => dropped,
    close() {
      clearInterval(timer);
      try {
        target.flushSync();
      } catch {
        // Nobody reads it any more.
      }
    },
  };
}
