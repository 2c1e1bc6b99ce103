import { execFile } from 'node:child_process';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BLOCK = 4096;

/** A way to leave the accounts no room to grow, and to give it back. */
type NoRoom = {
  readonly name: string;
  /** Before anything is in the folder; the reason when this machine does not let it. */
  prepare(dataDir: string): Promise<string | undefined>;
  fill(dataDir: string, server: number): Promise<void>;
  free(dataDir: string, server: number): Promise<void>;
  cleanUp(dataDir: string): Promise<unknown>;
};

/** Makes a folder a file system of its own, for those who may mount one. */
export const mountSmall = (folder: string) =>
  failure('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder);

/** Fills the file system of a folder up to so many bytes; returns what gives the room back. */
export async function fillDisk(folder: string, leave: number): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler');
  const file = await open(filler, 'w');
  try {
    const { bavail, bsize } = await statfs(folder);
    for (let left = bavail * bsize - leave; left >= BLOCK; ) {
      const size = left >= 256 * BLOCK ? 256 * BLOCK : BLOCK;
      left -= (await file.write(Buffer.alloc(size))).bytesWritten;
    }
  } finally {
    await file.close();
  }
  return () => rm(filler);
}

const fullFileSystem: NoRoom = {
  name: 'a file system without space',
  prepare: mountSmall,
  async fill(dataDir) {
    await fillDisk(dataDir, 0);
  },
  free: (dataDir) => rm(join(dataDir, 'filler')),
  cleanUp: (dataDir) => run('umount', [dataDir]),
};

/** Whether files can be limited here: that needs no rights. */
export const whyNoLimit = () => failure('prlimit', '--version');

/** A server that may make no file larger than the log of the accounts is now. */
const fileSizeLimit: NoRoom = {
  name: 'a limit on the size of files',
  prepare: whyNoLimit,
  async fill(dataDir, server) {
    const { size } = await stat(join(dataDir, 'accounts.sqlite-wal'));
    await run('prlimit', ['--pid', String(server), `--fsize=${size}:`]);
  },
  async free(_dataDir, server) {
    await run('prlimit', ['--pid', String(server), '--fsize=unlimited:']);
  },
  cleanUp: async () => {},
};

export const WAYS_TO_RUN_OUT_OF_ROOM: readonly NoRoom[] = [fullFileSystem, fileSizeLimit];

async function failure(command: string, ...args: string[]): Promise<string | undefined> {
  return run(command, args).then(
    () => undefined,
    (error: Error) => `${command} is not possible here: ${error.message.trim()}`,
  );
}
