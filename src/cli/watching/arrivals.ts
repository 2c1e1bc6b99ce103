import { constants, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openNoLink } from '../../disk/no-link.ts';
import { codeOf } from '../../errors/stores.ts';
import { isDataFile, REJECTS_SUFFIX } from '../../warehouse/deliveries/data-file-names.ts';

/** Names that programs give to files they have not finished. */
const UNFINISHED = /^\.|~$|\.(tmp|temp|part|partial|filepart|crdownload|download|swp)$/i;
/** What stands in a folder that is complete. */
const SUCCESS = '_SUCCESS';
/** What is no data in a folder. */
const HIDDEN = /^[._]/;
/** A folder that has not changed for so long will hardly be completed. */
const LONG_UNFINISHED_MS = 24 * 60 * 60 * 1000;

/** Why something is left where it is. */
export type WhyIgnored =
  | 'its name'
  | 'no UTF-8 in its name'
  | 'not a regular file'
  | 'not in a folder'
  | 'no _SUCCESS for a day'
  | 'may not be read';

/** Folders of files are always taken; single files too, unless a profile names tables, which need a folder. */
export type Takes = 'all' | 'folders';

/** A file, or a folder of files, as it was seen. */
export interface Seen {
  /** Whether it has changed since can be told by it. */
  readonly mark: string;
  readonly changedMs: number;
  /** The mark of the file, or of each regular file in the folder that may be data, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Looks at something in a watched folder: undefined for what is not finished, or is none of our business. */
export async function see(path: string, name: string, takes: Takes): Promise<Seen | WhyIgnored | undefined> {
  const found = await lstat(path).catch(() => undefined);
  // Such a name cannot be opened: what stands for its bytes is no part of it.
  if (!found && name.includes('\ufffd')) return 'no UTF-8 in its name';
  if (!found || UNFINISHED.test(name) || name.endsWith(REJECTS_SUFFIX)) return undefined;
  if (found.isDirectory()) return HIDDEN.test(name) ? undefined : seeFolder(path);
  if (!found.isFile()) return 'not a regular file';
  if (!isDataFile(name)) return 'its name';
  if (takes === 'folders') return 'not in a folder';
  const mark = markOf(found);
  return { mark, changedMs: found.mtimeMs, files: new Map([[path, mark]]) };
}

async function seeFolder(path: string): Promise<Seen | WhyIgnored | undefined> {
  const opened = await openNoLink(path, constants.O_DIRECTORY).catch((error) =>
    codeOf(error) === 'EACCES' ? ('may not be read' as const) : undefined,
  );
  if (!opened || typeof opened === 'string') return opened;
  await using handle = opened.handle;
  const folder = await handle.stat();
  const names = (await readdir(opened.path)).filter((name) => name === SUCCESS || !HIDDEN.test(name)).sort();
  const marks = new Map<string, string>();
  let changedMs = folder.mtimeMs;
  for (const name of names) {
    const file = await lstat(join(opened.path, name)).catch(() => undefined);
    if (!file?.isFile()) continue;
    marks.set(name, markOf(file));
    changedMs = Math.max(changedMs, file.mtimeMs);
  }
  if (!marks.has(SUCCESS))
    return Date.now() - changedMs >= LONG_UNFINISHED_MS ? 'no _SUCCESS for a day' : undefined;
  const mark = JSON.stringify([markOf(folder), ...marks]);
  marks.delete(SUCCESS);
  return { mark, changedMs, files: new Map([...marks].map(([name, each]) => [join(path, name), each])) };
}

export function markOf(file: Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>): string {
  return `${file.dev} ${file.ino} ${file.size} ${file.mtimeMs} ${file.ctimeMs}`;
}
