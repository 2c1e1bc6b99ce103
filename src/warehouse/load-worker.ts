import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from '../snapshot/prepared.ts';
import { readTables } from './snapshot-file.ts';

/* The thread of load-apart.ts. */

const { path } = workerData as { path: string };
const file = await open(path).catch(() => undefined);
try {
  if (!file) throw new Error('it is not there');
  const tables = await readTables(file);
  const prepared = prepare(tables);
  parentPort?.postMessage({ tables, prepared }, [...new Set([...buffersOf(tables), ...buffersOf(prepared)])]);
} catch {
  parentPort?.postMessage(undefined);
} finally {
  await file?.close();
}

/** The memory of all columns in a table of tables. */
function* buffersOf(tables: object): Generator<ArrayBuffer> {
  for (const value of Object.values(tables)) {
    if (ArrayBuffer.isView(value)) yield value.buffer as ArrayBuffer;
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* buffersOf(value);
  }
}
