import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export interface NoLink {
  readonly handle: FileHandle;
  /** Leads to what was opened, whatever its name leads to by now. */
  readonly path: string;
}

/**
 * Opens a file or a folder that is no link. Where others may write, a name can be given to something else between any
 * two looks at it; what is open stays what it is. So it is checked once it is open, and used from then on by a path
 * that leads to the open file. Linux has such paths; on other systems it is the name, as it was at this moment.
 */
export async function openNoLink(path: string, flags = 0): Promise<NoLink> {
  // Without O_NONBLOCK a pipe would keep us waiting for somebody who writes to it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags);
  return { handle, path: process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path };
}
