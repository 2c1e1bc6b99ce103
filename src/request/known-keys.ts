import type { Caller } from '../accounts/accounts.ts';
import type { Points } from '../endpoints/form/price.ts';
import { accountPayer, type Payer } from './unpaid-work.ts';

const MAX_KNOWN = 100_000;

/** Whose key it was at its last call, and what the account had left after it. */
export interface KnownKey {
  readonly payer: Payer;
  balance: Points;
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

  add(keyHash: string, { holder, balance }: Caller): KnownKey {
    if (this.#byHash.size >= MAX_KNOWN) this.#byHash.clear();
    const known = { payer: accountPayer(holder.account), balance };
    this.#byHash.set(keyHash, known);
    return known;
  }

  delete(keyHash: string): void {
    this.#byHash.delete(keyHash);
  }
}
