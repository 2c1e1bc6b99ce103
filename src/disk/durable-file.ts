import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './durable-copy.ts';

/** Ends the name of a file that is not finished. */
export const UNFINISHED_SUFFIX = '.tmp';

const MARK_BYTES = 6;
/** Bytes that a name may have at most. */
export const MAX_NAME_BYTES = 255;
/** The same, for a file that is written durably: it has a longer name meanwhile. */
export const MAX_DURABLE_NAME_BYTES = MAX_NAME_BYTES - 1 - 2 * MARK_BYTES - UNFINISHED_SUFFIX.length;

/**
 * Puts a file in place in one step, once all of it is on disk. It is made new under a name of its own and renamed:
 * so nothing is ever written through a link or into a file that is already there.
 */
export async function writeDurably(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(MARK_BYTES).toString('hex')}${UNFINISHED_SUFFIX}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // On a full disk every byte counts, for the accounts too.
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
