import { execFile } from 'node:child_process';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A way to leave the accounts no room to grow, and to give it back. */
type NoRoom = {
  readonly name: string;
  /** Before anything is in the folder; the reason when this machine does not let it. */
  prepare(dataDir: string): Promise<string | undefined>;
  fill(dataDir: string, server: number): Promise<void>;
  free(dataDir: string, server: number): Promise<void>;
  cleanUp(dataDir: string): Promise<void>;
};

/** A file system of its own that is filled up: what a full disk is, for those who may mount one. */
const fullFileSystem: NoRoom = {
  name: 'a file system without space',
  prepare: (dataDir) => failure('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dataDir),
  async fill(dataDir) {
    const file = await open(join(dataDir, 'filler'), 'w');
    try {
      for (const size of [1 << 20, 1 << 12]) await writeUntilFull(file, Buffer.alloc(size));
    } finally {
      await file.close();
    }
  },
  free: (dataDir) => rm(join(dataDir, 'filler')),
  async cleanUp(dataDir) {
    await run('umount', [dataDir]);
  },
};

/** A server that may make no file larger than the log of the accounts is now: needs no rights. */
const fileSizeLimit: NoRoom = {
  name: 'a limit on the size of files',
  prepare: () => failure('prlimit', '--version'),
  async fill(dataDir, server) {
    const { size } = await stat(join(dataDir, 'accounts.sqlite-wal'));
    await run('prlimit', ['--pid', String(server), `--fsize=${size}:`]);
  },
  async free(_dataDir, server) {
    await run('prlimit', ['--pid', String(server), '--fsize=unlimited:']);
  },
  async cleanUp() {},
};

export const WAYS_TO_RUN_OUT_OF_ROOM: readonly NoRoom[] = [fullFileSystem, fileSizeLimit];

async function failure(command: string, ...args: string[]): Promise<string | undefined> {
  try {
    await run(command, args);
    return undefined;
  } catch (error) {
    return `${command} is not possible here: ${(error as Error).message.trim()}`;
  }
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, block: Buffer): Promise<void> {
  for (;;) {
    try {
      if ((await file.write(block)).bytesWritten < block.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return;
    }
  }
}
