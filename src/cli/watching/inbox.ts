import { constants, createReadStream } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_DURABLE_NAME_BYTES, MAX_NAME_BYTES, writeDurably } from '../../disk/durable-file.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf, isDiskFull } from '../../errors/stores.ts';
import { csvRecord } from '../../lib/csv.ts';
import { FileRefused } from '../../warehouse/warehouse-errors.ts';
import { isDataFile, numberedName, REJECTS_SUFFIX } from '../data-files.ts';

/** Names that programs give to files they have not finished. */
const UNFINISHED = /^\.|~$|\.(tmp|temp|part|partial|filepart|crdownload|download|swp)$/i;

/** A file that has arrived, and what tells whether it has changed since. */
export interface ArrivedFile {
  readonly name: string;
  readonly path: string;
  readonly mark: string;
}

/** A file that is left where it is, and why. */
export interface IgnoredFile {
  readonly name: string;
  readonly reason: 'its name' | 'not a regular file';
}

type Place = 'taken' | 'refused';

/** Beside what was refused there has to be room for the name of its list. */
const NAME_BYTES: Readonly<Record<Place, number>> = {
  taken: MAX_NAME_BYTES,
  refused: MAX_DURABLE_NAME_BYTES - REJECTS_SUFFIX.length,
};

/**
 * A folder into which files are put to be imported. What was taken is moved to `taken/` in it, what was
 * refused to `refused/`: so the folder itself remembers, and holds what is still to be done.
 *
 * Others write to it, and may mean harm: only regular files are taken, no link is ever followed, and nothing is
 * written into a file that is there.
 */
export class Inbox {
  readonly folder: string;
  readonly #settleMs: number;
  /** What each file looked like, and since when. */
  #seen = new Map<string, { readonly mark: string; readonly since: number }>();
  #ignored = new Map<string, IgnoredFile>();

  constructor(folder: string, settleMs: number) {
    this.folder = folder;
    this.#settleMs = settleMs;
  }

