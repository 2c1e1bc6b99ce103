import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome, Settlement } from '../../../src/accounts/ledger.ts';

/** A process of its own that settles calls on a store, and can be killed at any moment. */
export class StoreProcess {
  readonly #env: Readonly<Record<string, string>>;
  readonly #afterKill: () => Promise<void>;
  #child: ChildProcess | undefined;
  #waiting = new Map<number, (outcomes: Outcome[] | undefined) => void>();
  #count = 0;

  constructor(env: Readonly<Record<string, string>>, afterKill: () => Promise<void>) {
    this.#env = env;
    this.#afterKill = afterKill;
  }

  /** What was decided on each call of a batch; undefined when the process was killed before it had told. */
  settle(calls: readonly Settlement[], now?: number): Promise<Outcome[] | undefined> {
    this.#child ??= this.#start();
    const id = this.#count++;
    const told = new Promise<Outcome[] | undefined>((resolve) => this.#waiting.set(id, resolve));
    // One that was killed a moment ago takes nothing, and tells nothing.
    this.#child.send({ id, calls, now }, () => undefined);
    return told;
  }

  /** Kills it, if it runs; the next batch is settled by another one. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const isOver = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    child.kill('SIGKILL');
    await isOver;
    await this.#afterKill();
    for (const resolve of waiting.values()) resolve(undefined);
  }

  /** Lets it finish and close the store. */
  async end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const isOver = once(child, 'exit');
    child.send({ isEnd: true });
    const [code] = await isOver;
    if (code !== 0) throw new Error(`the process that settles ended with ${code}`);
  }

  #start(): ChildProcess {
    const main = fileURLToPath(new URL('./store-main.ts', import.meta.url));
    const child = fork(main, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Compiled code is kept, so that it starts sooner.
      env: {
        ...process.env,
        ...this.#env,
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/mdq'),
      },
    });
    const waiting = this.#waiting;
    child.on('message', ({ id, outcomes }: { id: number; outcomes: Outcome[] }) => {
      waiting.get(id)?.(outcomes);
      waiting.delete(id);
    });
    return child;
  }
}
