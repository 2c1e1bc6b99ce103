import { mkdirSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { copyDurably, type FileSums, syncedSum, syncFolder } from '../../durable-copy.ts';
import { UserError } from '../../errors.ts';
import { NewerLayoutError } from '../../layout.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { DataVersion } from '../warehouse.ts';
import { encodeTables, readNames, readTables } from './snapshot-file.ts';

/** How many versions stay: the newest, and one before it for a reader that has just seen it named. */
const KEPT_VERSIONS = 2;

export const PUBLISHED_FOLDER = 'published';
const POINTER = 'current.json';
const fileName = (version: DataVersion) => `v${version}.snapshot`;

/**
 * Published versions: one file each, never changed, and a small file that names the newest. Naming the next
 * is one rename, so a reader finds the old version or the new one, whole.
 */
export class Publications {
  readonly #dataDir: string;
  readonly #dir: string;
  readonly #pointer: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#dir = join(dataDir, PUBLISHED_FOLDER);
    this.#pointer = join(this.#dir, POINTER);
  }

  async current(): Promise<DataVersion | undefined> {
    try {
      const { version } = JSON.parse(await readFile(this.#pointer, 'utf8'));
      return Number(version);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      if (code === 'ENOTDIR') throw new UserError(`DATA_DIR is ${this.#dataDir}, but takes a folder`);
      throw error;
    }
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#read(version, readTables);
  }

  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>> {
    return this.#read(version, readNames);
  }

  async #read<T>(version: DataVersion, read: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(this.#file(version));
    try {
      return await read(file);
    } catch (error) {
      throw error instanceof NewerLayoutError ? error : this.#damaged(version);
    } finally {
      await file.close();
    }
  }

  /** Before a writer replaces what is published: what a newer program has published is not replaced. */
  async refuseNewer(): Promise<void> {
    const version = await this.current();
    if (version === undefined) return;
    await this.describe(version).catch((error: unknown) => {
      // What is missing or damaged is made again.
      if (error instanceof NewerLayoutError) throw error;
    });
  }

  /** Writes a version to disk. Nobody reads it before it is named. */
  async write(tables: Tables): Promise<void> {
    mkdirSync(this.#dir, { recursive: true });
    await writeDurably(this.#file(tables.facts.version), encodeTables(tables));
  }

  async has(version: DataVersion): Promise<boolean> {
    return stat(this.#file(version)).then(
      () => true,
      () => false,
    );
  }

  /** Names a version as the newest, and drops those that nobody needs any more. */
  async name(version: DataVersion): Promise<void> {
    await writeDurably(this.#pointer, [Buffer.from(pointerTo(version))]);
    for (const file of await readdir(this.#dir)) {
      const other = Number(/^v(\d+)\./.exec(file)?.[1]);
      // What is not finished by now was left by a writer that was killed: there is only one at a time.
      const isLeft = file.endsWith('.tmp') || other > version || other <= version - KEPT_VERSIONS;
      if (isLeft) await rm(join(this.#dir, file), { force: true });
    }
  }

  /** Copies a version into another data folder, where it is the only one. */
  async copyTo(dataDir: string, version: DataVersion): Promise<FileSums> {
    const folder = join(dataDir, PUBLISHED_FOLDER);
    await mkdir(folder, { mode: 0o700 });
    const from = await open(this.#file(version));
    try {
      const sum = await copyDurably(from, join(folder, fileName(version)));
      await writeFile(join(folder, POINTER), pointerTo(version), { mode: 0o600, flag: 'wx' });
      const pointer = await syncedSum(join(folder, POINTER));
      await syncFolder(folder);
      return {
        [`${PUBLISHED_FOLDER}/${fileName(version)}`]: sum,
        [`${PUBLISHED_FOLDER}/${POINTER}`]: pointer,
      };
    } finally {
      await from.close();
    }
  }

  /** Takes back a version that was written and will never be named. */
  async drop(version: DataVersion): Promise<void> {
    await rm(this.#file(version), { force: true });
  }

  async bytes(): Promise<number> {
    const version = await this.current();
    return version === undefined ? 0 : (await stat(this.#file(version))).size;
  }

  #damaged(version: DataVersion): UserError {
    return new UserError(`${this.#file(version)} is damaged; "mdq refresh" makes it anew`);
  }

  #file(version: DataVersion): string {
    return join(this.#dir, fileName(version));
  }
}

function pointerTo(version: DataVersion): string {
  return `${JSON.stringify({ version })}\n`;
}

/** Puts a file in place in one step, once all of it is on disk. */
async function writeDurably(path: string, parts: readonly Buffer[]): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      for (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // On a full disk every byte counts, for the accounts too.
    await rm(temporary, { force: true });
    throw error;
  }
  const dir = await open(join(path, '..'));
  await dir.sync().finally(() => dir.close());
}
