import type { Accounts } from '../accounts/accounts.ts';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
import { workedMs } from '../lib/made-once.ts';
import { CallsApart, MAX_BATCH, type Waiting } from './calls-apart.ts';

/** A batch of so many waits for no more. */
const FULL_BATCH = 128;
/** A batch beside one that is under way is worth it for so many; fewer share the next one. */
const WORTH_ANOTHER = 48;

/** What a meter needs of the accounts. */
export type Settles = Pick<Accounts, 'settle' | 'lockedKeys' | 'batchesAtOnce'>;

/** Told of every batch that was settled. */
type OnSettled = (calls: number, seconds: number) => void;

/**
 * Settles calls that are in flight together in one transaction, as many batches at once as the store can take, so that
 * the busier the service, the more calls share one write to disk.
 */
export class Meter {
  readonly #accounts: Settles;
  readonly #onSettled: OnSettled;
  #waiting: Waiting[] = [];
  readonly #apart: CallsApart;
  #isGathering = false;
  #running = 0;
  /** How many the last batch had. */
  #lastCalls = 0;
  /** Whether a caller that was alone was settled in this turn of the event loop. */
  #hadOneInTurn = false;
  #shareMs = 0;

  constructor(accounts: Settles, onSettled: OnSettled = () => {}) {
    this.#accounts = accounts;
    this.#onSettled = onSettled;
    this.#apart = new CallsApart(accounts, (batch) => this.#settleBatch(batch, true));
  }

  /** What one call of the batch that was settled last took on this thread; asked for as soon as it is settled. */
  get shareMs(): number {
    return this.#shareMs;
  }

  settle(call: Settlement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const one = { call, resolve, reject };
      this.#put(one);
      this.#begin();
    });
  }

  #put(one: Waiting): void {
    if (this.#apart.has(one)) this.#apart.add(one);
    else this.#waiting.push(one);
  }

  /** From now on nobody waits for an account that is locked. */
  stop(): void {
    this.#apart.stop();
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
      else if (now > 0) this.#settleWaiting();
      // All of them were put apart meanwhile.
      else this.#isGathering = false;
    });
  }

  #noteOneInTurn(): void {
    this.#hadOneInTurn = true;
    setImmediate(() => {
      this.#hadOneInTurn = false;
    });
  }

  #settleWaiting(): void {
    const batch = this.#waiting.splice(0, MAX_BATCH);
    this.#isGathering = false;
    this.#running += 1;
    this.#lastCalls = batch.length;
    this.#settleBatch(batch);
    this.#begin();
  }

  async #settleBatch(batch: readonly Waiting[], isApart = false): Promise<void> {
    try {
      const startedAt = performance.now();
      const workedBefore = workedMs();
      const settling = this.#accounts.settle(
        batch.map(({ call }) => call),
        'tell',
      );
      const shareMs = (workedMs() - workedBefore) / batch.length;
      const outcomes = await settling;
      this.#shareMs = shareMs;
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome instanceof Promise) this.#apart.watch(outcome);
        if (outcome) resolve(outcome);
        else reject(new Error('a call was not settled'));
      });
      this.#onSettled(batch.length, (performance.now() - startedAt) / 1000);
    } catch (error) {
      if (error instanceof AccountsLocked) {
        // Nothing of it was done.
        this.#apart.take(batch, error);
        for (const one of this.#waiting.splice(0)) this.#put(one);
      } else {
        for (const { reject } of batch) reject(error);
        if (!isApart) this.#rejectBehind(error);
      }
    }
    if (!isApart) this.#running -= 1;
    this.#begin();
  }

  /** Those who wait behind a batch would find the same, each after waiting as long again; nothing of theirs was sent. */
  #rejectBehind(error: unknown): void {
    const kind = error instanceof StoreError ? error.kind : undefined;
    // What one batch is held up by need not be in the way of the next. Those who are gathered are about to be sent.
    if (kind === 'busy' || this.#isGathering) return;
    const behind =
      kind === 'unknown-outcome'
        ? new StoreError('unreachable', 'The accounts cannot be reached', { cause: error })
        : error;
    for (const { reject } of this.#waiting.splice(0)) reject(behind);
  }
}
