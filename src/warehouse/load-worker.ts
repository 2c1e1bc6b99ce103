import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../snapshot/memory.ts';
import { prepare } from '../snapshot/prepared.ts';
import type { Tables } from '../snapshot/tables.ts';
import { readTables } from './snapshot-file.ts';

/* The thread of load-apart.ts. */

const { path } = workerData as { path: string };
try {
  const whole = await readWhole();
  const prepared = prepare(whole);
  const { tags: _packed, ...tables } = whole;
  parentPort?.postMessage({ tables, prepared }, memoryOf(tables, prepared));
} catch {
  parentPort?.postMessage(undefined);
}

/** The file is closed before anything is said: the thread is ended then, and what it has open stays open. */
async function readWhole(): Promise<Tables> {
  const file = await open(path);
  try {
    return await readTables(file);
  } finally {
    await file.close();
  }
}
