/** Bytes that are in memory for clients: of one, and of all together. */
export class HeldBytes {
  readonly #byClient = new Map<string, number>();
  readonly #mostForOne: number;
  readonly #mostInAll: number;
  #total = 0;

  constructor({ forOne, inAll }: { readonly forOne: number; readonly inAll: number }) {
    this.#mostForOne = forOne;
    this.#mostInAll = inAll;
  }

  /** Returns what counts them as gone; once, however often it is called. */
  add(client: string, bytes: number): () => void {
    this.#count(client, bytes);
    let isCounted = true;
    return () => {
      if (isCounted) this.#count(client, -bytes);
      isCounted = false;
    };
  }

  get total(): number {
    return this.#total;
  }

  isTooMuch(): boolean {
    return this.#total > this.#mostInAll;
  }

  isTooMuchFor(client: string): boolean {
    return (this.#byClient.get(client) ?? 0) > this.#mostForOne;
  }

  #count(client: string, bytes: number): void {
    this.#total += bytes;
    const own = (this.#byClient.get(client) ?? 0) + bytes;
    if (own > 0) this.#byClient.set(client, own);
    else this.#byClient.delete(client);
  }
}