  /** Makes the folders for what is done; a UserError when that cannot be. */
  async prepare(): Promise<void> {
    const found = await stat(this.folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UserError(`${this.folder} is not a folder`);
    for (const place of ['taken', 'refused'] as const) await this.#in(place, async () => undefined);
  }

  /** The files that have arrived whole, by name; and those, once each, that are left where they are. */
  async look(): Promise<{ arrived: ArrivedFile[]; ignored: IgnoredFile[] }> {
    const names = (await this.#names()).sort();
    const before = this.#seen;
    this.#seen = new Map();
    const arrived: ArrivedFile[] = [];
    const ignored = new Map<string, IgnoredFile>();
    for (const name of names) {
      const path = join(this.folder, name);
      const file = await lstat(path).catch(() => undefined);
      if (!file || file.isDirectory() || UNFINISHED.test(name) || name.endsWith(REJECTS_SUFFIX)) continue;
      if (!isDataFile(name) || !file.isFile()) {
        ignored.set(name, { name, reason: file.isFile() ? 'its name' : 'not a regular file' });
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
    const news = [...ignored.values()].filter(({ name }) => !this.#ignored.has(name));
    this.#ignored = ignored;
    return { arrived, ignored: news };
  }

  /**
   * Runs work on the content of a file: it gets a path that leads to the very file that was seen, also when its name
   * is given to a link meanwhile. Undefined when it has changed since, and is to be looked at again.
   */
  async read<T>(file: ArrivedFile, work: (content: string) => Promise<T>): Promise<T | undefined> {
    const opened = await openNoLink(file.path).catch((error) => {
      if (codeOf(error) === 'EACCES') throw new FileRefused(`${file.path} may not be read`);
      if (['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return undefined;
      throw error;
    });
    if (!opened) return undefined;
    await using handle = opened.handle;
    const found = await handle.stat();
    if (!found.isFile() || markOf(found) !== file.mark) return undefined;
    return await work(opened.path);
  }

  /** Moves a file to those that were taken; undefined when it has changed since, and is to be looked at again. */
  async take(file: ArrivedFile): Promise<string | undefined> {
    if (!(await this.#isSame(file))) return undefined;
    return this.#in('taken', async (dir) => {
      const name = await freeName(dir, file.name, NAME_BYTES.taken);
      return this.#move(file, 'taken', dir, name);
    });
  }

  /**
   * Moves a file to those that were refused, beside a list of what is wrong with it: that of its rows, or one of
   * a single reason. The list first: should this be cut short, the file is still there to be refused again.
   */
  async refuse(
    file: ArrivedFile,
    why: string | { readonly reason: string },
  ): Promise<{ movedTo: string; rejectsFile: string } | undefined> {
    if (!(await this.#isSame(file))) return undefined;
    return this.#in('refused', async (dir) => {
      const name = await freeName(dir, file.name, NAME_BYTES.refused);
      const list = `${name}${REJECTS_SUFFIX}`;
      if (typeof why === 'string') await moveAcross(why, join(dir, list));
      else await writeDurably(join(dir, list), [onlyReason(file.path, why.reason)]);
      const movedTo = await this.#move(file, 'refused', dir, name).catch(async (error) => {
        // Or each try would leave one more.
        await rm(join(dir, list), { force: true });
        throw error;
      });
      return { movedTo, rejectsFile: join(this.folder, 'refused', list) };
    });
  }

  /** Whether a file is there as it was seen. */
  async #isSame({ path, mark }: ArrivedFile): Promise<boolean> {
    const file = await lstat(path).catch(() => undefined);
    return file !== undefined && markOf(file) === mark;
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      throw new UserError(`Cannot read ${this.folder} (${codeOf(error)})`);
    }
  }

  /** Runs work in one of our folders; names in it are to be joined to the path that the work gets. */
  async #in<T>(place: Place, work: (dir: string) => Promise<T>): Promise<T> {
    const folder = await this.#open(place);
    try {
      return await work(folder.path);
    } finally {
      await folder.handle.close();
    }
  }

  /** Opens one of our folders, making it when it is not there. */
  async #open(place: Place): Promise<NoLink> {
    const path = join(this.folder, place);
    try {
      await mkdir(path).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      return await openNoLink(path, constants.O_DIRECTORY);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      if (['ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? ''))
        throw new UserError(`${path} must be a folder; remove the link or file of that name`);
      throw new UserError(`${this.folder} must be a folder that can be written (${codeOf(error)})`);
    }
  }

  async #move({ name, path }: ArrivedFile, place: Place, dir: string, newName: string): Promise<string> {
    // A rename moves a link and follows none.
    await rename(path, join(dir, newName));
    this.#seen.delete(name);
    return join(this.folder, place, newName);
  }
}

/** A file or list of the same name that came earlier stays as it is. */
async function freeName(dir: string, name: string, mostBytes: number): Promise<string> {
  const there = new Set(await readdir(dir));
  for (let number = 1; ; number++) {
    const free = numberedName(name, number, mostBytes);
    if (!there.has(free) && !there.has(`${free}${REJECTS_SUFFIX}`)) return free;
  }
}

function markOf(file: { dev: number; ino: number; size: number; mtimeMs: number; ctimeMs: number }): string {
  return `${file.dev} ${file.ino} ${file.size} ${file.mtimeMs} ${file.ctimeMs}`;
}

/** A rename, also from one disk to another. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await writeDurably(to, createReadStream(from));
    await rm(from);
  }
}

function onlyReason(file: string, reason: string): string {
  return `file,line,column,value,reason\n${csvRecord([file, null, null, null, reason])}\n`;
}

interface NoLink {
  readonly handle: FileHandle;
  /** Leads to what was opened, whatever its name leads to by now. */
  readonly path: string;
}

/**
 * Opens a file or a folder that is no link. Where others may write, a name can be given to something else between any
 * two looks at it; what is open stays what it is. So it is checked once it is open, and used from then on by a path
 * that leads to the open file. Linux has such paths; on other systems it is the name, as it was at this moment.
 */
async function openNoLink(path: string, flags = 0): Promise<NoLink> {
  // Without O_NONBLOCK a pipe would keep us waiting for somebody who writes to it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags);
  return { handle, path: process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path };
}
