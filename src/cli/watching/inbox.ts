import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../disk/durable-file.ts';
import { type NoLink, openNoLink } from '../../disk/no-link.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf } from '../../errors/stores.ts';
import { REJECTS_SUFFIX } from '../../warehouse/deliveries/data-file-names.ts';
import {
  freeName,
  inPlace,
  onlyReason,
  PLACES,
  type Place,
  REPORT_SUFFIX,
} from '../../warehouse/deliveries/places.ts';
import { FileRefused } from '../../warehouse/warehouse-errors.ts';
import { markOf, type Seen, see, type Takes, type WhyIgnored } from './arrivals.ts';

/** A file that has arrived, or a folder of files, and what tells whether it has changed since. */
export interface Arrived extends Pick<Seen, 'mark' | 'files'> {
  readonly name: string;
  readonly path: string;
}

/** What is left where it is, and why. */
export interface Ignored {
  readonly name: string;
  readonly reason: WhyIgnored;
}

/**
 * A folder into which files, or folders of files, are put to be imported. What was taken is moved to `taken/` in it, what was
 * refused to `refused/`: so the folder itself remembers, and holds what is still to be done.
 *
 * Others write to it, and may mean harm: only regular files are taken, no link is ever followed, and nothing is
 * written into a file that is there.
 */
export class Inbox {
  readonly folder: string;
  readonly #quietMs: number;
  readonly #takes: Takes;
  /** What each of them looked like, and since when. */
  #seen = new Map<string, { readonly mark: string; readonly since: number }>();
  #ignored = new Map<string, Ignored>();

  constructor(folder: string, quietMs: number, takes: Takes = 'all') {
    this.folder = folder;
    this.#quietMs = quietMs;
    this.#takes = takes;
  }

  /** Makes the folders for what is done; a UserError when that cannot be. */
  async makeFolders(): Promise<void> {
    const found = await stat(this.folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UserError(`${this.folder} is not a folder`);
    for (const place of PLACES) await this.#in(place, async () => undefined);
  }

  /** What has arrived completely, by name; and what is left where it is, each reported once. */
  async look(): Promise<{ arrived: Arrived[]; ignored: Ignored[] }> {
    const names = (await this.#names()).filter((name) => !PLACES.some((place) => place === name)).sort();
    const before = this.#seen;
    this.#seen = new Map();
    const arrived: Arrived[] = [];
    const ignored = new Map<string, Ignored>();
    for (const name of names) {
      const path = join(this.folder, name);
      const found = await see(path, name, this.#takes);
      if (typeof found === 'string') ignored.set(name, { name, reason: found });
      if (!found || typeof found === 'string') continue;
      const { mark, files, changedMs } = found;
      const last = before.get(name);
      const since = last?.mark === mark ? last.since : performance.now();
      this.#seen.set(name, { mark, since });
      // A file that was moved here is as old as it says; two looks, should the clocks differ.
      const unchangedMs = Math.max(performance.now() - since, Date.now() - changedMs);
      if (last?.mark === mark && unchangedMs >= this.#quietMs) arrived.push({ name, path, mark, files });
    }
    const news = [...ignored.values()].filter(
      ({ name, reason }) => this.#ignored.get(name)?.reason !== reason,
    );
    this.#ignored = ignored;
    return { arrived, ignored: news };
  }

  /**
   * Runs work on the content of some of the files that have arrived: for each it gets a path that leads to the very file
   * that was seen, also when its name is given to a link meanwhile. Undefined when one has changed since, and is to be
   * looked at again.
   */
  async read<T>(
    { files }: Arrived,
    paths: readonly string[],
    work: (contents: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T | undefined> {
    await using opened = new AsyncDisposableStack();
    const contents = new Map<string, string>();
    for (const path of paths) {
      const file = await openSeen(path);
      if (!file) return undefined;
      const found = await opened.use(file.handle).stat();
      if (!found.isFile() || markOf(found) !== files.get(path)) return undefined;
      contents.set(path, file.path);
    }
    return await work(contents);
  }

  /** Moves a file to those that were taken; undefined when it has changed since, and is to be looked at again. */
  async take(file: Arrived): Promise<string | undefined> {
    if (!(await this.#isSame(file))) return undefined;
    return this.#in('taken', async (dir) => {
      const name = await freeName(dir, file.name, 'taken');
      return this.#move(file, 'taken', dir, name);
    });
  }

  /**
   * Moves a file to those that are held, with its report beside it. It is recorded first, by the name that it has there:
   * should this be cut short, the file is still where it arrived. Undefined when it has changed since.
   */
  async hold(file: Arrived, record: (name: string) => Promise<string>): Promise<string | undefined> {
    if (!(await this.#isSame(file))) return undefined;
    return this.#in('held', async (dir) => {
      const name = await freeName(dir, file.name, 'held');
      const report = await record(name);
      // Whoever delivers may have changed it before its hash was taken: then the hash is not of what was imported.
      if (!(await this.#isSame(file))) return undefined;
      await writeDurably(join(dir, `${name}${REPORT_SUFFIX}`), [report]);
      return this.#move(file, 'held', dir, name);
    });
  }

  /**
   * Moves a file to those that were refused, beside a list of what is wrong with it: that of its rows, or one of
   * a single reason. The list first: should this be cut short, the file is still there to be refused again.
   */
  async refuse(
    file: Arrived,
    why: string | { readonly reason: string },
  ): Promise<{ movedTo: string; rejectsFile: string } | undefined> {
    if (!(await this.#isSame(file))) return undefined;
    return this.#in('refused', async (dir) => {
      const name = await freeName(dir, file.name, 'refused');
      const list = `${name}${REJECTS_SUFFIX}`;
      if (typeof why === 'string') await moveAcross(why, join(dir, list));
      else {
        const moved = join(this.folder, 'refused', name);
        await writeDurably(join(dir, list), [onlyReason(moved, why.reason.replaceAll(file.path, moved))]);
      }
      const movedTo = await this.#move(file, 'refused', dir, name).catch(async (error) => {
        // Or each try would leave one more.
        await rm(join(dir, list), { force: true });
        throw error;
      });
      return { movedTo, rejectsFile: join(this.folder, 'refused', list) };
    });
  }

  /** Whether a file is there as it was seen. */
  async #isSame({ path, name, mark }: Arrived): Promise<boolean> {
    const found = await see(path, name, this.#takes);
    return typeof found === 'object' && found.mark === mark;
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      throw new UserError(`Cannot read ${this.folder} (${codeOf(error)})`);
    }
  }

  #in<T>(place: Place, work: (dir: string) => Promise<T>): Promise<T> {
    return inPlace(this.folder, place, work);
  }

  async #move({ name, path }: Arrived, place: Place, dir: string, newName: string): Promise<string> {
    // A rename moves a link and follows none.
    await rename(path, join(dir, newName));
    this.#seen.delete(name);
    return join(this.folder, place, newName);
  }
}

/** Undefined for what is gone, or is a link by now. */
async function openSeen(path: string): Promise<NoLink | undefined> {
  return openNoLink(path).catch((error) => {
    if (codeOf(error) === 'EACCES') throw new FileRefused(`${path} may not be read`);
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
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
