import { DiskFull } from '../../errors.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return kindOf(error) === SQLITE_BUSY;
}

/** An error of SQLite as the rest of the program knows it. */
export function typedError(error: unknown): unknown {
  return kindOf(error) === SQLITE_FULL
    ? new DiskFull('The accounts cannot be written: the disk is full', { cause: error })
    : error;
}

function kindOf(error: unknown): number {
  const { errcode = 0 } = error as { errcode?: number };
  // The lower byte is the kind of error, whatever its details.
  return errcode & 0xff;
}
