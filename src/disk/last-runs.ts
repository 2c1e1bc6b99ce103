import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/*
 * Small files in the data folder with the outcome of the last backup and the last audit: these are processes of their
 * own, and this is how a server can report them.
 */
export const BACKUP_RECORD = 'last-backup.json';
const AUDIT_RECORD = 'last-audit.json';

/** Times are ISO 8601. */
export interface LastBackup {
  /** The last one that was complete; null before the first. */
  readonly at: string | null;
  readonly bytes: number | null;
  /** Set while the last backup is one that failed. */
  readonly failedAt: string | null;
}

export interface LastAudit {
  readonly at: string;
  readonly ok: boolean;
}

const NO_BACKUP: LastBackup = { at: null, bytes: null, failedAt: null };

export async function lastBackup(dataDir: string): Promise<LastBackup> {
  return { ...NO_BACKUP, ...(await read<LastBackup>(dataDir, BACKUP_RECORD)) };
}

export function recordBackup(dataDir: string, at: string, bytes: number): Promise<void> {
  return write(dataDir, BACKUP_RECORD, { at, bytes, failedAt: null } satisfies LastBackup);
}

export async function recordFailedBackup(dataDir: string): Promise<void> {
  const last: LastBackup = { ...(await lastBackup(dataDir)), failedAt: new Date().toISOString() };
  await write(dataDir, BACKUP_RECORD, last);
}

/** The last audit; undefined before the first. */
export function lastAudit(dataDir: string): Promise<LastAudit | undefined> {
  return read<LastAudit>(dataDir, AUDIT_RECORD);
}

export function recordAudit(dataDir: string, ok: boolean): Promise<void> {
  return write(dataDir, AUDIT_RECORD, { at: new Date().toISOString(), ok } satisfies LastAudit);
}

async function read<T>(dataDir: string, file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, file), 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Without a folder, or room in it, nothing is recorded; the command itself reports its outcome all the same. */
async function write(dataDir: string, file: string, record: object): Promise<void> {
  await writeDurably(join(dataDir, file), [`${JSON.stringify(record)}\n`]).catch(() => undefined);
}
