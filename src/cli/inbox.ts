import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvRecord } from '../csv.ts';
import { UserError } from '../errors.ts';
import { isDataFile, numberedName, REJECTS_SUFFIX } from './data-files.ts';

/** Names that programs give to files they have not finished. */
const UNFINISHED = /^\.|~$|\.(tmp|temp|part|partial|filepart|crdownload|download|swp)$/i;

/** A file that has arrived, and what tells whether it has changed since. */
export interface Arrival {
  readonly name: string;
  readonly path: string;
  readonly mark: string;
}

/**
 * A folder into which files are put to be imported. What was taken is moved to `taken/` in it, what was
 * refused to `refused/`: so the folder itself remembers, and holds what is still to be done.
 */
export class Inbox {
  readonly folder: string;
  readonly #settleMs: number;
  /** What each file looked like, and since when. */
  #seen = new Map<string, { readonly mark: string; readonly since: number }>();
  #foreign = new Set<string>();

  constructor(folder: string, settleMs: number) {
    this.folder = folder;
    this.#settleMs = settleMs;
  }

  /** Makes the folders for what is done; a UserError when that cannot be. */
  async prepare(): Promise<void> {
    const found = await stat(this.folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UserError(`${this.folder} is not a folder`);
    try {
      for (const name of ['taken', 'refused']) await mkdir(join(this.folder, name), { recursive: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UserError(`${this.folder} must be a folder that can be written (${code})`);
    }
  }

  /** The files that have arrived whole, by name; and those, once each, whose names are not those of data files. */
  async look(): Promise<{ arrived: Arrival[]; foreign: string[] }> {
    const names = (await this.#names()).sort();
    const before = this.#seen;
    this.#seen = new Map();
    const arrived: Arrival[] = [];
    const foreign = new Set<string>();
    for (const name of names) {
      const path = join(this.folder, name);
      const file = await stat(path).catch(() => undefined);
      if (!file?.isFile() || UNFINISHED.test(name) || name.endsWith(REJECTS_SUFFIX)) continue;
      if (!isDataFile(name)) {
        foreign.add(name);
        continue;
      }
      const mark = markOf(file);
      const last = before.get(name);
      const since = last?.mark === mark ? last.since : performance.now();
      this.#seen.set(name, { mark, since });
      // A file that was moved here is as old as it says; two looks, should the clocks differ.
      const quietMs = Math.max(performance.now() - since, Date.now() - file.mtimeMs);
      if (last?.mark === mark && quietMs >= this.#settleMs) arrived.push({ name, path, mark });
    }
    const news = [...foreign].filter((name) => !this.#foreign.has(name));
    this.#foreign = foreign;
    return { arrived, foreign: news };
  }

  /** Moves a file to those that were taken; undefined when it has changed since, and is to be looked at again. */
  async take(arrival: Arrival): Promise<string | undefined> {
    if (!(await this.isSame(arrival))) return undefined;
    return this.#move(arrival, await this.#freeName('taken', arrival.name));
  }

  /**
   * Moves a file to those that were refused, beside a list of what is wrong with it: that of its rows, or one of
   * a single reason. The list first: should this be cut short, the file is still there to be refused again.
   */
  async refuse(
    arrival: Arrival,
    why: string | { readonly reason: string },
  ): Promise<{ movedTo: string; rejectsFile: string } | undefined> {
    if (!(await this.isSame(arrival))) return undefined;
    const target = await this.#freeName('refused', arrival.name);
    const rejectsFile = `${target}${REJECTS_SUFFIX}`;
    if (typeof why === 'string') await moveAcross(why, rejectsFile);
    else await writeFile(rejectsFile, onlyReason(arrival.path, why.reason));
    return { movedTo: await this.#move(arrival, target), rejectsFile };
  }

  /** Whether a file is there as it was seen. */
  async isSame({ path, mark }: Arrival): Promise<boolean> {
    const file = await stat(path).catch(() => undefined);
    return file !== undefined && markOf(file) === mark;
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      throw new UserError(`Cannot read ${this.folder} (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  async #move({ name, path }: Arrival, target: string): Promise<string> {
    await rename(path, target);
    this.#seen.delete(name);
    return target;
  }

  /** A file of the same name that came earlier stays as it is. */
  async #freeName(place: 'taken' | 'refused', name: string): Promise<string> {
    const dir = join(this.folder, place);
    await mkdir(dir, { recursive: true });
    const there = new Set(await readdir(dir));
    let number = 1;
    while (there.has(numberedName(name, number))) number++;
    return join(dir, numberedName(name, number));
  }
}

function markOf(file: { size: number; mtimeMs: number; ino: number }): string {
  return `${file.size} ${file.mtimeMs} ${file.ino}`;
}

/** A rename, also from one disk to another. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  }
}

function onlyReason(file: string, reason: string): string {
  return `file,line,column,value,reason\n${csvRecord([file, null, null, null, reason])}\n`;
}
