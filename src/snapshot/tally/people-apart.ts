import { Worker } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import type { People, PeopleSeen } from './people-tally.ts';

/** Counts people in a thread of its own, which is given the memory of what was seen: it is as much work as all other counting. */
export async function countPeopleApart(seen: PeopleSeen): Promise<People> {
  const worker = new Worker(new URL('./people-worker.ts', import.meta.url), {
    workerData: seen,
    transferList: memoryOf(seen),
  });
  const { promise, resolve, reject } = Promise.withResolvers<People>();
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread that counts people has ended')));
  return promise;
}
