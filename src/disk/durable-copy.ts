import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** What a file holds, to be known again. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

export type FileSums = Readonly<Record<string, FileSum>>;

const PIECE = 1 << 20;

/** Copies at most so many bytes of an open file to a new one that only its owner may read; it is on disk when this returns. */
export async function copyDurably(from: FileHandle, to: string, most = Infinity): Promise<FileSum> {
  await using target = await open(to, 'wx', 0o600);
  const sum = await readThrough(from, most, (piece) => target.writeFile(piece));
  await target.sync();
  return sum;
}

/** The sum of a file, which is on disk when this returns. */
export async function syncedSum(path: string): Promise<FileSum> {
  await using file = await open(path, 'r+');
  await file.sync();
  return await readThrough(file);
}

export async function sumOf(path: string): Promise<FileSum> {
  await using file = await open(path);
  return await readThrough(file);
}

/** Reads at most so many bytes of an open file. */
export async function readThrough(
  file: FileHandle,
  most = Infinity,
  take: (piece: Buffer) => Promise<void> = async () => undefined,
): Promise<FileSum> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(PIECE);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE, most - bytes), bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    await take(piece);
    bytes += bytesRead;
  }
}

/** Names that were made, changed or removed in a folder are on disk when this returns. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
