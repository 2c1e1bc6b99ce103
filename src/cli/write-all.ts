import { pipeline } from 'node:stream/promises';

/** Writes pieces to standard output as they come, no faster than they are read; `| head` may end it early. */
export async function writeAll(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
