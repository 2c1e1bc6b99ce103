import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import { type Batch, COLUMNS, type Columns, type Message, type Task } from './people-apart.ts';
import { PeopleTally } from './people-tally.ts';

/* The thread of people-apart.ts. */

const { names, settings } = workerData as Task;
const tally = new PeopleTally(names, settings);

parentPort?.on('message', (batch: Batch | undefined) => {
  if (!batch) {
    const people = tally.finish();
    return post({ people }, memoryOf(people));
  }
  tally.add(batch, batch.closed);
  const counted = Object.fromEntries(COLUMNS.map((name) => [name, batch[name]])) as Columns;
  post({ counted }, memoryOf(counted));
});

function post(message: Message, memory: ArrayBuffer[]): void {
  parentPort?.postMessage(message, memory);
}
