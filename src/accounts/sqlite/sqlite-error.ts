import { DiskFull, StoreError } from '../../errors/stores.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return kindOf(error) === SQLITE_BUSY;
}

/** A write to a store that is being left for another. */
const SQLITE_CONSTRAINT_TRIGGER = 1811;

/** Whether a write was refused because the accounts are being moved. */
export function isMoving(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_CONSTRAINT_TRIGGER;
}

export function movingError(cause?: unknown): StoreError {
  return new StoreError(
    'moving',
    'The accounts are being moved by "mdq migrate --finish", so nothing can be changed. ' +
      'If it was killed, run it again; without --finish it lets calls go on here',
    { cause },
  );
}

/** An error of SQLite as the rest of the program knows it. */
export function typedError(error: unknown): unknown {
  if (isMoving(error)) return movingError(error);
  switch (kindOf(error)) {
    case SQLITE_FULL:
      return new DiskFull('The accounts cannot be written: the disk is full', { cause: error });
    case SQLITE_BUSY:
      return new StoreError('busy', 'The accounts are locked by another process; try again', {
        cause: error,
      });
    default:
      return error;
  }
}

function kindOf(error: unknown): number {
  const { errcode = 0 } = error as { errcode?: number };
  // The lower byte is the kind of error, whatever its details.
  return errcode & 0xff;
}
