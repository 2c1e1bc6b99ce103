import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ConflictError } from '../errors/operators.ts';
import { StoreError } from '../errors/stores.ts';
import type { Actor } from '../operations/deeds.ts';
import { type Answered, errorOf, type Failed } from './child-messages.ts';
import type { Paging } from './page.ts';

const PROCESS = fileURLToPath(new URL('./beside-process.ts', import.meta.url));
/** More at once would take memory from the calls, and most of them would wait for each other. */
const MOST = 2;
/** What only reads leaves room for a change. */
const MOST_READING = 1;

/** What another process is asked to do. */
export interface Errand {
  readonly name: string;
  readonly input: object;
  readonly actor: Actor;
  readonly idempotencyKey: string | undefined;
  readonly paging: Paging;
  readonly question: string;
  readonly timeZone: string;
  readonly isReading: boolean;
}

/** Operations that work with order lines, each in a process of its own: what they take is never taken from a call. */
export class Beside {
  readonly #env: NodeJS.ProcessEnv;
  #running = 0;
  /** Idempotency keys of what is under way, each with its operator. */
  readonly #keys = new Set<string>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  async do(errand: Errand): Promise<Answered> {
    const most = errand.isReading ? MOST_READING : MOST;
    if (this.#running >= most)
      throw new StoreError('busy', 'Other long operations are under way; try again later');
    const { actor, idempotencyKey } = errand;
    const key = idempotencyKey && JSON.stringify([actor.name, idempotencyKey]);
    if (key && this.#keys.has(key))
      throw new ConflictError('A change with this Idempotency-Key is under way');
    if (key) this.#keys.add(key);
    this.#running += 1;
    try {
      const child = fork(PROCESS, [], {
        env: this.#env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
      });
      const answer = Promise.race([
        once(child, 'message') as Promise<[Answered | Failed]>,
        once(child, 'exit').then(() =>
          Promise.reject(new Error('the process of an operation ended without an answer')),
        ),
      ]);
      child.send(errand);
      const [told] = await answer;
      if ('failure' in told) throw errorOf(told);
      return told;
    } finally {
      this.#running -= 1;
      if (key) this.#keys.delete(key);
    }
  }
}
