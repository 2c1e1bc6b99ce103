import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { derive } from '../../snapshot/derived.ts';
import { memoryOf } from '../../snapshot/memory.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { VersionBytes } from './load-apart.ts';
import { fromParts, readTables } from './snapshot-file.ts';

/* The thread of load-apart.ts. */

try {
  const whole = await read(workerData as VersionBytes);
  const derived = derive(whole);
  const { tags: _packed, ...tables } = whole;
  parentPort?.postMessage({ tables, derived }, memoryOf(tables, derived));
} catch {
  parentPort?.postMessage(undefined);
}

/** The file is closed before anything is said: the thread is ended then, and what it has open stays open. */
async function read(version: VersionBytes): Promise<Tables> {
  if ('parts' in version) return readTables(fromParts(version.parts));
  const file = await open(version.path);
  try {
    return await readTables(file);
  } finally {
    await file.close();
  }
}
