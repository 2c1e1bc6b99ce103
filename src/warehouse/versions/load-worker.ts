import { createHash, type Hash } from 'node:crypto';
import { on } from 'node:events';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { zstdDecompress } from 'node:zlib';
import { derive } from '../../snapshot/derived.ts';
import { memoryOf } from '../../snapshot/memory.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { Sent, VersionPlace } from './load-apart.ts';
import { fromPieces, readTables } from './snapshot-file.ts';

/* The thread of load-apart.ts. */

const decompress = promisify(zstdDecompress);
/** Room for a part at once: unpacked little by little, it takes half as long again. */
const PIECE_BYTES = 8 * 2 ** 20;
const AT_ONCE = 2;

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
  const pieces = unpacked(hash);
  const tables = await readTables(fromPieces(pieces));
  for await (const _ of pieces);
  if (sha256 !== undefined && hash.digest('hex') !== sha256) throw new Error('these are other parts');
  return tables;
}

/** Parts in the order they were sent; those that have come are unpacked a few at a time, beside what is done here. */
async function* unpacked(hash: Hash): AsyncGenerator<Buffer> {
  if (!parentPort) return;
  const begun: Promise<Buffer>[] = [];
  for await (const [sent] of on(parentPort, 'message') as AsyncIterable<[Sent]>) {
    if (sent === 'end') break;
    const piece = decompress(sent, { chunkSize: PIECE_BYTES });
    // Told when its turn comes.
    piece.catch(() => undefined);
    begun.push(piece);
    hash.update(sent);
    if (begun.length > AT_ONCE) yield (await begun.shift()) ?? Buffer.alloc(0);
  }
  for (const piece of begun) yield await piece;
}
