import {
  accessSync,
  chmodSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { codeOf, isDiskFull } from '../errors/stores.ts';

/** Here a restore puts what it is about to move into place; as long as it is there, not all of it has been moved. */
export const RESTORING = 'restoring';

/** Makes the folder of the embedded stores when it is not there; a UserError when it cannot be used. */
export function ensureDataDir(dir: string): void {
  assertWhole(dir);
  makeDataDir(dir);
}

/** A folder in which a restore was cut off holds a part of one store and a part of another, or none. */
export function assertWhole(dir: string): void {
  if (!existsSync(join(dir, RESTORING))) return;
  throw new UserError(`A restore into ${dir} was cut off; run the same "mdq restore" again to finish it`);
}

/** The folder alone, whatever is in it. */
export function makeDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new UserError(`DATA_DIR must be a folder that can be written; it is ${dir} (${codeOf(error)})`);
  }
  closeToOthers(dir);
}

/** Not mkdir's own recursion: that never ends below a folder such as /proc, which exists and holds no new ones. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** What we put into a folder, by name: files, and folders with what we put into those. */
interface Ours {
  readonly files: RegExp;
  readonly folders?: Readonly<Record<string, Ours>>;
}

const OURS: Ours = {
  files:
    /^(accounts\.sqlite|warehouse\.duckdb|warehouse\.kept|demo\.key|import-failed\.json|last-(audit|backup)\.json|publications\.json)([-.].*)?$/,
  folders: {
    published: { files: /^(current\.json|v\d+\.snapshot)(\..*)?$/ },
    rejects: { files: /^\d{4}-\d{2}-\d{2}T.*\.csv(\..*)?$/ },
    'warehouse.duckdb.tmp': { files: /^/ },
    'intake.tmp': { files: /^/ },
  },
};

/**
 * Takes away what others may do with the files that are ours, which an earlier version or a copy may have left open.
 * A folder may hold files of other people too, even DATA_DIR itself: those stay as they are, and so does the folder.
 */
function closeToOthers(dir: string, { files, folders = {} }: Ours = OURS): void {
  let isAllOurs = true;
  for (const entry of entriesOf(dir)) {
    const path = join(dir, entry.name);
    const inside = folders[entry.name];
    if (entry.isFile() && files.test(entry.name)) setMode(path, 0o600);
    else if (entry.isDirectory() && inside) closeToOthers(path, inside);
    else isAllOurs = false;
  }
  if (isAllOurs) setMode(dir, 0o700);
}

/** What may not be read cannot be corrected; who needs it says so. */
function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

function setMode(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    // Gone by now, another user's, or on a file system that has no modes or may not be written.
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  }
}
