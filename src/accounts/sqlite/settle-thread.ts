import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './schema.ts';
import { Settler } from './settle.ts';
import { type BatchMessage, BatchReader } from './settle-wire.ts';

/** A thread that settles batches: a write to disk takes long, and answering others need not wait for it. */
const settler = new Settler(openDatabase(workerData as string));
const reader = new BatchReader();

parentPort?.on('message', (batch: BatchMessage) => {
  // Texts must be taken in whatever happens next, or the two ends no longer mean the same by a number.
  const calls = reader.read(batch);
  try {
    const message = reader.write(batch, settler.settle(calls));
    parentPort?.postMessage(message, [message.numbers.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
