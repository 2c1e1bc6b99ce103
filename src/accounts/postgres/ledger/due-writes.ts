import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../../errors/stores.ts';
import { BRIEF_LOCK_MS } from '../database/connections.ts';
import { Turns } from './turns.ts';

/** For so many accounts at once, what is due is written. */
const LATE_AT_ONCE = 2;
/** Who is locked for longer waits with others that are. */
const DUE_LOCK_MS = 5;
/** Who is only in use has so many chances before. */
const DUE_ATTEMPTS = 6;
/** Whose turn has not come by then has one more. */
const DUE_WAIT_MS = 5000;
const AGAIN_MS = 50;

/** Writes what is due of an account, so much later than the store's clock says; waits for its lock for so long. */
export type WriteDue = (account: number, aheadMs: number, lockMs: number) => Promise<void>;

/** Writes what is due of accounts, such as points that expire, before their calls are settled. */
export class DueWrites {
  readonly #writeDue: WriteDue;
  /** At midnight the days of all limits begin: all of it at once would take all connections. */
  readonly #late = new Turns(LATE_AT_ONCE);
  readonly #lateLocked = new Turns(1);
  /** What is being written, by account. */
  readonly #underWay = new Map<number, Promise<void>>();

  constructor(writeDue: WriteDue) {
    this.#writeDue = writeDue;
  }

  /** Whoever comes while it is being written waits for the same. Where that did not write enough, it is written again. */
  write(account: number, aheadMs: number): Promise<void> {
    const underWay = this.#underWay.get(account);
    if (underWay) return underWay;
    // One for all who wait for an account, however much is asked of it.
    const writing = this.#writeByTurns(account, aheadMs).finally(() => this.#underWay.delete(account));
    this.#underWay.set(account, writing);
    return writing;
  }

  /** Many accounts that are locked hold up none that is free: they have a turn of their own, in which they are waited for. */
  async #writeByTurns(account: number, aheadMs: number): Promise<void> {
    const since = performance.now();
    const write = (lockMs: number) => this.#writeDue(account, Math.max(0, aheadMs), lockMs);
    for (let attempt = 1; attempt <= DUE_ATTEMPTS; attempt++) {
      try {
        return await this.#late.inTurn(() => write(DUE_LOCK_MS));
      } catch (error) {
        if (!(error instanceof StoreError && error.kind === 'busy')) throw error;
      }
      await sleep(AGAIN_MS * attempt);
    }
    await this.#lateLocked.inTurn(() =>
      write(performance.now() - since > DUE_WAIT_MS ? DUE_LOCK_MS : BRIEF_LOCK_MS),
    );
  }
}
