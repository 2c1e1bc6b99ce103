import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './errors.ts';

/** Here a restore puts what it is about to move into place; as long as it is there, not all of it has been moved. */
export const RESTORING = 'restoring';

/** Makes the folder of the embedded stores when it is not there; a UserError when it cannot be used. */
export function prepareDataDir(dir: string): void {
  makeDataDir(dir);
  if (existsSync(join(dir, RESTORING))) {
    throw new UserError(`A restore into ${dir} was cut off; run the same "mdq restore" again to finish it`);
  }
}

/** The folder alone, whatever is in it. */
export function makeDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`DATA_DIR is ${dir}, but takes a folder that can be written (${code})`);
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
