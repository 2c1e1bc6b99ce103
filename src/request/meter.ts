import type { Accounts } from '../accounts/accounts.ts';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { StoreError } from '../errors/stores.ts';
import { workedMs } from '../lib/made-once.ts';

/** A batch of so many waits for no more. */
const FULL_BATCH = 128;
/** A batch beside one that is under way is worth it for so many; fewer share the next one. */
const WORTH_ANOTHER = 48;

interface Waiting {
  readonly call: Settlement;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Told of every batch that was settled. */
type OnSettled = (calls: number, seconds: number) => void;

/**
 * Settles calls that are in flight together in one transaction, as many batches at once as the store can take, so that
 * the busier the service, the more calls share one write to disk.
 */
export class Meter {
  readonly #accounts: Pick<Accounts, 'settle' | 'batchesAtOnce'>;
  readonly #onSettled: OnSettled;
  #waiting: Waiting[] = [];
  #isGathering = false;
  #running = 0;
  /** How many the last batch had. */
  #lastCalls = 0;
  /** Whether a caller that was alone was settled in this turn of the event loop. */
  #hadOneInTurn = false;
  #shareMs = 0;

  constructor(accounts: Pick<Accounts, 'settle' | 'batchesAtOnce'>, onSettled: OnSettled = () => {}) {
    this.#accounts = accounts;
    this.#onSettled = onSettled;
  }

  /** What one call of the batch that was settled last took on this thread; asked for as soon as it is settled. */
  get shareMs(): number {
    return this.#shareMs;
  }

  settle(call: Settlement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#isGathering) return;
    const enough = this.#running === 0 ? 1 : WORTH_ANOTHER;
    const isRoom = this.#running < this.#accounts.batchesAtOnce;
    if (isRoom && this.#waiting.length >= enough) this.#gather(0);
  }

  /** Waits for as long as every turn of the event loop brings more calls; a caller that is alone waits for none. */
  #gather(before: number): void {
    this.#isGathering = true;
    const look = before === 0 && this.#lastCalls === 1 ? queueMicrotask : setImmediate;
    look(() => {
      const now = this.#waiting.length;
      // The second in a turn is not alone, though it may find nobody here.
      const isAlone = now === 1 && this.#lastCalls === 1 && !this.#hadOneInTurn;
      if (isAlone) this.#noteOneInTurn();
      if (now > before && now < FULL_BATCH && !isAlone) this.#gather(now);
      else this.#settleWaiting();
    });
  }

  #noteOneInTurn(): void {
    this.#hadOneInTurn = true;
    setImmediate(() => {
      this.#hadOneInTurn = false;
    });
  }

  async #settleWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#isGathering = false;
    this.#running += 1;
    this.#lastCalls = batch.length;
    const startedAt = performance.now();
    const workedBefore = workedMs();
    try {
      const settling = this.#accounts.settle(batch.map(({ call }) => call));
      const shareMs = (workedMs() - workedBefore) / batch.length;
      const outcomes = await settling;
      this.#shareMs = shareMs;
      this.#onSettled(batch.length, (performance.now() - startedAt) / 1000);
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new Error('a call was not settled'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      // Those who are gathered are no longer behind it: they are about to be sent.
      if (!this.#isGathering) this.#rejectBehind(error);
    }
    this.#running -= 1;
    this.#begin();
  }
  /** Those who wait behind a batch would find the same, each after waiting as long again; nothing of theirs was sent. */
  #rejectBehind(error: unknown): void {
    const isUnknown = error instanceof StoreError && error.kind === 'unknown-outcome';
    const behind = isUnknown
      ? new StoreError('unreachable', 'The accounts cannot be reached', { cause: error })
      : error;
    for (const { reject } of this.#waiting.splice(0)) reject(behind);
  }
}
