import { createHash, type Hash } from 'node:crypto';
import { on } from 'node:events';
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { derive } from '../../snapshot/derived.ts';
import { memoryOf } from '../../snapshot/memory.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { Sent, VersionPlace } from './load-apart.ts';
import { fromPieces, readTables } from './snapshot-file.ts';
import { unpacked } from './unpack.ts';

/* The thread of load-apart.ts. */

try {
  const whole = await read(workerData as VersionPlace);
  const derived = derive(whole);
  const { tags: _packed, ...tables } = whole;
  parentPort?.postMessage({ tables, derived }, memoryOf(tables, derived));
} catch {
  parentPort?.postMessage(undefined);
}

/** The file is closed before anything is said: the thread is ended then, and what it has open stays open. */
async function read(version: VersionPlace): Promise<Tables> {
  if (!('path' in version)) return readParts(version.sha256);
  const file = await open(version.path);
  try {
    return await readTables(file);
  } finally {
    await file.close();
  }
}

/** What follows the tables counts in the checksum all the same. */
async function readParts(sha256: string | undefined): Promise<Tables> {
  const hash = createHash('sha256');
  const pieces = unpacked(sentParts(hash));
  const tables = await readTables(fromPieces(pieces));
  for await (const _ of pieces);
  if (sha256 !== undefined && hash.digest('hex') !== sha256) throw new Error('these are other parts');
  return tables;
}

async function* sentParts(hash: Hash): AsyncGenerator<Uint8Array> {
  if (!parentPort) return;
  for await (const [sent] of on(parentPort, 'message') as AsyncIterable<[Sent]>) {
    if (sent === 'end') return;
    hash.update(sent);
    yield sent;
  }
}
