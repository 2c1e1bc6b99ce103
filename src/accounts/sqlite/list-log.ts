import { Worker } from 'node:worker_threads';
import type { LogPage, LogQuery } from '../office.ts';

/** What the thread is given. */
export interface LogRequest {
  readonly path: string;
  readonly query: LogQuery;
}

/** The thread reads one page at a time: more threads would take the processor from the calls. */
let last: Promise<unknown> = Promise.resolve();

/** Reads a page in a worker thread: a filter may have to pass over all rows of a long log. */
export function listLog(request: LogRequest): Promise<LogPage> {
  const page = last.then(
    () =>
      new Promise<LogPage>((resolve, reject) => {
        new Worker(new URL('./list-log-worker.ts', import.meta.url), { workerData: request })
          .on('message', resolve)
          .on('error', reject)
          .on('exit', () => reject(new Error('the thread that reads the log has ended')));
      }),
  );
  last = page.catch(() => undefined);
  return page;
}
