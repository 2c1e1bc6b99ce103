const MAX_KNOWN = 100_000;

/**
 * Keys, by hash, that were valid at their last call. It decides nothing: every charge asks the accounts again. It
 * only keeps the service from computing an answer for a key that is not there.
 */
export class KnownKeys {
  readonly #hashes = new Set<string>();

  has(keyHash: string): boolean {
    return this.#hashes.has(keyHash);
  }

  add(keyHash: string): void {
    if (this.#hashes.size >= MAX_KNOWN) this.#hashes.clear();
    this.#hashes.add(keyHash);
  }

  delete(keyHash: string): void {
    this.#hashes.delete(keyHash);
  }
}
