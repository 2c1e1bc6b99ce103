import type { DatabaseSync } from 'node:sqlite';

/** Runs work in one write transaction: all of it is on disk when this returns, or none of it ever was. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
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
