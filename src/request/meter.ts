import { setTimeout as sleep } from 'node:timers/promises';
import type { Accounts } from '../accounts/accounts.ts';
import type { Outcome, Settlement, Settling } from '../accounts/ledger.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
import { workedMs } from '../lib/made-once.ts';

/** A batch of so many waits for no more. */
const FULL_BATCH = 128;
/** A batch beside one that is under way is worth it for so many; fewer share the next one. */
const WORTH_ANOTHER = 48;

/** For so long calls of an account that is locked elsewhere are tried again, with a pause in between. */
const LOCKED_MS = 5000;
const AGAIN_MS = 100;
/** Who finds an account locked for so long queues for it. */
const QUEUE_MS = 1000;

interface Waiting {
  readonly call: Settlement;
  /** When it was first found that its account is locked. */
  lockedAt?: number;
  readonly resolve: (outcome: Settling) => void;
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
  /** Calls of accounts that are locked elsewhere, and the keys of those: they hold up nobody else. */
  #apart: Waiting[] = [];
  readonly #lockedKeys = new Set<string>();
  #isApartTried = false;
  #queueTurn = 0;
  #isStopping = false;
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
      const one = { call, resolve, reject };
      if (this.#isLocked(one)) {
        this.#apart.push(one);
        this.#settleApart();
      } else {
        this.#waiting.push(one);
        this.#begin();
      }
    });
  }

  /** From now on nobody waits for an account that is locked: what is charged then could no longer be answered. */
  stop(): void {
    this.#isStopping = true;
    rejectStopping(this.#apart.splice(0));
  }

  /** What is not paid for needs no lock. */
  #isLocked({ call }: Waiting): boolean {
    return this.#lockedKeys.size > 0 && call.points > 0 && this.#lockedKeys.has(call.keyHash);
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
    const batch = this.#waiting;
    this.#waiting = [];
    this.#isGathering = false;
    this.#running += 1;
    this.#lastCalls = batch.length;
    this.#settleBatch(batch);
  }

  /**
   * Tries calls of locked accounts again, one batch at a time beside all others. A batch that waits for one account holds up
   * the others in it, so they only look whether theirs is free. That may never be, where other servers queue for it: so the
   * calls of one key queue too, by turns.
   */
  async #settleApart(): Promise<void> {
    if (this.#isApartTried) return;
    this.#isApartTried = true;
    while (this.#apart.length > 0) {
      const key = this.#nextToQueue();
      const isTurn = ({ call }: Waiting) => call.keyHash === key;
      const apart = this.#apart.splice(0);
      const others = apart.filter((one) => !isTurn(one));
      if (others.length > 0) await this.#settleBatch(others, 'look');
      const queuing = apart.filter(isTurn);
      if (queuing.length > 0 && this.#isStopping) rejectStopping(queuing);
      else if (queuing.length > 0) await this.#settleBatch(queuing, 'queue');
      if (this.#apart.length > 0) await sleep(AGAIN_MS);
    }
    this.#isApartTried = false;
  }

  #nextToQueue(): string | undefined {
    const since = performance.now() - QUEUE_MS;
    const longest = this.#apart.filter(({ lockedAt = since }) => lockedAt < since);
    const keys = [...new Set(longest.map(({ call }) => call.keyHash))];
    this.#queueTurn += 1;
    return keys[this.#queueTurn % keys.length];
  }

  async #settleBatch(batch: readonly Waiting[], apart?: 'look' | 'queue'): Promise<void> {
    const startedAt = performance.now();
    const workedBefore = workedMs();
    try {
      const settling = this.#accounts.settle(
        batch.map(({ call }) => call),
        apart === 'look' ? 'look' : 'tell',
      );
      const shareMs = (workedMs() - workedBefore) / batch.length;
      const outcomes = await settling;
      this.#shareMs = shareMs;
      this.#onSettled(batch.length, (performance.now() - startedAt) / 1000);
      batch.forEach((one, index) => {
        const { call, resolve, reject } = one;
        if (this.#isLocked(one)) this.#lockedKeys.delete(call.keyHash);
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new Error('a call was not settled'));
      });
    } catch (error) {
      if (error instanceof AccountsLocked) this.#putApart(batch, error);
      else {
        for (const { reject } of batch) reject(error);
        if (!apart) this.#rejectBehind(error);
      }
    }
    if (!apart) this.#running -= 1;
    this.#begin();
  }

  /** The other calls of a batch that met a lock are put again, before those that came after them: nothing of it was done. */
  #putApart(batch: readonly Waiting[], error: AccountsLocked): void {
    // Who was locked before and is not named now is free: another server may have held it for a moment.
    // The error does not name keys of calls that cost nothing.
    for (const { call } of batch) if (call.points > 0) this.#lockedKeys.delete(call.keyHash);
    for (const keyHash of error.keyHashes) this.#lockedKeys.add(keyHash);
    const isLocked = (one: Waiting) => this.#isLocked(one);
    const all = [...batch, ...this.#waiting];
    this.#waiting = all.filter((one) => !isLocked(one));
    const now = performance.now();
    const apart = all.filter(isLocked);
    for (const one of apart) one.lockedAt ??= now;
    const isLate = ({ lockedAt = now }: Waiting) => this.#isStopping || now - lockedAt >= LOCKED_MS;
    for (const { reject } of apart.filter(isLate)) reject(error);
    this.#apart = [...apart.filter((one) => !isLate(one)), ...this.#apart];
    this.#settleApart();
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

function rejectStopping(calls: readonly Waiting[]): void {
  const keys = new Set(calls.map(({ call }) => call.keyHash));
  const error = new AccountsLocked(keys, 'The server stops while the account is locked');
  for (const { reject } of calls) reject(error);
}
