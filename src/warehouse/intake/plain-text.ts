import { createReadStream, createWriteStream } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { SourceFile } from './file-kind.ts';
import { refusedFile } from './refused-file.ts';

/** Where the engine reads a file: always a name that is no pattern, always UTF-8. */
export interface ReadableFile extends SourceFile {
  /** A name of our own for it, in the folder for what is needed while reading. */
  readonly readAs: string;
  /** The encoding it was converted from, when some of it was not valid in that. */
  readonly invalidIn: string | undefined;
}

/** What text unpacks to: exports reach 1 to 20, a file made to fill a disk 1 to 1,000. */
const MAX_RATIO = 200;
const MAX_UNPACKED_BYTES = 200e9;
/** Small files may be as repetitive as they like. */
const FREE_BYTES = 100e6;

/**
 * Puts a file where the engine can read it. What is packed or in another encoding is written there as plain
 * UTF-8; anything else is a link, because the engine takes the characters of some names for a pattern.
 */
export async function makeReadable(
  file: SourceFile,
  { workDir, number, encoding = 'utf-8' }: { workDir: string; number: number; encoding?: string | undefined },
): Promise<ReadableFile> {
  const readAs = join(workDir, `input-${number}`);
  const isConverted = encoding !== 'utf-8' && file.format !== 'parquet';
  if (!file.isGzip && !isConverted) {
    await symlink(resolve(file.content), readAs);
    return { ...file, readAs, invalidIn: undefined };
  }
  const decoder = isConverted ? new Decoding(encoding) : undefined;
  try {
    await pipeline([
      createReadStream(file.content, { highWaterMark: 1 << 20 }),
      ...(file.isGzip ? [createGunzip({ chunkSize: 1 << 18 }), unpackLimit(file)] : []),
      ...(decoder ? [decoder] : []),
      createWriteStream(readAs, { mode: 0o600 }),
    ]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw refusedFile(file.path, 'is damaged: it cannot be unpacked whole');
  }
  return { ...file, readAs, invalidIn: decoder?.hasInvalid ? encoding : undefined };
}

/** Stops what unpacks to far more than order lines do. */
function unpackLimit({ path, mark }: SourceFile): Transform {
  const packed = Number(mark.split(' ', 1)[0]);
  const most = Math.min(MAX_UNPACKED_BYTES, Math.max(FREE_BYTES, packed * MAX_RATIO));
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= most) return done(null, chunk);
      const size = `${Math.floor(most / 1e6).toLocaleString('en')} MB`;
      done(
        refusedFile(
          path,
          `unpacks to more than ${size}: unpack it yourself if that is right, and import the result`,
        ),
      );
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
