import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './sqlite-error.ts';

/**
 * Runs work in one write transaction: all of it is on disk when this returns, or none of it ever was. Inside one that is
 * open already, it is a part of that.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs work that only reads, on one state of the store, whatever is written meanwhile. */
export function inReading<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}

/** For so long another process may hold the store. */
const LOCKED_MS = 5000;
const RETRY_MS = 5;

/**
 * The same for work that awaits, over a connection that nothing else uses meanwhile. A lock that is held by others is
 * waited for without holding up the thread.
 */
export async function inTransactionAwaiting<T>(db: DatabaseSync, work: () => Promise<T>): Promise<T> {
  db.exec('PRAGMA busy_timeout = 0');
  for (const until = performance.now() + LOCKED_MS; !db.isTransaction; ) {
    try {
      db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      await sleep(RETRY_MS);
    }
  }
  try {
    const result = await work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
