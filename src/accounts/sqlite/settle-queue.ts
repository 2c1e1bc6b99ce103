import { Worker } from 'node:worker_threads';
import type { Outcome, Settlement } from '../accounts.ts';
import { BatchWriter, type OutcomesMessage } from './settle-wire.ts';

interface Waiting {
  readonly calls: readonly Settlement[];
  readonly resolve: (outcomes: Outcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** Hands batches to a thread of its own and brings their outcomes back, in order. */
export class SettleQueue {
  readonly #worker: Worker;
  readonly #writer = new BatchWriter();
  readonly #waiting: Waiting[] = [];
  #failure: Error | undefined;

  constructor(dataDir: string) {
    this.#worker = new Worker(new URL('./settle-thread.ts', import.meta.url), { workerData: dataDir });
    this.#worker.on('message', (message: OutcomesMessage | { error: string }) => this.#take(message));
    this.#worker.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#fail(new Error('the thread that settles calls has ended')));
  }

  /** Whether it can take no more batches; another one must take its place. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  settle(calls: readonly Settlement[]): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const message = this.#writer.write(calls);
      this.#waiting.push({ calls, resolve, reject });
      this.#worker.postMessage(message, [message.numbers.buffer]);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(message: OutcomesMessage | { error: string }): void {
    const batch = this.#waiting.shift();
    if (!batch) return;
    if ('error' in message) batch.reject(new Error(message.error));
    else batch.resolve(this.#writer.read(batch.calls, message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
