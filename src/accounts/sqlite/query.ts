import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/*
 * What a statement finds, as its columns are known to be, in plain objects: those of the driver have no prototype.
 */

export function rowsOf<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  const rows = db.prepare(sql).all(...values);
  return rows.map((row) => ({ ...row }) as T);
}

export function rowOf<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T | undefined {
  const row = db.prepare(sql).get(...values);
  return row && ({ ...row } as T);
}
