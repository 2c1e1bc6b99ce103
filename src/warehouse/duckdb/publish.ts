import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED_SUFFIX, writeDurably } from '../../durable-file.ts';
import { UserError } from '../../errors.ts';
import type { Tables } from '../../snapshot/tables.ts';
import type { DataVersion, Loaded } from '../warehouse.ts';
import { loadApart } from './load-apart.ts';
import { encodeTables, readNames, readTables } from './snapshot-file.ts';

/** How many versions stay: the newest, and one before it for a reader that has just seen it named. */
const KEPT_VERSIONS = 2;

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
    this.#dir = join(dataDir, 'published');
    this.#pointer = join(this.#dir, 'current.json');
  }

  async current(): Promise<DataVersion | undefined> {
    try {
      const { version } = JSON.parse(await readFile(this.#pointer, 'utf8'));
      return Number(version);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      if (code === 'ENOTDIR') throw new UserError(`DATA_DIR must be a folder; it is ${this.#dataDir}`);
      throw error;
    }
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#read(version, readTables);
  }

  async loadPrepared(version: DataVersion): Promise<Loaded> {
    const loaded = await loadApart(this.#file(version));
    if (!loaded) throw this.#damaged(version);
    return loaded;
  }

  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>> {
    return this.#read(version, readNames);
  }

  async #read<T>(version: DataVersion, read: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(this.#file(version));
    try {
      return await read(file);
    } catch {
      throw this.#damaged(version);
    } finally {
      await file.close();
    }
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
    await writeDurably(this.#pointer, [`${JSON.stringify({ version })}\n`]);
    for (const file of await readdir(this.#dir)) {
      const other = Number(/^v(\d+)\./.exec(file)?.[1]);
      // What is not finished by now was left by a writer that was killed: there is only one at a time.
      const isLeft = file.endsWith(UNFINISHED_SUFFIX) || other > version || other <= version - KEPT_VERSIONS;
      if (isLeft) await rm(join(this.#dir, file), { force: true });
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
    return join(this.#dir, `v${version}.snapshot`);
  }
}
