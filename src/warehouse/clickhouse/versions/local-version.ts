import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDataDir } from '../../../disk/data-dir.ts';
import { UNFINISHED_SUFFIX, writeDurably } from '../../../disk/durable-file.ts';
import { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import { fromBytes, readNames, readTables } from '../../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded, Published } from '../../warehouse.ts';
import { checksumOf, loadParts, unpack } from './parts.ts';

const FILE = 'warehouse.kept';

/** What stands before the parts, on a line of its own. */
interface Head {
  /** Which warehouse it is of. */
  readonly place: string;
  readonly version: DataVersion;
  readonly lengths: readonly number[];
  readonly sha256: string;
}

/**
 * The version that this machine loaded or published last, in a file: what a server serves that is started while the
 * warehouse cannot be reached, and what need not be sent to it again.
 */
export class LocalVersion implements Published {
  readonly #path: string;
  readonly #place: string;
  #writing = Promise.resolve();

  constructor(dataDir: string, place: string) {
    this.#path = join(dataDir, FILE);
    this.#place = place;
  }

  /** Begins to keep a version, and lets nobody wait for it. Where it cannot be written, there is none. */
  keep(version: DataVersion, parts: readonly Buffer[]): void {
    this.#writing = this.#writing.then(() => this.#write(version, parts)).catch(() => undefined);
  }

  /** All that was begun is written. */
  written(): Promise<void> {
    return this.#writing;
  }

  async current(): Promise<DataVersion | undefined> {
    return (await this.#read())?.version;
  }

  async versions(): Promise<DataVersion[]> {
    const version = await this.current();
    return version === undefined ? [] : [version];
  }

  /** The parts of a version, if they are here, with that checksum. */
  async parts(version: DataVersion, sha256: string): Promise<Buffer[] | undefined> {
    const kept = await this.#read((head) => head.version === version && head.sha256 === sha256);
    return kept?.parts;
  }

  async load(version: DataVersion): Promise<Tables> {
    return readTables(fromBytes(await unpack(await this.#parts(version))));
  }

  async loadDerived(version: DataVersion): Promise<Loaded> {
    return loadParts(await this.#parts(version), new UserError(`${this.#path} is damaged`));
  }

  async describe(version: DataVersion): Promise<Description> {
    const [header = Buffer.alloc(0)] = await this.#parts(version);
    return readNames(fromBytes(await unpack([header])));
  }

  async #write(version: DataVersion, parts: readonly Buffer[]): Promise<void> {
    const lengths = parts.map((part) => part.length);
    const head: Head = { place: this.#place, version, lengths, sha256: checksumOf(parts) };
    const dir = dirname(this.#path);
    makeDataDir(dir);
    // What a server left that was killed. One that is being written gives way: whoever needs it is sent it again.
    for (const name of await readdir(dir))
      if (name.startsWith(`${basename(this.#path)}.`) && name.endsWith(UNFINISHED_SUFFIX))
        await rm(join(dir, name), { force: true });
    await writeDurably(this.#path, [`${JSON.stringify(head)}\n`, ...parts]);
  }

  async #parts(version: DataVersion): Promise<Buffer[]> {
    const kept = await this.#read();
    if (kept?.version !== version) throw new UserError(`${this.#path} holds no version ${version}`);
    return kept.parts;
  }

  /** Undefined where there is none, of this warehouse and whole. */
  async #read(
    isWanted: (head: Head) => boolean = () => true,
  ): Promise<{ version: DataVersion; parts: Buffer[] } | undefined> {
    const bytes = await readFile(this.#path).catch(() => undefined);
    const end = bytes?.indexOf('\n') ?? -1;
    if (!bytes || end < 0) return undefined;
    const head = headOf(bytes.toString('utf8', 0, end));
    // A checksum of megabytes holds up calls, so it is for what is wanted alone.
    if (head?.place !== this.#place || !isWanted(head)) return undefined;
    const { version, lengths, sha256 } = head;
    let at = end + 1;
    const parts = lengths.map((length) => {
      at += length;
      return bytes.subarray(at - length, at);
    });
    return checksumOf(parts) === sha256 ? { version, parts } : undefined;
  }
}

function headOf(text: string): Head | undefined {
  try {
    return JSON.parse(text) as Head;
  } catch {
    return undefined;
  }
}
