import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../errors/operators.ts';
import { Connection } from '../../database/connection.ts';
import { firstLine } from '../../database/engine-error.ts';
import type { Profile } from '../../profile.ts';
import type { ImportRequest } from '../../warehouse.ts';
import { type FileRefused, isOutOfRoom } from '../../warehouse-errors.ts';
import { refusedFile } from '../refused-file.ts';
import { otherEncodings } from './encoding.ts';
import { inspect } from './file-kind.ts';
import { makeReadable, type ReadableFile } from './plain-text.ts';
import { Scratch } from './scratch.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What reading files may take, in bytes. */
export interface ReadingRoom {
  /** Memory of the engine. */
  readonly memory: number;
  /** What a file may unpack to. */
  readonly maxBytes: number;
}

/** Files to be looked at, of which nothing is kept. */
interface ReadableFiles {
  readonly files: readonly ReadableFile[];
  /** As it was said, with the encoding that was found out. */
  readonly profile: Profile;
  /** Those that it could be, where that was not said. */
  readonly encodings: readonly string[];
  readonly scratch: Scratch;
}

/** Runs work on files that are put where an engine can read them, in a folder that is removed after. */
export async function withReadable<T>(
  { files: paths, tables, profile: said = {} }: ImportRequest,
  maxBytes: number,
  work: (readable: ReadableFiles) => Promise<T>,
): Promise<T> {
  const ownEncoding = (path: string) => tables?.get(path)?.encoding;
  const sources = await Promise.all(
    paths.map((path) => inspect(path, { encoding: ownEncoding(path) ?? said.encoding })),
  );
  const folder = await mkdtemp(join(tmpdir(), 'mdq-check-'));
  using _ = removedOnSignal(folder);
  try {
    const scratch = await Scratch.open(folder);
    const read = async (encoding: string | undefined, from = 0) => {
      const made: ReadableFile[] = [];
      for (const [i, file] of sources.entries())
        made.push(
          await makeReadable(file, {
            scratch,
            number: from + i,
            encoding,
            ownEncoding: ownEncoding(file.path),
            maxBytes,
          }),
        );
      return made;
    };
    const plain = await read(said.encoding);
    const encodings = said.encoding ? [] : await encodingsOf(plain);
    const [encoding] = encodings;
    return await work({
      files: encoding ? await read(encoding, plain.length) : plain,
      profile: encoding ? { ...said, encoding } : said,
      encodings,
      scratch,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A check that is stopped leaves no copies of the operator's files either. */
function removedOnSignal(folder: string): Disposable {
  const end = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true });
    // It listens no more, so that the signal ends the process as usual.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return {
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, end);
    },
  };
}

/** Runs work in an engine of its own that sees these files alone. */
export async function inEngine<T>(
  files: readonly ReadableFile[],
  { scratch, memory }: { scratch: Scratch; memory: number },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const paths = await realPaths(files);
  const connection = await Connection.inMemory({ tmp: scratch.folder, paths, memory });
  try {
    return await scratch.watching(connection, () => work(connection));
  } catch (error) {
    throw damagedParquet(error, files) ?? error;
  } finally {
    connection.close();
  }
}

/** An error of the engine about a Parquet file, which may turn up wherever the file is read; undefined for any other. */
function damagedParquet(error: unknown, files: readonly ReadableFile[]): FileRefused | undefined {
  if (error instanceof UserError || isOutOfRoom(error)) return undefined;
  const parquet = files.filter(({ format }) => format === 'parquet');
  const message = firstLine(error);
  const file =
    parquet.find(({ readAs }) => message.includes(readAs)) ?? (parquet.length === 1 ? parquet[0] : undefined);
  return (
    file && refusedFile(file.path, `cannot be read as Parquet: ${message.replaceAll(file.readAs, file.path)}`)
  );
}

/** Where the files really are, for an engine that sees these alone. */
export async function realPaths(files: readonly ReadableFile[]): Promise<string[]> {
  return Promise.all(files.map(({ readAs }) => realpath(readAs)));
}

/** What the first file that is not UTF-8 may be instead. */
async function encodingsOf(files: readonly ReadableFile[]): Promise<readonly string[]> {
  for (const file of files) {
    const encodings = await otherEncodings(file);
    if (encodings) return encodings;
  }
  return [];
}
