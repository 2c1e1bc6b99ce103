import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger, Settlement, Settling } from '../accounts/ledger.ts';
import { AccountsLocked } from '../errors/stores.ts';

/** A batch of more would hold up what comes after it. */
export const MAX_BATCH = 1024;

/** For so long calls of an account that is locked elsewhere are tried again, with a pause in between. */
const LOCKED_MS = 5000;
const AGAIN_MS = 25;
/** Who finds an account locked for so long queues for it. */
const QUEUE_MS = 200;
/** Who queues for an account that is only in use has it sooner. */
const LONG_MS = 500;
/** With many accounts locked, it can take so long until one has its turn to queue. */
const WAITS_LONG_MS = 1500;
/** What has locked an account for long may do so again: so long its calls stay apart. */
const STAY_MS = 10_000;

export interface Waiting {
  readonly call: Settlement;
  /** When it was first found that its account is locked, and which that is, once that is known. */
  lockedAt?: number;
  account?: number;
  readonly resolve: (outcome: Settling) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls of accounts that something else has locked. They are tried again beside all others, and hold up nobody else.
 *
 * A batch that waits for one account holds up the others in it, so it is looked first who is free. Some never are, where other
 * servers queue for them: so the calls of one account at a time queue too, by turns.
 */
export class CallsApart {
  readonly #ledger: Pick<Ledger, 'lockedKeys'>;
  readonly #settle: (batch: readonly Waiting[]) => Promise<void>;
  #calls: Waiting[] = [];
  /** Keys of accounts that were found locked, and until when their calls come here. */
  readonly #keys = new Map<string, number>();
  /** When the calls of an account queued last. */
  readonly #queuedAt = new Map<number, number>();
  #isTrying = false;
  #isQueuing = false;
  #isStopping = false;

  constructor(ledger: Pick<Ledger, 'lockedKeys'>, settle: (batch: readonly Waiting[]) => Promise<void>) {
    this.#ledger = ledger;
    this.#settle = settle;
  }

  /** Whether a call belongs here. What is not paid for needs no lock. */
  has({ call }: Waiting): boolean {
    if (this.#keys.size === 0 || call.points === 0) return false;
    return (this.#keys.get(call.keyHash) ?? 0) > performance.now();
  }

  add(one: Waiting): void {
    this.#calls.push(one);
    this.#tryAgain();
  }

  /** Takes from calls those whose account is locked, which one of them has met; gives back the others. */
  take(calls: readonly Waiting[], error: AccountsLocked): Waiting[] {
    const now = performance.now();
    for (const [keyHash, until] of this.#keys) if (until <= now) this.#keys.delete(keyHash);
    for (const keyHash of error.keyHashes) this.#keys.set(keyHash, now + STAY_MS);
    const [ours, others] = parted(calls, (one) => this.has(one));
    const [locked, free] = parted(ours, ({ call }) => error.keyHashes.has(call.keyHash));
    for (const one of locked) one.lockedAt ??= now;
    this.#calls = [...free, ...this.#refuseLate(locked, now, error), ...this.#calls];
    this.#tryAgain();
    return others;
  }

  /** From now on nobody waits for a lock: what is charged then could no longer be answered. */
  stop(): void {
    this.#isStopping = true;
  }

  async #tryAgain(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    while (this.#calls.length > 0) {
      const looked = this.#calls.splice(0);
      const accounts = await this.#lockedKeys(looked);
      const now = performance.now();
      const [locked, free] = parted(looked, ({ call }) => accounts.has(call.keyHash));
      for (const one of locked) this.#noteLocked(one, accounts, now);
      this.#calls = [...this.#refuseLate(locked, now), ...this.#calls];
      this.#queueNext(now);
      for (let i = 0; i < free.length; i += MAX_BATCH) await this.#settle(free.slice(i, i + MAX_BATCH));
      if (locked.length > 0) await sleep(AGAIN_MS);
    }
    this.#isTrying = false;
  }

  async #lockedKeys(calls: readonly Waiting[]): Promise<ReadonlyMap<string, number>> {
    try {
      return await this.#ledger.lockedKeys(calls.map(({ call }) => call));
    } catch {
      // Whatever it is, settling them meets it and says so.
      return new Map();
    }
  }

  #noteLocked(one: Waiting, accounts: ReadonlyMap<string, number>, now: number): void {
    const { keyHash } = one.call;
    const account = accounts.get(keyHash);
    if (account !== undefined) one.account = account;
    one.lockedAt ??= now;
    if (now - one.lockedAt >= WAITS_LONG_MS) this.#keys.set(keyHash, now + STAY_MS);
  }

  /** Refuses those that have waited for too long; gives back the others. */
  #refuseLate(calls: readonly Waiting[], now: number, reason?: AccountsLocked): Waiting[] {
    if (this.#isStopping) {
      refuse(calls, 'The server stops while the account is locked');
      return [];
    }
    const [late, others] = parted(calls, ({ lockedAt = now }) => now - lockedAt >= LOCKED_MS);
    refuse(late, reason ?? 'Something else has locked the account');
    return others;
  }

  /** Lets the calls of the account that has queued least of late wait for it, beside the looks for all others. */
  #queueNext(now: number): void {
    if (this.#isQueuing || this.#isStopping) return;
    const longest = this.#calls.filter(({ lockedAt = now }) => now - lockedAt >= QUEUE_MS);
    const accounts = new Set(longest.flatMap(({ account }) => account ?? []));
    for (const account of this.#queuedAt.keys()) if (!accounts.has(account)) this.#queuedAt.delete(account);
    const lastTime = (account: number) => this.#queuedAt.get(account) ?? 0;
    const [next] = [...accounts].sort((a, b) => lastTime(a) - lastTime(b));
    if (next === undefined) return;
    this.#queuedAt.set(next, now);
    const [ours, others] = parted(this.#calls, ({ account }) => account === next);
    this.#calls = [...ours.slice(MAX_BATCH), ...others];
    this.#queue(ours.slice(0, MAX_BATCH), now);
  }

  async #queue(batch: readonly Waiting[], since: number): Promise<void> {
    this.#isQueuing = true;
    await this.#settle(batch);
    this.#isQueuing = false;
    const now = performance.now();
    if (now - since < LONG_MS) return;
    for (const { call } of batch) this.#keys.set(call.keyHash, now + STAY_MS);
  }
}

function refuse(calls: readonly Waiting[], reason: AccountsLocked | string): void {
  if (calls.length === 0) return;
  const keys = new Set(calls.map(({ call }) => call.keyHash));
  const error = reason instanceof AccountsLocked ? reason : new AccountsLocked(keys, reason);
  for (const { reject } of calls) reject(error);
}

/** Those of which something is true, and the others. */
function parted<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
