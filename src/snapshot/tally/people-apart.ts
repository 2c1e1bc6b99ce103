import { Worker } from 'node:worker_threads';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import type { RefreshSettings } from '../tables.ts';
import type { People, PeopleLines, PeopleNames } from './people-tally.ts';

/** The columns of lines that are sent, each as long as a batch may be. */
export const COLUMNS = ['day', 'sub', 'method', 'merchant', 'member'] as const;
const BATCH = 1 << 16;
/** So many batches may be on their way before more lines are waited with; those of one `add` all go at once. */
const AHEAD = 4;

export type Columns = Record<(typeof COLUMNS)[number], Int32Array<ArrayBuffer>>;
export interface Task {
  readonly names: PeopleNames;
  readonly settings: RefreshSettings;
}
export type Batch = Columns & { readonly length: number; readonly closed: ClosedWeek };
export type Message = { readonly counted: Columns } | { readonly people: People };

/** Counts people in a thread of its own: it is as much work as all other counting. */
export class PeopleApart {
  readonly #worker: Worker;
  readonly #people = Promise.withResolvers<People>();
  #room: PromiseWithResolvers<void> | undefined;
  /** Batches that are there to be filled. */
  readonly #empty: Columns[] = [];
  #onTheWay = 0;
  #batch = makeColumns();
  #length = 0;
  #closed = NOTHING_CLOSED;

  constructor(names: PeopleNames, settings: RefreshSettings) {
    const { categories, subs, methods, days } = names;
    const workerData: Task = { names: { categories, subs, methods, days }, settings };
    this.#worker = new Worker(new URL('./people-worker.ts', import.meta.url), { workerData });
    this.#worker.on('message', (message: Message) => this.#take(message));
    this.#worker.on('error', (error) => this.#people.reject(error));
    this.#worker.on('exit', () => this.#people.reject(new Error('the thread that counts people has ended')));
    // Whoever waits for room or for the end is told.
    this.#people.promise.catch(() => undefined);
  }

  add(lines: PeopleLines, closed: ClosedWeek): void {
    if (closed !== this.#closed) this.#send();
    this.#closed = closed;
    for (let from = 0; from < lines.length; ) {
      const to = Math.min(lines.length, from + BATCH - this.#length);
      for (const name of COLUMNS) this.#batch[name].set(lines[name].subarray(from, to), this.#length);
      this.#length += to - from;
      from = to;
      if (this.#length === BATCH) this.#send();
    }
  }

  /** Waits while too much is on the way. */
  async ready(): Promise<void> {
    if (this.#onTheWay <= AHEAD) return;
    this.#room = Promise.withResolvers();
    await Promise.race([this.#room.promise, this.#people.promise]);
  }

  finish(): Promise<People> {
    this.#send();
    this.#worker.postMessage(undefined);
    return this.#people.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(): void {
    if (this.#length === 0) return;
    const batch: Batch = { ...this.#batch, length: this.#length, closed: this.#closed };
    this.#worker.postMessage(
      batch,
      COLUMNS.map((name) => batch[name].buffer),
    );
    this.#onTheWay += 1;
    this.#length = 0;
    this.#batch = this.#empty.pop() ?? makeColumns();
  }

  #take(message: Message): void {
    if ('people' in message) this.#people.resolve(message.people);
    else {
      this.#onTheWay -= 1;
      if (this.#empty.length < AHEAD) this.#empty.push(message.counted);
      this.#room?.resolve();
    }
  }
}

function makeColumns(): Columns {
  return Object.fromEntries(COLUMNS.map((name) => [name, new Int32Array(BATCH)])) as Columns;
}
