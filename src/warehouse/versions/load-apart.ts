import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Loaded } from '../warehouse.ts';

/** Where a version is: in a file, or in compressed parts that are here already. */
export type VersionBytes = { readonly path: string } | { readonly parts: readonly Uint8Array[] };

/**
 * Loads a version in a thread of its own: checking and adding up hundreds of megabytes would hold every call
 * meanwhile. The memory is handed over, not copied. Undefined where it is damaged.
 */
export async function loadApart(version: VersionBytes): Promise<Loaded | undefined> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: version });
  try {
    const [loaded] = (await once(worker, 'message')) as [Loaded | undefined];
    return loaded;
  } finally {
    await worker.terminate();
  }
}
