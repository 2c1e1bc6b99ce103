import { mkdir, rm } from 'node:fs/promises';
import { Connection, scratchPath } from '../../database/connection.ts';
import { migrate } from './migrate.ts';

interface OpenOptions {
  /** Bytes that the engine may take. */
  readonly memory: number;
  readonly mayMake?: boolean;
  /** Is given the connection as soon as it is open; what it returns is called before it is closed. */
  readonly watch?: (connection: Connection) => () => void;
}

/** By data folder, the end of the last work of this process: the engine locks out other processes alone. */
const lastWork = new Map<string, Promise<unknown>>();

/** Runs work with the warehouse file open and up to date: one process at a time, and in it one work after the other. */
export async function withLines<T>(
  dataDir: string,
  options: OpenOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const before = lastWork.get(dataDir);
  const { promise, resolve } = Promise.withResolvers<void>();
  lastWork.set(dataDir, promise);
  try {
    await before;
    return await open(dataDir, options, work);
  } finally {
    resolve();
    if (lastWork.get(dataDir) === promise) lastWork.delete(dataDir);
  }
}

async function open<T>(
  dataDir: string,
  { memory, mayMake = false, watch }: OpenOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const tmp = scratchPath(dataDir);
  const connection = await Connection.open(dataDir, { tmp, memory, mayMake });
  const endWatch = watch?.(connection);
  try {
    // What a writer left that was killed.
    await rm(tmp, { recursive: true, force: true });
    await mkdir(tmp);
    await migrate(connection);
    return await work(connection);
  } finally {
    endWatch?.();
    connection.close();
    // What this writer cannot remove, the next one does.
    await rm(tmp, { recursive: true, force: true }).catch(() => undefined);
  }
}
