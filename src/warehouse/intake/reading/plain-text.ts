import { createReadStream, createWriteStream } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OutOfRoom } from '../../warehouse-errors.ts';
import { isUtf8 } from './encoding.ts';
import { refuseDamaged, type SourceFile } from './file-kind.ts';
import type { Scratch } from './scratch.ts';
import { mostUnpacked, mustNotBeLarger, refuseUnpacked, type UnpackLimit } from './unpacked.ts';

/** Where the engine reads a file: always a name that is no pattern, always UTF-8. */
export interface ReadableFile extends SourceFile {
  /** A name of our own for it, in the folder for what is needed while reading. */
  readonly readAs: string;
  /** The encoding it was read in; of Parquet, which has none, UTF-8. */
  readonly encoding: string;
  /** The encoding it was converted from, when some of it was not valid in that. */
  readonly invalidIn: string | undefined;
  readonly limit: UnpackLimit;
  /** Whether it is what a query gave. */
  readonly isQuery?: true;
}

interface ReadingOptions {
  readonly scratch: Scratch;
  /** Which of the files it is. */
  readonly number: number;
  /** The encoding of the files that are not UTF-8. */
  readonly encoding?: string | undefined;
  /** The encoding of this very file, where it is known. */
  readonly ownEncoding?: string | undefined;
  /** Bytes that it may unpack to. */
  readonly maxBytes: number;
  /** Whether the program made it, of what was not packed. */
  readonly isTable?: boolean | undefined;
}

/**
 * Puts a file where the engine can read it. What is packed or in another encoding is written there as plain
 * UTF-8; anything else is a link, because the engine takes the characters of some names for a pattern.
 */
export async function makeReadable(
  file: SourceFile,
  { scratch, number, encoding: others = 'utf-8', ownEncoding, maxBytes, isTable = false }: ReadingOptions,
): Promise<ReadableFile> {
  mustNotBeLarger(file.path, file.bytes, maxBytes);
  const limit = mostUnpacked(isTable ? undefined : file.bytes, maxBytes);
  const readAs = join(scratch.folder, `input-${number}`);
  const mayBeOther = file.format !== 'parquet' && (ownEncoding ?? others) !== 'utf-8';
  const isOther = mayBeOther && (ownEncoding !== undefined || !(await isUtf8(file, limit.bytes)));
  const encoding = isOther ? (ownEncoding ?? others) : 'utf-8';
  if (!file.isGzip && !isOther) {
    await symlink(resolve(file.content), readAs);
    return { ...file, readAs, encoding, limit, invalidIn: undefined };
  }
  const decoder = isOther ? new Decoding(encoding) : undefined;
  const gunzip = file.isGzip ? createGunzip({ chunkSize: 1 << 18 }) : undefined;
  try {
    await pipeline([
      createReadStream(file.content, { highWaterMark: 1 << 20 }),
      ...(gunzip ? [gunzip] : []),
      ...(decoder ? [decoder] : []),
      counted(file.path, limit, await scratch.left()),
      createWriteStream(readAs, { mode: 0o600 }),
    ]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw refuseDamaged(file.path);
  }
  if (gunzip && !(await isPadding(file, gunzip.bytesWritten))) throw refuseDamaged(file.path);
  return { ...file, readAs, encoding, limit, invalidIn: decoder?.hasInvalid ? encoding : undefined };
}

/**
 * Whether nothing but zeros is left of a packed file after so many bytes. Zeros fill up a block of a tape, and unpacking ends
 * at the first of them: rows that were packed into another part after them would be lost.
 */
async function isPadding({ content, bytes }: SourceFile, from: number): Promise<boolean> {
  if (from >= bytes) return true;
  for await (const chunk of createReadStream(content, { start: from, highWaterMark: 1 << 20 }))
    if ((chunk as Buffer).some((byte) => byte !== 0)) return false;
  return true;
}

/** Stops what becomes more than it may, or than there is room for. */
function counted(path: string, limit: UnpackLimit, room: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit.bytes) done(refuseUnpacked(path, limit));
      else if (bytes > room) done(new OutOfRoom('disk'));
      else done(null, chunk);
    },
  });
}

/** Converts to UTF-8. What is not valid becomes U+FFFD, by which the rows are found. */
class Decoding extends Transform {
  hasInvalid = false;
  readonly #decoder: TextDecoder;

  constructor(encoding: string) {
    super();
    this.#decoder = new TextDecoder(encoding);
  }

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#push(this.#decoder.decode(chunk, { stream: true }));
    done();
  }

  override _flush(done: () => void): void {
    this.#push(this.#decoder.decode());
    done();
  }

  #push(text: string): void {
    if (text.includes('\ufffd')) this.hasInvalid = true;
    if (text !== '') this.push(Buffer.from(text));
  }
}
