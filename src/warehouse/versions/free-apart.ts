import { Worker } from 'node:worker_threads';

/**
 * Frees memory in a thread of its own, which ends at once. Freeing hundreds of megabytes takes the system a while, and
 * a garbage collector that does it, some time later, holds every call meanwhile.
 */
export function freeApart(memory: readonly ArrayBuffer[]): void {
  const transferList = [...memory];
  new Worker('', { eval: true, workerData: transferList, transferList }).unref();
}
