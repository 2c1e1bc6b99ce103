import { type CallLimits, type LimitLeft, readLimits } from '../accounts/key-limits.ts';
import type { Caller } from '../accounts/ledger.ts';
import type { Points } from '../endpoints/form/price.ts';
import { type Asker, accountAsker } from './unpaid-work.ts';

const MAX_KNOWN = 100_000;

/** Whose key it was at its last call, what it is limited to, and what the account had left after it. */
export interface KnownKey {
  readonly asker: Asker;
  balance: Points;
  /** What its limits of points had left, and its account's. */
  limitLeft?: LimitLeft | undefined;
  readonly limits?: KnownLimits | undefined;
}

/** Limits with the text that they are kept as. */
interface KnownLimits extends CallLimits {
  readonly text: string;
}

/**
 * Keys, by hash, that were valid at their last call. It decides nothing about a charge: that asks the accounts again.
 * It keeps the service from computing an answer for a key that is not there, and says whose budget a call is about.
 */
export class KnownKeys {
  readonly #byHash = new Map<string, KnownKey>();

  find(keyHash: string): KnownKey | undefined {
    return this.#byHash.get(keyHash);
  }

  add(keyHash: string, { holder, balance, limitLeft }: Caller): KnownKey {
    if (this.#byHash.size >= MAX_KNOWN) this.#byHash.clear();
    const { limits: text } = holder;
    const limits = text === undefined ? undefined : { text, ...readLimits(text) };
    const known = { asker: accountAsker(holder.account), balance, limitLeft, limits };
    this.#byHash.set(keyHash, known);
    return known;
  }

  delete(keyHash: string): void {
    this.#byHash.delete(keyHash);
  }
}
