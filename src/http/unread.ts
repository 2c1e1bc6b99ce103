/** Answers that one client was sent and has not taken: more than this, and only what it pays for is begun for it. */
const MAX_PER_CLIENT = 16 * 2 ** 20;
/** Those of all clients: more than this, and everything that is not paid for has to wait. */
const MAX_IN_ALL = 128 * 2 ** 20;

/** Bytes of answers, of whatever kind, that clients have asked for and not read yet. */
export class Unread {
  readonly #byClient = new Map<string, number>();
  #total = 0;

  /** Returns what counts them as read; once, however often it is called. */
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
    return this.#total > MAX_IN_ALL;
  }

  isTooMuchFor(client: string): boolean {
    return (this.#byClient.get(client) ?? 0) > MAX_PER_CLIENT;
  }

  #count(client: string, bytes: number): void {
    this.#total += bytes;
    const own = (this.#byClient.get(client) ?? 0) + bytes;
    if (own > 0) this.#byClient.set(client, own);
    else this.#byClient.delete(client);
  }
}
