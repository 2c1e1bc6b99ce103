import { IDEMPOTENCY_MS } from '../common/rules.ts';
import type { Connections } from './database/connections.ts';

const EVERY_MS = 60_000;
/** Longer than anyone asks what became of a batch. */
const BATCH_MS = 3_600_000;
const HOUSEKEEPING_LOCK = 6_581_619;

const FORGET = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${HOUSEKEEPING_LOCK}) AS is_mine), batches AS (
    DELETE FROM mdq.batch WHERE (SELECT is_mine FROM turn) AND at < mdq.now() - ${BATCH_MS})
  DELETE FROM mdq.idempotency WHERE (SELECT is_mine FROM turn) AND at < mdq.now() - ${IDEMPOTENCY_MS}`;

/** Forgets what no longer counts, once a minute, by one of the processes that charge. */
export class Housekeeping {
  readonly #connections: Connections;
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      // Where it cannot be done now, the next minute will do.
      this.forget().catch(() => undefined);
    }, EVERY_MS).unref();
  }

  async forget(): Promise<void> {
    await this.#connections.query(FORGET);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
