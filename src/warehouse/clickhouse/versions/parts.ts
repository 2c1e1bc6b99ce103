import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { NewerLayoutError } from '../../../disk/layout.ts';
import type { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import { encodeTables, fromPieces, readNames } from '../../versions/snapshot-file.ts';
import { PART_BYTES, unpacked } from '../../versions/unpack.ts';

/*
 * A published version in compressed parts: the bytes of the file that the embedded engine writes. The header is a part of
 * its own.
 */

const compress = promisify(zstdCompress);
/** Half the time of the usual level, for a tenth more bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** So many parts are compressed and sent beside each other; more would fill the memory and the pool of threads. */
const AT_ONCE = 2;

/** Packs a version, and sends each part as soon as it is compressed. Where one fails, no other is on its way any more. */
export async function packTables(
  tables: Tables,
  send: (bytes: Buffer, part: number) => Promise<void>,
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  const pieces = piecesOf(tables);
  const takeTurns = async () => {
    for (const [part, piece] of pieces) {
      const bytes = await compress(piece, FAST);
      parts[part] = bytes;
      await send(bytes, part);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return parts;
}

function* piecesOf(tables: Tables): Generator<[part: number, piece: Buffer]> {
  const [header = Buffer.alloc(0), ...columns] = encodeTables(tables);
  let part = 0;
  yield [part++, header];
  for (const piece of inPieces(columns)) yield [part++, piece];
}

/** What compressed parts hold, to be read from. */
export function inParts(parts: readonly Buffer[]) {
  return fromPieces(unpacked(parts));
}

/** Why parts could not be loaded: what a newer program has published is told as that, and not as damaged. */
export async function whyUnreadable(parts: readonly Buffer[], damaged: UserError): Promise<Error> {
  try {
    await readNames(inParts(parts));
  } catch (error) {
    if (error instanceof NewerLayoutError) return error;
  }
  return damaged;
}

export function checksumOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Columns of any length as pieces of about the same, which are compressed one by one. */
function* inPieces(columns: readonly Buffer[]): Generator<Buffer> {
  let piece: Buffer[] = [];
  let held = 0;
  for (const column of columns) {
    for (let from = 0; from < column.length; from += PART_BYTES) {
      const bytes = column.subarray(from, from + PART_BYTES);
      piece.push(bytes);
      held += bytes.length;
      if (held < PART_BYTES) continue;
      yield Buffer.concat(piece);
      piece = [];
      held = 0;
    }
  }
  if (held > 0) yield Buffer.concat(piece);
}
