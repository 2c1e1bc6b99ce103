import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger, Settlement, Settling } from '../accounts/ledger.ts';
import { AccountsLocked } from '../errors/stores.ts';

/** A batch of more would hold up what comes after it. */
export const MAX_BATCH = 1024;

/** For so long calls of an account that is locked elsewhere are tried again, with a pause in between. */
const LOCKED_MS = 5000;
const AGAIN_MS = 25;
/** Who finds an account locked for so long queues for it. */
const QUEUE_MS = 1000;
/** What locks an account for so long may do so again: its calls stay apart for a while. */
const LONG_MS = 500;
const STAY_MS = 10_000;

export interface Waiting {
  readonly call: Settlement;
  /** When it was first found that its account is locked. */
  lockedAt?: number;
  readonly resolve: (outcome: Settling) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls of accounts that something else has locked. They are tried again beside all others, and hold up nobody else.
 *
 * A batch that waits for one account holds up the others in it, so it is looked first who is free. Some never are, where other
 * servers queue for them: so the calls of one key at a time queue too, by turns.
 */
export class CallsApart {
  readonly #ledger: Pick<Ledger, 'lockedKeys'>;
  readonly #settle: (batch: readonly Waiting[]) => Promise<void>;
  #calls: Waiting[] = [];
  /** Keys of accounts that were found locked, and until when their calls come here though they are free again. */
  readonly #keys = new Map<string, number>();
  #isTrying = false;
  #queueTurn = 0;
  #isStopping = false;

  constructor(ledger: Pick<Ledger, 'lockedKeys'>, settle: (batch: readonly Waiting[]) => Promise<void>) {
    this.#ledger = ledger;
    this.#settle = settle;
  }

  /** Whether a call belongs here. What is not paid for needs no lock. */
  has({ call }: Waiting): boolean {
    return this.#keys.size > 0 && call.points > 0 && this.#keys.has(call.keyHash);
  }

  add(one: Waiting): void {
    this.#calls.push(one);
    this.#tryAgain();
  }

  /** Takes from calls those whose account is locked, which one of them has met; gives back the others. */
  take(calls: readonly Waiting[], error: AccountsLocked): Waiting[] {
    const now = performance.now();
    for (const keyHash of error.keyHashes) this.#keys.set(keyHash, now + STAY_MS);
    const [ours, others] = parted(calls, (one) => this.has(one));
    const [locked, free] = parted(ours, ({ call }) => error.keyHashes.has(call.keyHash));
    for (const one of locked) one.lockedAt ??= now;
    this.#calls = [...free, ...this.#refuseLate(locked, now, error), ...this.#calls];
    this.#tryAgain();
    return others;
  }

  noteSettled({ call }: Waiting): void {
    const until = this.#keys.get(call.keyHash);
    if (until !== undefined && until <= performance.now()) this.#keys.delete(call.keyHash);
  }

  /** From now on nobody waits for a lock: what is charged then could no longer be answered. */
  stop(): void {
    this.#isStopping = true;
    refuseStopping(this.#calls.splice(0));
  }

  async #tryAgain(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    while (this.#calls.length > 0) {
      const looked = this.#calls.splice(0);
      const keys = await this.#ledger.lockedKeys(looked.map(({ call }) => call));
      const now = performance.now();
      const [locked, free] = parted(looked, ({ call }) => keys.has(call.keyHash));
      for (const one of locked) this.#noteLocked(one, now);
      const waiting = this.#refuseLate(locked, now);
      const key = this.#nextToQueue(waiting, now);
      const [queuing, others] = parted(waiting, ({ call }) => call.keyHash === key);
      this.#calls = [...others, ...this.#calls];
      for (const batch of [...inBatches(free), ...inBatches(queuing)]) {
        if (this.#isStopping) refuseStopping(batch);
        else await this.#settle(batch);
      }
      if (locked.length > 0) await sleep(AGAIN_MS);
    }
    this.#isTrying = false;
  }

  #noteLocked(one: Waiting, now: number): void {
    one.lockedAt ??= now;
    if (now - one.lockedAt >= LONG_MS) this.#keys.set(one.call.keyHash, now + STAY_MS);
  }

  /** Refuses those that have waited for too long; gives back the others. */
  #refuseLate(calls: readonly Waiting[], now: number, reason?: AccountsLocked): Waiting[] {
    if (this.#isStopping) {
      refuseStopping(calls);
      return [];
    }
    const [late, others] = parted(calls, ({ lockedAt = now }) => now - lockedAt >= LOCKED_MS);
    refuse(late, reason ?? 'Something else has locked the account');
    return others;
  }

  #nextToQueue(calls: readonly Waiting[], now: number): string | undefined {
    const longest = calls.filter(({ lockedAt = now }) => now - lockedAt > QUEUE_MS);
    const keys = [...new Set(longest.map(({ call }) => call.keyHash))];
    this.#queueTurn += 1;
    return keys[this.#queueTurn % keys.length];
  }
}

function refuseStopping(calls: readonly Waiting[]): void {
  refuse(calls, 'The server stops while the account is locked');
}

function refuse(calls: readonly Waiting[], reason: AccountsLocked | string): void {
  if (calls.length === 0) return;
  const keys = new Set(calls.map(({ call }) => call.keyHash));
  const error = reason instanceof AccountsLocked ? reason : new AccountsLocked(keys, reason);
  for (const { reject } of calls) reject(error);
}

function inBatches(calls: readonly Waiting[]): Waiting[][] {
  const count = Math.ceil(calls.length / MAX_BATCH);
  return Array.from({ length: count }, (_, i) => calls.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH));
}

/** Those of which something is true, and the others. */
function parted<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
