import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Loaded } from './warehouse.ts';

/**
 * Loads a version in a thread of its own: checking and adding up hundreds of megabytes would hold every call
 * meanwhile. The memory is handed over, not copied. Undefined where the file is damaged.
 */
export async function loadApart(path: string): Promise<Loaded | undefined> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: { path } });
  try {
    const [loaded] = (await once(worker, 'message')) as [Loaded | undefined];
    return loaded;
  } finally {
    await worker.terminate();
  }
}
