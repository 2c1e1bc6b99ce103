import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Loaded } from '../warehouse.ts';

/** Where a version is: in a file, or in compressed parts of that checksum together, if it is known. */
export type VersionPlace = { readonly path: string } | { readonly sha256?: string };

/** What the thread is sent, one after the other: a compressed part, or that there are no more. */
export type Sent = Uint8Array | 'end';

/**
 * Loads a version in a thread of its own: checking and adding up hundreds of megabytes would hold every call
 * meanwhile. The memory is handed over, not copied. Undefined where it is damaged.
 */
export function loadApart(path: string): Promise<Loaded | undefined> {
  return inThread({ path }, async () => undefined);
}

/** The same of compressed parts, each of which is checked and unpacked while the next is on its way. */
export function loadPartsApart(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sha256?: string,
): Promise<Loaded | undefined> {
  return inThread(sha256 === undefined ? {} : { sha256 }, async (worker) => {
    for await (const part of parts) {
      const copy = new Uint8Array(part);
      worker.postMessage(copy satisfies Sent, [copy.buffer]);
      // Where all parts are here already, calls are answered between two of them.
      await setImmediate();
    }
    worker.postMessage('end' satisfies Sent);
  });
}

async function inThread(
  place: VersionPlace,
  send: (worker: Worker) => Promise<void>,
): Promise<Loaded | undefined> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: place });
  try {
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the thread has ended')));
    const answered = Promise.race([once(worker, 'message'), ended]);
    const [[loaded]] = (await Promise.all([answered, send(worker)])) as [[Loaded | undefined], unknown];
    return loaded;
  } finally {
    await worker.terminate();
  }
}
