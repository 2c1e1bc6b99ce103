import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, isDiskFull, UserError } from './errors.ts';

/** Makes the folder of the embedded stores when it is not there; a UserError when it cannot be written. */
export function prepareDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new UserError(`DATA_DIR must be a folder that can be written; it is ${dir} (${codeOf(error)})`);
  }
}

/** Not mkdir's own recursion: that never ends below a folder such as /proc, which exists and holds no new ones. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
