import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MDQ, type Outcome } from '../command.ts';
import { type DataFolder, openDataFolder } from '../stores/data-folder.ts';

const run = promisify(execFile);
const BLOCK = 4096;

/** A data folder in which an import can be given little room. */
export type SmallFolder = {
  readonly data: DataFolder;
  /** Runs a command with room for no more than so many bytes. */
  cramped(bytes: number, ...args: string[]): Promise<Outcome>;
  remove(): Promise<void>;
};

/** Each a way to run out of room; it says why when this machine does not let it. */
export const SMALL_FOLDERS: Readonly<Record<string, () => Promise<SmallFolder | string>>> = {
  'a full file system': openOnFileSystem,
  'a limit on the size of files': openWithLimit,
};

/** A file system of its own: what a full disk is, for those who may mount one. */
async function openOnFileSystem(): Promise<SmallFolder | string> {
  const data = await openDataFolder();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', data.path]);
  } catch (error) {
    await data.remove();
    return `mount is not possible here: ${(error as Error).message.trim()}`;
  }
  const filler = join(data.path, 'filler');
  return {
    data,
    async cramped(bytes, ...args) {
      await fill(filler, data.path, bytes);
      const outcome = await data.mdq(...args);
      await rm(filler);
      return outcome;
    },
    async remove() {
      await run('umount', ['--lazy', data.path]);
      await data.remove();
    },
  };
}

async function fill(filler: string, folder: string, leave: number): Promise<void> {
  const file = await open(filler, 'w');
  try {
    const { bavail, bsize } = await statfs(folder);
    for (let left = bavail * bsize - leave; left >= BLOCK; ) {
      const size = left >= 256 * BLOCK ? 256 * BLOCK : BLOCK;
      await file.write(Buffer.alloc(size));
      left -= size;
    }
  } finally {
    await file.close();
  }
}

/** A command that may make no file larger than it is given room: needs no rights. */
async function openWithLimit(): Promise<SmallFolder | string> {
  const data = await openDataFolder();
  const failure = await run('prlimit', ['--version']).then(
    () => undefined,
    (error: Error) => `prlimit is not possible here: ${error.message.trim()}`,
  );
  if (failure) {
    await data.remove();
    return failure;
  }
  return {
    data,
    cramped: (bytes, ...args) =>
      new Promise((resolve) => {
        const command = [`--fsize=${bytes}`, MDQ, ...args];
        execFile('prlimit', command, { env: data.env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
        );
      }),
    remove: () => data.remove(),
  };
}
