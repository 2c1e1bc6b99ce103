import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';

/** A folder that the first who needs it makes, for all test files of a run; for those of one file where it runs alone. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(await sharedFolder(), name);
  const [taken, making, failed] = [`${made}.taken`, `${made}.making`, `${made}.failed`];
  const isFirst = await mkdir(taken).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isFirst) {
    await mkdir(making);
    try {
      await make(making);
      await rename(making, made);
    } catch (error) {
      await rename(making, failed);
      throw error;
    }
  }
  await until(`${name} is made`, async () => {
    if (await isThere(failed)) throw new Error(`${name} could not be made: see the test file that was first`);
    return isThere(made);
  });
  return made;
}

let own: Promise<string> | undefined;

function sharedFolder(): Promise<string> {
  const shared = process.env.MDQ_TEST_SHARED;
  if (shared) return Promise.resolve(shared);
  own ??= mkdtemp(join(tmpdir(), 'mdq-shared-')).then((folder) => {
    atEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  });
  return own;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
