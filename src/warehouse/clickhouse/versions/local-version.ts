import { open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDataDir } from '../../../disk/data-dir.ts';
import { UNFINISHED_SUFFIX, writeDurably } from '../../../disk/durable-file.ts';
import { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import { loadPartsApart } from '../../versions/load-apart.ts';
import { readNames, readTables } from '../../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded, Published } from '../../warehouse.ts';
import { checksumOf, inParts, whyUnreadable } from './parts.ts';

const FILE = 'warehouse.kept';

/** What stands before the parts, on a line of its own. */
interface Head {
  /** Which warehouse it is of. */
  readonly place: string;
  readonly version: DataVersion;
  readonly lengths: readonly number[];
  readonly sha256: string;
}

interface Copy extends Head {
  readonly parts: readonly Buffer[];
}

/** More than the lengths of all parts take. */
const MAX_HEAD_BYTES = 64 * 1024;

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

  /** Begins to write a copy, without waiting for it. Where it cannot be written, there is none. */
  save(version: DataVersion, parts: readonly Buffer[], sha256: string): void {
    this.#writing = this.#writing.then(() => this.#write(version, parts, sha256)).catch(() => undefined);
  }

  /** All that was begun is written. */
  written(): Promise<void> {
    return this.#writing;
  }

  async current(): Promise<DataVersion | undefined> {
    return (await this.#whole())?.version;
  }

  async versions(): Promise<DataVersion[]> {
    const version = await this.current();
    return version === undefined ? [] : [version];
  }

  /** The parts of a version, if they are here as those of that checksum, which they may turn out not to have. */
  async parts(version: DataVersion, sha256: string): Promise<readonly Buffer[] | undefined> {
    const copy = await this.#read((head) => head.version === version && head.sha256 === sha256);
    return copy?.parts;
  }

  async load(version: DataVersion): Promise<Tables> {
    const { parts } = await this.#copy(version);
    return readTables(inParts(parts));
  }

  async loadDerived(version: DataVersion): Promise<Loaded> {
    // The thread that loads it compares the checksum.
    const copy = await this.#read((head) => head.version === version);
    if (!copy) throw this.#without(version);
    const { parts, sha256 } = copy;
    const loaded = await loadPartsApart(parts, sha256);
    if (!loaded) throw await whyUnreadable(parts, new UserError(`${this.#path} is damaged`));
    return loaded;
  }

  async describe(version: DataVersion): Promise<Description> {
    const [header = Buffer.alloc(0)] = (await this.#copy(version)).parts;
    return readNames(inParts([header]));
  }

  async #write(version: DataVersion, parts: readonly Buffer[], sha256: string): Promise<void> {
    const lengths = parts.map((part) => part.length);
    const head: Head = { place: this.#place, version, lengths, sha256 };
    const dir = dirname(this.#path);
    makeDataDir(dir);
    // Removes what a killed server left, and a copy that another one is writing: that server can get the version again.
    for (const name of await readdir(dir))
      if (name.startsWith(`${basename(this.#path)}.`) && name.endsWith(UNFINISHED_SUFFIX))
        await rm(join(dir, name), { force: true });
    await writeDurably(this.#path, [`${JSON.stringify(head)}\n`, ...parts]);
  }

  async #copy(version: DataVersion): Promise<Copy> {
    const copy = await this.#whole();
    if (copy?.version !== version) throw this.#without(version);
    return copy;
  }

  #without(version: DataVersion): UserError {
    return new UserError(`${this.#path} holds no version ${version}`);
  }

  /** Undefined where there is none of this warehouse, or it is damaged. */
  async #whole(): Promise<Copy | undefined> {
    const copy = await this.#read();
    return copy && checksumOf(copy.parts) === copy.sha256 ? copy : undefined;
  }

  /** As it stands in the file, of which no more is read than is wanted: it is checked by those who need it whole. */
  async #read(isWanted: (head: Head) => boolean = () => true): Promise<Copy | undefined> {
    const file = await open(this.#path).catch(() => undefined);
    if (!file) return undefined;
    try {
      const start = Buffer.alloc(MAX_HEAD_BYTES);
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      const end = start.subarray(0, bytesRead).indexOf('\n');
      const head = end < 0 ? undefined : headOf(start.toString('utf8', 0, end));
      if (head?.place !== this.#place || !isWanted(head)) return undefined;
      const parts: Buffer[] = [];
      let at = end + 1;
      const size = head.lengths.reduce((sum, length) => sum + length, at);
      if (size !== (await file.stat()).size) return undefined;
      for (const length of head.lengths) {
        const part = Buffer.alloc(length);
        await file.read(part, 0, length, at);
        parts.push(part);
        at += length;
      }
      return { ...head, parts };
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  }
}

function headOf(text: string): Head | undefined {
  try {
    return JSON.parse(text) as Head;
  } catch {
    return undefined;
  }
}
