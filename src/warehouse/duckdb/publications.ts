import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDurably, type FileSums, sumOf } from '../../disk/durable-copy.ts';
import { UNFINISHED_SUFFIX, writeDurably } from '../../disk/durable-file.ts';
import { NewerLayoutError } from '../../disk/layout.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf } from '../../errors/stores.ts';
import type { Day } from '../../lib/calendar.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import type { Tables } from '../../snapshot/tables.ts';
import { weekChecksums } from '../changes/figures/week-checksums.ts';
import { KEPT_VERSIONS, type Publications } from '../engine.ts';
import { loadApart } from '../versions/load-apart.ts';
import {
  newestNoted,
  type PublicationLog,
  readPublicationLog,
  withVersion,
  writePublicationLog,
} from '../versions/publication-log.ts';
import { encodeTables, readNames, readTables } from '../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded } from '../warehouse.ts';

export const PUBLISHED_FOLDER = 'published';
const POINTER = 'current.json';
const fileName = (version: DataVersion) => `v${version}.snapshot`;

/**
 * Published versions: one file each, never changed, and a small file that names the newest. Naming the next
 * is one rename, so a reader finds the old version or the new one, whole.
 */
export class FilePublications implements Publications {
  readonly #dataDir: string;
  readonly #dir: string;
  readonly #pointer: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#dir = join(dataDir, PUBLISHED_FOLDER);
    this.#pointer = join(this.#dir, POINTER);
  }

  async current(): Promise<DataVersion | undefined> {
    const pointer = await readFile(this.#pointer, 'utf8').catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      if (codeOf(error) !== 'ENOTDIR') throw error;
      throw new UserError(`DATA_DIR must be a folder; it is ${this.#dataDir}`);
    });
    if (pointer === undefined) return undefined;
    // A pointer that is damaged names nothing; the next publication writes it again.
    return versionIn(pointer) ?? (await this.#onDisk())[0];
  }

  async versions(): Promise<DataVersion[]> {
    const newest = await this.current();
    if (newest === undefined) return [];
    return [newest, ...(await this.#onDisk()).filter((version) => version < newest)];
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#read(version, readTables);
  }

  async loadDerived(version: DataVersion): Promise<Loaded> {
    const loaded = await loadApart(this.#file(version));
    if (loaded) return loaded;
    // Its beginning tells whether it is of a newer program, or cannot be opened.
    await this.describe(version);
    throw this.#unreadable(version, 'damaged');
  }

  describe(version: DataVersion): Promise<Description> {
    return this.#read(version, readNames);
  }

  async #read<T>(version: DataVersion, read: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(this.#file(version)).catch((error) => {
      throw this.#unreadable(
        version,
        codeOf(error) === 'ENOENT' ? 'missing' : `unreadable (${codeOf(error)})`,
      );
    });
    try {
      return await read(file);
    } catch (error) {
      throw error instanceof NewerLayoutError ? error : this.#unreadable(version, 'damaged');
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

  /** Writes a version to disk, and returns its SHA-256. Nobody reads it before it is named. */
  async write(tables: Tables): Promise<string> {
    mkdirSync(this.#dir, { recursive: true });
    const hash = createHash('sha256');
    const pieces = encodeTables(tables);
    for (const piece of pieces) hash.update(piece);
    await writeDurably(this.#file(tables.facts.version), pieces);
    return hash.digest('hex');
  }

  async sumOf(version: DataVersion): Promise<string> {
    return (await sumOf(this.#file(version))).sha256;
  }

  /** Publishes figures under another number, and not under theirs any more; returns the SHA-256. */
  async renumber(tables: Tables, version: DataVersion): Promise<string> {
    const { facts } = tables;
    if (facts.version === version) return this.sumOf(version);
    const sha256 = await this.write({ ...tables, facts: { ...facts, version } });
    await this.name(version);
    await this.drop(facts.version);
    return sha256;
  }

  /** What was noted so far: a writer reads it before its work, which a damaged one must not end. */
  log(): Promise<PublicationLog | undefined> {
    return readPublicationLog(this.#dataDir);
  }

  /** Notes what a version says before it is named: what was given out once is known from then on. */
  async note(log: PublicationLog | undefined, tables: Tables, sha256: string): Promise<void> {
    const { version, settings } = tables.facts;
    const weeks = isControlled(settings) ? weekChecksums(tables) : null;
    // As it is now: what was published elsewhere is noted by others meanwhile. The version is committed, so that one
    // which cannot be read any more ends nothing here.
    const now = (await this.log().catch(() => log)) ?? log;
    await writePublicationLog(this.#dataDir, withVersion(now, { version, sha256 }, weeks));
  }

  async weeks(): Promise<ReadonlyMap<Day, string>> {
    return (await this.log())?.weeks ?? new Map();
  }

  /** The next number that was never given out. */
  async next(base: DataVersion, log: PublicationLog | undefined): Promise<DataVersion> {
    return Math.max(base, (await this.current()) ?? 0, newestNoted(log)) + 1;
  }

  async has(version: DataVersion): Promise<boolean> {
    return stat(this.#file(version)).then(
      () => true,
      () => false,
    );
  }

  /** Names a version as the newest, and drops those that nobody needs any more. */
  async name(version: DataVersion): Promise<void> {
    await writeDurably(this.#pointer, [pointerTo(version)]);
    const kept = (await this.#onDisk()).filter((other) => other <= version).slice(0, KEPT_VERSIONS);
    for (const file of await readdir(this.#dir)) {
      const other = versionOf(file);
      // What is not finished by now was left by a writer that was killed: there is only one at a time.
      const isLeft = file.endsWith(UNFINISHED_SUFFIX) || (other !== undefined && !kept.includes(other));
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
      await writeDurably(join(folder, POINTER), [pointerTo(version)]);
      return {
        [`${PUBLISHED_FOLDER}/${fileName(version)}`]: sum,
        [`${PUBLISHED_FOLDER}/${POINTER}`]: await sumOf(join(folder, POINTER)),
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
    if (version === undefined) return 0;
    return (await stat(this.#file(version)).catch(() => undefined))?.size ?? 0;
  }

  /** Versions that have a file, the newest first, also one that is not named yet. */
  async #onDisk(): Promise<DataVersion[]> {
    const versions = (await readdir(this.#dir)).flatMap((file) => versionOf(file) ?? []);
    return versions.sort((a, b) => b - a);
  }

  #unreadable(version: DataVersion, state: string): UserError {
    return new UserError(`${this.#file(version)} is ${state}; "mdq refresh" publishes the data again`);
  }

  #file(version: DataVersion): string {
    return join(this.#dir, fileName(version));
  }
}

function pointerTo(version: DataVersion): string {
  return `${JSON.stringify({ version })}\n`;
}

function versionOf(file: string): DataVersion | undefined {
  const digits = /^v(\d+)\.snapshot$/.exec(file)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function versionIn(pointer: string): DataVersion | undefined {
  try {
    const { version } = JSON.parse(pointer);
    return Number.isSafeInteger(version) ? version : undefined;
  } catch {
    return undefined;
  }
}
