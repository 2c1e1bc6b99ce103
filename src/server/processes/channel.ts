/** One end of the messages between two processes: a child process, or this process itself. */
interface Peer {
  send?(message: unknown, callback?: (error: Error | null) => void): boolean;
  on(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
}

type Handlers = Readonly<Record<string, (value: unknown) => Promise<unknown>>>;

type Message =
  | { readonly id: number; readonly ask: string; readonly value: unknown }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

/** Who does not answer by then is stuck: one that is merely busy is late by less. */
const ANSWER_MS = 2000;

/** Questions and answers between two processes, in both directions. */
export class Channel {
  readonly #peer: Peer;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, (message: Message | undefined) => void>();
  #count = 0;
  #isOver = false;

  constructor(peer: Peer, handlers: Handlers) {
    this.#peer = peer;
    this.#handlers = handlers;
    peer.on('message', (message) => this.#take(message as Message));
    peer.on('disconnect', () => {
      this.#isOver = true;
      for (const resolve of this.#waiting.values()) resolve(undefined);
    });
  }

  /** Fails when the other side does, ends, or does not answer in time; one that starts may take as long as it needs. */
  async ask(what: string, value: unknown = null, timeoutMs = ANSWER_MS): Promise<unknown> {
    const id = this.#count++;
    const message = await new Promise<Message | undefined>((resolve) => {
      // Where it is this side that was late, the answer has arrived and is read before the immediate.
      const giveUp = () => setImmediate(resolve, undefined);
      const timer = Number.isFinite(timeoutMs) ? setTimeout(giveUp, timeoutMs) : undefined;
      this.#waiting.set(id, (answered) => {
        clearTimeout(timer);
        resolve(answered);
      });
      this.#send({ id, ask: what, value }, () => resolve(undefined));
    });
    this.#waiting.delete(id);
    if (message && 'answer' in message) return message.answer;
    if (message && 'failure' in message) throw new Error(message.failure);
    throw new Error(this.#isOver ? 'a process has ended' : 'a process does not answer');
  }

  #send(message: Message, onFailure: () => void = () => {}): void {
    // Where the other side has ended there is nobody to tell.
    this.#peer.send?.(message, (error) => error && onFailure());
  }

  async #take(message: Message): Promise<void> {
    const { id } = message;
    if (!('ask' in message)) return this.#waiting.get(id)?.(message);
    try {
      this.#send({ id, answer: await this.#handlers[message.ask]?.(message.value) });
    } catch (error) {
      this.#send({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  }
}
