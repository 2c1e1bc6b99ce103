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
/** What has locked an account for long may do so again: so long its calls stay apart, and longer if some were refused. */
const STAY_MS = 10_000;
const STAY_REFUSED_MS = 60_000;

export interface Waiting {
  readonly call: Settlement;
  /** When it was first found that its account is locked. */
  lockedAt?: number;
  readonly resolve: (outcome: Settling) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls of accounts that something else has locked, and those that have met them in a batch. They are tried again beside all
 * others, and hold up nobody else.
 *
 * A batch that waits for one account holds up the others in it, so it is looked first who is free. Some never are, where other
 * servers queue for them: so the calls of one account at a time queue too, by turns.
 */
export class CallsApart {
  readonly #ledger: Pick<Ledger, 'lockedKeys'>;
  readonly #settle: (batch: readonly Waiting[]) => Promise<void>;
  #calls: Waiting[] = [];
  /** The account of each key that was found locked, by a number. */
  readonly #accounts = new Map<string, number>();
  /** Until when the calls of an account come here. */
  readonly #until = new Map<number, number>();
  /** When the calls of an account queued last. */
  readonly #queuedAt = new Map<number, number>();
  #isTrying = false;
  #isQueuing = false;
  #isStopping = false;

  /** `settle` brings calls back here whose account is locked, and never fails. */
  constructor(ledger: Pick<Ledger, 'lockedKeys'>, settle: (batch: readonly Waiting[]) => Promise<void>) {
    this.#ledger = ledger;
    this.#settle = settle;
  }

  /** Whether a call belongs here. What is not paid for needs no lock. */
  has({ call }: Waiting): boolean {
    if (this.#until.size === 0 || call.points === 0) return false;
    const account = this.#accounts.get(call.keyHash);
    return account !== undefined && (this.#until.get(account) ?? 0) > performance.now();
  }

  add(one: Waiting): void {
    this.#calls.push(one);
    this.#tryAgain();
  }

  /** Takes a batch in which accounts were locked. Its other calls too: among those that come now, they could meet the next one. */
  take(batch: readonly Waiting[], error: AccountsLocked): void {
    const now = performance.now();
    this.#note(error, now);
    const [locked, others] = parted(batch, (one) => isIn(error.keys, one));
    for (const one of locked) one.lockedAt ??= now;
    this.#calls = [...others, ...this.#refuseLate(locked, now, error), ...this.#calls];
    this.#tryAgain();
  }

  /** What is promised may fail for a lock: what comes of that account after it belongs here. */
  watch(promised: Promise<unknown>): void {
    promised.catch((error: unknown) => {
      if (error instanceof AccountsLocked) this.#note(error, performance.now());
    });
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
      const keys = await this.#lockedKeys(looked);
      const now = performance.now();
      const [locked, free] = parted(looked, (one) => isIn(keys, one));
      for (const one of locked) this.#noteLocked(one, keys, now);
      this.#calls = [...this.#refuseLate(locked, now), ...this.#calls];
      this.#queueNext(now);
      for (let i = 0; i < free.length; i += MAX_BATCH) await this.#settle(free.slice(i, i + MAX_BATCH));
      if (locked.length > 0) await sleep(AGAIN_MS);
    }
    this.#isTrying = false;
    this.#forget();
  }

  async #lockedKeys(calls: readonly Waiting[]): Promise<ReadonlyMap<string, number>> {
    try {
      return await this.#ledger.lockedKeys(calls.map(({ call }) => call));
    } catch {
      // Whatever it is, settling them meets it and says so.
      return new Map();
    }
  }

  #noteLocked(one: Waiting, keys: ReadonlyMap<string, number>, now: number): void {
    const account = keys.get(one.call.keyHash);
    if (account === undefined) return;
    this.#accounts.set(one.call.keyHash, account);
    one.lockedAt ??= now;
    if (now - one.lockedAt >= WAITS_LONG_MS) this.#stay(account, now + STAY_MS);
  }

  /** Refuses those that have waited for too long; gives back the others. */
  #refuseLate(locked: readonly Waiting[], now: number, reason?: AccountsLocked): Waiting[] {
    if (this.#isStopping) {
      refuse(locked, 'The server stops while the account is locked');
      return [];
    }
    const [late, others] = parted(locked, ({ lockedAt = now }) => now - lockedAt >= LOCKED_MS);
    refuse(late, reason ?? 'Something else has locked the account');
    for (const { call } of late) this.#stay(this.#accounts.get(call.keyHash), now + STAY_REFUSED_MS);
    return others;
  }

  /** Lets the calls of the account that has queued least of late wait for it, beside the looks for all others. */
  #queueNext(now: number): void {
    if (this.#isQueuing || this.#isStopping) return;
    const longest = this.#calls.filter(({ lockedAt = now }) => now - lockedAt >= QUEUE_MS);
    const accounts = new Set(longest.flatMap(({ call }) => this.#accounts.get(call.keyHash) ?? []));
    for (const account of this.#queuedAt.keys()) if (!accounts.has(account)) this.#queuedAt.delete(account);
    const lastTime = (account: number) => this.#queuedAt.get(account) ?? 0;
    const [next] = [...accounts].sort((a, b) => lastTime(a) - lastTime(b));
    if (next === undefined) return;
    this.#queuedAt.set(next, now);
    const [ours, others] = parted(this.#calls, ({ call }) => this.#accounts.get(call.keyHash) === next);
    this.#calls = [...ours.slice(MAX_BATCH), ...others];
    this.#queue(next, ours.slice(0, MAX_BATCH), now);
  }

  async #queue(account: number, batch: readonly Waiting[], since: number): Promise<void> {
    this.#isQueuing = true;
    await this.#settle(batch);
    this.#isQueuing = false;
    const now = performance.now();
    if (now - since >= LONG_MS) this.#stay(account, now + STAY_MS);
  }

  #note({ keys }: AccountsLocked, now: number): void {
    this.#forget();
    for (const [keyHash, account] of keys) {
      this.#accounts.set(keyHash, account);
      this.#stay(account, now + STAY_MS);
    }
  }

  #stay(account: number | undefined, until: number): void {
    if (account === undefined) return;
    this.#until.set(account, Math.max(until, this.#until.get(account) ?? 0));
  }

  /** Of accounts that were locked once, nothing is held. */
  #forget(): void {
    const now = performance.now();
    for (const [account, until] of this.#until) if (until <= now) this.#until.delete(account);
    for (const [keyHash, account] of this.#accounts)
      if (!this.#until.has(account)) this.#accounts.delete(keyHash);
  }
}

/** Whether the account of a call is among those of these keys. What is not paid for needs no lock. */
function isIn(keys: ReadonlyMap<string, number>, { call }: Waiting): boolean {
  return call.points > 0 && keys.has(call.keyHash);
}

function refuse(calls: readonly Waiting[], reason: AccountsLocked | string): void {
  if (calls.length === 0) return;
  const error = reason instanceof AccountsLocked ? reason : new AccountsLocked(new Map(), reason);
  for (const { reject } of calls) reject(error);
}

/** Those of which something is true, and the others. */
function parted<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
