import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MDQ, type Outcome } from '../command.ts';
import { type DataFolder, openDataFolder } from '../stores/data-folder.ts';
import { fillDisk, mountSmall, whyNoLimit } from './full-disk.ts';

/** A data folder in which an import can be given little room. */
export type SmallFolder = {
  readonly data: DataFolder;
  /** Runs a command with room for no more than so many bytes. */
  cramped(bytes: number, ...args: string[]): Promise<Outcome>;
  remove(): Promise<void>;
};

/** Each a way to run out of room; it says why when this machine does not let it. */
export const SMALL_FOLDERS: Readonly<Record<string, () => Promise<SmallFolder | string>>> = {
  async 'a full file system'() {
    const data = await openDataFolder();
    const failure = await mountSmall(data.path);
    if (failure) return data.remove().then(() => failure);
    return {
      data,
      async cramped(bytes, ...args) {
        const free = await fillDisk(data.path, bytes);
        return data.mdq(...args).finally(free);
      },
      async remove() {
        await promisify(execFile)('umount', ['--lazy', data.path]);
        await data.remove();
      },
    };
  },

  /** A command that may make no file larger than it is given room. */
  async 'a limit on the size of files'() {
    const failure = await whyNoLimit();
    if (failure) return failure;
    const data = await openDataFolder();
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
  },
};
