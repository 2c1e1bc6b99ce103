import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './errors.ts';

/** Makes the folder of the embedded stores when it is not there; a UserError when it cannot be written. */
export function prepareDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`DATA_DIR must be a folder that can be written; it is ${dir} (${code})`);
  }
}

/** Not mkdir's own recursion: that never ends below a folder such as /proc, which exists and holds no new ones. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
