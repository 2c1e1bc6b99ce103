import pg from 'pg';
import { UserError } from '../../errors/operators.ts';
import { DiskFull, StoreError } from '../../errors/stores.ts';

const READ_ONLY = '25006';
const NO_PARTITION = '23514';
const LOCKED = new Set(['55P03', '57014']);
const BUSY = new Set(['40001', '40P01', ...LOCKED, '53300']);
const DISK_FULL = '53100';
export const BUSY_MESSAGE = 'PostgreSQL is busy with the same accounts; try again';
/** The connection failed, or the server is going down. A protocol violation (08P01) is a defect of this program. */
const CUT_OFF = /^(08(?!P01)|57P)/;

/** The five characters by which PostgreSQL tells its errors apart; undefined for what is not from the server. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Whether the server has said that it did nothing. Where the connection ends while it works, or the server says that it
 * is shutting down, the work may have been committed.
 */
export function isNothingDone(error: unknown): boolean {
  const state = sqlState(error);
  return error instanceof UserError || (state !== undefined && !CUT_OFF.test(state));
}

/** Whether another batch was in the way, and the same again may go through. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(sqlState(error) ?? '');
}

/** Whether a lock was waited for in vain, or several one after the other. */
export function isLocked(error: unknown): boolean {
  return LOCKED.has(sqlState(error) ?? '');
}

/** Whether there is no place yet for the charges of a month. */
export function isMissingPartition(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === NO_PARTITION && error.constraint === undefined;
}

/** Whether another transaction has used what may be used once, since this one looked. */
export function isTakenMeanwhile(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Whether a server that took writes no longer does. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY;
}

/** An error of the driver as the rest of the program knows it. */
export function typedError(error: unknown): unknown {
  if (error instanceof UserError || error instanceof StoreError) return error;
  if (sqlState(error) === DISK_FULL) {
    return new DiskFull('The accounts cannot be written: the disk of PostgreSQL is full', { cause: error });
  }
  if (isBusy(error)) {
    return new StoreError('busy', BUSY_MESSAGE, { cause: error });
  }
  if (isNothingDone(error) && !isReadOnly(error)) return error;
  return unreachable(error);
}

export function unreachable(error: unknown): StoreError {
  return new StoreError('unreachable', 'The accounts in PostgreSQL cannot be reached', { cause: error });
}
