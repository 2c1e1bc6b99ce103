import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

const decompress = promisify(zstdDecompress);
/** A version is cut into parts of about as many bytes. */
export const PART_BYTES = 8 * 2 ** 20;
const AHEAD = 2;

/** Compressed parts, unpacked in their order; a few that are there already beside what is done with those before. */
export async function* unpacked(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const begun: Promise<Buffer>[] = [];
  for await (const part of parts) {
    // Unpacked little by little, it takes half as long again.
    const piece = decompress(part, { chunkSize: PART_BYTES });
    // Told when its turn comes.
    piece.catch(() => undefined);
    begun.push(piece);
    if (begun.length > AHEAD) yield* begun.splice(0, 1);
  }
  yield* begun;
}
