import { Worker } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import type { RefreshSettings } from '../tables.ts';
import type { SalesCount } from './closing-tally.ts';
import type { Sales, SalesLines, SalesNames } from './sales-tally.ts';

/** What the thread is told: lines to count, or that there are no more. */
export type SalesMessage = { readonly lines: SalesLines; readonly closed: ClosedWeek } | 'finish';
/** What it says: which lines are counted, whose memory it gives back, and in the end what all of them come to. */
export type SalesAnswer = { readonly counted: SalesLines } | { readonly sales: Sales };

/** So many lines are handed over together. */
const LINES = 1 << 16;
/** So many batches may wait: what is not counted yet takes no more memory than these. */
const MOST_WAITING = 4;

const COLUMNS = ['day', 'order', 'sub', 'cents', 'method', 'member'] as const;
type Batch = Omit<SalesLines, 'length'> & { length: number };

/** Counts sales in a thread of its own, while people and tags are counted here: it is as much work as those. */
export class SalesApart implements SalesCount {
  readonly #worker: Worker;
  /** Whose lines are counted. */
  readonly #free: Batch[] = [];
  #batch = emptyBatch();
  #closed = NOTHING_CLOSED;
  #waiting = 0;
  /** Something of what waits is counted, or never will be. */
  #counted = Promise.withResolvers<void>();
  readonly #sales = Promise.withResolvers<Sales>();

  constructor({ categories, subs, methods }: SalesNames, settings: RefreshSettings) {
    this.#worker = new Worker(new URL('./sales-worker.ts', import.meta.url), {
      workerData: { names: { categories, subs, methods }, settings },
    });
    this.#worker.on('message', (answer: SalesAnswer) => {
      if ('sales' in answer) this.#sales.resolve(answer.sales);
      else this.#takeBack(answer.counted);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread that counts sales has ended')));
    // It may fail before anybody asks for them.
    this.#sales.promise.catch(() => undefined);
  }

  add(lines: SalesLines, closed: ClosedWeek): void {
    if (closed !== this.#closed) this.#send();
    this.#closed = closed;
    for (let from = 0; from < lines.length; ) {
      const to = Math.min(lines.length, from + LINES - this.#batch.length);
      for (const name of COLUMNS) this.#batch[name].set(lines[name].subarray(from, to), this.#batch.length);
      this.#batch.length += to - from;
      from = to;
      if (this.#batch.length === LINES) this.#send();
    }
  }

  keepUp(): Promise<void> | undefined {
    return this.#waiting > MOST_WAITING ? this.#untilFewWait() : undefined;
  }

  finish(): Promise<Sales> {
    this.#send();
    this.#worker.postMessage('finish' satisfies SalesMessage);
    return this.#sales.promise;
  }

  /** Ends the thread, whether it is done or not. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(): void {
    if (this.#batch.length === 0) return;
    const lines: SalesLines = this.#batch;
    const message: SalesMessage = { lines, closed: this.#closed };
    this.#worker.postMessage(message, memoryOf(lines));
    this.#waiting += 1;
    this.#batch = this.#free.pop() ?? emptyBatch();
  }

  #takeBack(lines: SalesLines): void {
    this.#free.push({ ...lines, length: 0 });
    this.#waiting -= 1;
    this.#counted.resolve();
    this.#counted = Promise.withResolvers();
  }

  async #untilFewWait(): Promise<void> {
    while (this.#waiting > MOST_WAITING) await this.#counted.promise;
  }

  /** Who waits goes on, and is told when the sales are asked for. */
  #fail(error: unknown): void {
    this.#sales.reject(error);
    this.#waiting = Number.NEGATIVE_INFINITY;
    this.#counted.resolve();
  }
}

function emptyBatch(): Batch {
  const numbers = () => new Int32Array(LINES);
  const amounts = () => new Float64Array(LINES);
  return {
    length: 0,
    ...{ day: numbers(), order: amounts(), sub: numbers() },
    ...{ cents: amounts(), method: numbers(), member: numbers() },
  };
}
