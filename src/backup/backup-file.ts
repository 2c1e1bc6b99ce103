import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { codeOf } from '../errors/stores.ts';

/**
 * Opens a file of a backup, which may come from anywhere: a link would lead out of it, and a pipe or a device may
 * never end. Undefined where there is none.
 */
export async function openBackupFile(dir: string, name: string): Promise<FileHandle | undefined> {
  const folder = dirname(name);
  if (folder !== '.' && (await lstat(join(dir, folder)).catch(() => undefined))?.isSymbolicLink())
    throw new UserError(`${folder} must be a folder, not a link`);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(dir, name), flags).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw code === 'ELOOP' || code === 'ENXIO'
      ? notRegular(name)
      : new UserError(`${name} cannot be read (${code})`);
  });
  if (!file || (await file.stat()).isFile()) return file;
  await file.close();
  throw notRegular(name);
}

function notRegular(name: string): UserError {
  return new UserError(`${name} must be a regular file, not a link, a folder, a pipe or a device`);
}
