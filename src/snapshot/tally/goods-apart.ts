import { Worker } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import type { ClosedWeek } from '../privacy/close-week.ts';
import type { RefreshSettings } from '../tables.ts';
import type { GoodsCount } from './closing-tally.ts';
import type { Goods, GoodsLines, GoodsNames, GoodsTally } from './goods-tally.ts';
import { LINES_TOGETHER } from './lines.ts';
import type { TextTags } from './tag-tally.ts';

/** What the thread is given to begin with. */
export type GoodsGiven = ConstructorParameters<typeof GoodsTally>;
/** What it is told: lines to count, of one week after the other, or that there are no more. */
export type GoodsMessage = { readonly lines: GoodsLines; readonly weeks: readonly WeekEnd[] } | 'finish';
/** What it says: which lines are counted, whose memory it gives back, and in the end what all of them come to. */
export type GoodsAnswer = { readonly counted: GoodsLines } | { readonly goods: Goods };

/** Up to where the lines of a week go, and what is closed of it. */
interface WeekEnd {
  readonly closed: ClosedWeek;
  end: number;
}

/** So many batches may wait: what is not counted yet takes no more memory than these. */
const MOST_WAITING = 4;

const COLUMNS = ['day', 'order', 'sub', 'product', 'text', 'cents', 'method', 'member'] as const;
type Batch = Omit<GoodsLines, 'length'> & { length: number };

/** Counts goods in a thread of its own, while lines are read and people are counted here: it is as much work as that. */
export class GoodsApart implements GoodsCount {
  readonly #worker: Worker;
  /** Whose lines are counted. */
  readonly #free: Batch[] = [];
  #batch = emptyBatch();
  /** Whose lines are in the batch: with disclosure control, years of few lines have many weeks, and it is filled all the same. */
  #weeks: WeekEnd[] = [];
  #waiting = 0;
  /** Something of what waits is counted, or never will be. */
  #counted = Promise.withResolvers<void>();
  readonly #goods = Promise.withResolvers<Goods>();

  constructor(
    { categories, subs, methods, tags, days }: GoodsNames,
    textTags: TextTags,
    settings: RefreshSettings,
  ) {
    const given: GoodsGiven = [
      { categories, subs, methods, tags: { length: tags.length }, days },
      textTags,
      settings,
    ];
    this.#worker = new Worker(new URL('./goods-worker.ts', import.meta.url), { workerData: given });
    this.#worker.on('message', (answer: GoodsAnswer) => {
      if ('goods' in answer) this.#goods.resolve(answer.goods);
      else this.#takeBack(answer.counted);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread that counts goods has ended')));
    // It may fail before anybody asks for them.
    this.#goods.promise.catch(() => undefined);
  }

  add(lines: GoodsLines, closed: ClosedWeek): void {
    for (let from = 0; from < lines.length; ) {
      const to = Math.min(lines.length, from + LINES_TOGETHER - this.#batch.length);
      for (const name of COLUMNS) this.#batch[name].set(lines[name].subarray(from, to), this.#batch.length);
      this.#batch.length += to - from;
      from = to;
      this.#noteWeek(closed);
      if (this.#batch.length === LINES_TOGETHER) this.#send();
    }
  }

  keepUp(): Promise<void> | undefined {
    return this.#waiting > MOST_WAITING ? this.#untilFewWait() : undefined;
  }

  finish(): Promise<Goods> {
    this.#send();
    this.#worker.postMessage('finish' satisfies GoodsMessage);
    return this.#goods.promise;
  }

  /** Ends the thread, whether it is done or not. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #noteWeek(closed: ClosedWeek): void {
    const end = this.#batch.length;
    const last = this.#weeks.at(-1);
    if (last?.closed === closed) last.end = end;
    else this.#weeks.push({ closed, end });
  }

  #send(): void {
    if (this.#batch.length === 0) return;
    const lines: GoodsLines = this.#batch;
    const message: GoodsMessage = { lines, weeks: this.#weeks };
    this.#worker.postMessage(message, memoryOf(lines));
    this.#waiting += 1;
    this.#batch = this.#free.pop() ?? emptyBatch();
    this.#weeks = [];
  }

  #takeBack(lines: GoodsLines): void {
    this.#free.push({ ...lines, length: 0 });
    this.#waiting -= 1;
    this.#counted.resolve();
    this.#counted = Promise.withResolvers();
  }

  async #untilFewWait(): Promise<void> {
    while (this.#waiting > MOST_WAITING) await this.#counted.promise;
  }

  /** Fails for those who wait for the counts, and for those who add more lines. */
  #fail(error: unknown): void {
    this.#goods.reject(error);
    this.#waiting = Number.POSITIVE_INFINITY;
    this.#counted.reject(error);
    // It may be that nobody waits.
    this.#counted.promise.catch(() => undefined);
  }
}

function emptyBatch(): Batch {
  const numbers = () => new Int32Array(LINES_TOGETHER);
  const amounts = () => new Float64Array(LINES_TOGETHER);
  return {
    length: 0,
    ...{ day: numbers(), order: amounts(), sub: numbers(), product: numbers() },
    ...{ text: numbers(), cents: amounts(), method: numbers(), member: numbers() },
  };
}
