import { linkSync, rmSync } from 'node:fs';

type OpenInstance = (path: string) => Promise<{ closeSync(): void }>;

/**
 * Makes an empty database under another name and puts it in place in one step: whoever dies or runs out of disk
 * meanwhile leaves no half of one, which could not be opened again. A link, as it never replaces what is there.
 */
export async function makeDatabase(open: OpenInstance, path: string): Promise<void> {
  const made = `${path}.${process.pid}.new`;
  try {
    rmSync(made, { force: true });
    (await open(made)).closeSync();
    linkSync(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    for (const file of [made, `${made}.wal`]) rmSync(file, { force: true });
  }
}
