import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDataDir } from '../../disk/data-dir.ts';
import { isRunning } from '../../disk/is-running.ts';
import { codeOf } from '../../errors/stores.ts';
import { Connection } from '../database/connection.ts';
import type { OnProgress } from '../warehouse.ts';
import type { IntakePlace } from './intake.ts';

/** Where files are read and checked before their rows go elsewhere. */
const SCRATCH = 'intake.tmp';

interface IntakeOptions {
  readonly dataDir: string;
  /** Bytes that the engine which reads files may take. */
  readonly memory: number;
  readonly onProgress: OnProgress;
}

/** Runs work with a folder and an engine of its own to read files; nothing of either is left. */
export async function withIntake<T>(
  { dataDir, memory, onProgress }: IntakeOptions,
  work: (intake: IntakePlace) => Promise<T>,
): Promise<T> {
  const scratch = join(dataDir, SCRATCH);
  const workDir = await makeWorkDir(dataDir, scratch);
  try {
    const connection = await Connection.temporary({ tmp: workDir, memory });
    try {
      return await work({ connection, workDir, dataDir, memory: memory / 2, onProgress });
    } finally {
      connection.close();
    }
  } finally {
    // What this writer cannot remove, the next one does.
    await rm(workDir, { recursive: true, force: true }).catch(() => undefined);
    // It stays while another writer is at work in it.
    await rmdir(scratch).catch(() => undefined);
  }
}

/** A folder for this writer, without what writers have left that were killed. */
async function makeWorkDir(dataDir: string, scratch: string): Promise<string> {
  ensureDataDir(dataDir);
  for (const name of await readdir(scratch).catch(() => []))
    if (!isRunning(Number.parseInt(name, 10)))
      await rm(join(scratch, name), { recursive: true, force: true });
  for (;;) {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    try {
      return await mkdtemp(join(scratch, `${process.pid}-`));
    } catch (error) {
      // Another writer has just ended, and has removed the folder around.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}
