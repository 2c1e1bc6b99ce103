import { readdir } from 'node:fs/promises';
import { codeOf } from '../errors/stores.ts';

/** What is in a folder; a file system of its own may hold a folder that is none of ours. */
export async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name !== 'lost+found');
}
