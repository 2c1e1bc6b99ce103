import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AccountsCopy } from '../accounts/accounts.ts';
import { type FileSums, syncFolder } from '../disk/durable-copy.ts';
import { refuseNewer } from '../disk/layout.ts';
import { UserError } from '../errors/operators.ts';
import type { LinesCopy, PublishedCopy } from '../warehouse/warehouse.ts';
import { openBackupFile } from './backup-file.ts';

/** What a backup says of itself: the last that is written to it, so that one without it is not complete. */
export interface Manifest {
  /** The layout of this file. */
  readonly format: number;
  /** The version of the program that made it. */
  readonly program: string;
  /** Every charge that was answered before is in it. */
  readonly takenAt: string;
  readonly accounts: AccountsCopy | null;
  readonly lines: LinesCopy | null;
  readonly published: PublishedCopy | null;
  /** Where parts are that were not in the data folder, and so are not in the backup. */
  readonly elsewhere?: Elsewhere;
  readonly files: FileSums;
}

/** Half of what is backed up: the order lines and figures, or the accounts. */
export type Part = 'data' | 'accounts';

/** Servers that keep a part, named without their password. */
export interface Elsewhere {
  readonly accounts?: string;
  readonly lines?: string;
}

export const MANIFEST = 'backup.json';
export const FORMAT = 1;
const UNFINISHED = `${MANIFEST}.tmp`;

/** Far more than one has. */
const MAX_BYTES = 1 << 20;
const SHA256 = /^[0-9a-f]{64}$/;

/** Claims a folder for a backup: of two at a time, one fails (EEXIST). */
export async function claimFolder(dir: string): Promise<void> {
  await writeFile(join(dir, UNFINISHED), '', { mode: 0o600, flag: 'wx' });
}

/** Makes a claimed folder a backup, in one step. */
export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  await writeFile(join(dir, UNFINISHED), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(join(dir, UNFINISHED), join(dir, MANIFEST));
  await syncFolder(dir);
}

export async function readManifest(dir: string): Promise<Manifest> {
  if (!existsSync(dir)) throw new UserError(`There is no folder ${dir}`);
  await using file = await openBackupFile(dir, MANIFEST).catch((error: unknown) => {
    throw error instanceof UserError ? new UserError(join(dir, error.message)) : error;
  });
  if (!file)
    throw new UserError(`${dir} is not a complete backup: it has no ${MANIFEST}, which is written last`);
  const found = parse((await file.stat()).size > MAX_BYTES ? '' : await file.readFile('utf8'));
  if (Number.isInteger(found?.format)) refuseNewer(`The backup in ${dir}`, Number(found?.format), FORMAT);
  if (!isManifest(found))
    throw new UserError(`${join(dir, MANIFEST)} is damaged: it does not describe a backup`);
  return found;
}

type Unproven = Readonly<Partial<Record<keyof Manifest, unknown>>>;

function parse(text: string): Unproven | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isRecord(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(found: Unproven | undefined): found is Manifest {
  if (!found) return false;
  const { format, program, takenAt, accounts, lines, published, elsewhere = {}, files } = found;
  return (
    isCount(format) &&
    typeof program === 'string' &&
    isTime(takenAt) &&
    isPart(accounts, ['layout', 'accounts', 'calls']) &&
    isPart(lines, ['layout', 'lines', 'orders']) &&
    isPart(published, ['layout', 'version']) &&
    isRecord(elsewhere) &&
    Object.values(elsewhere).every((place) => typeof place === 'string') &&
    isRecord(files) &&
    Object.keys(files).length > 0 &&
    Object.values(files).every(isSum) &&
    isDeepStrictEqual(Object.keys(files).sort(), namesOf({ accounts, lines, published }))
  );
}

/** The files that a backup of these parts has, and no others: each goes to where one is replaced. */
function namesOf({
  accounts,
  lines,
  published,
}: Pick<Unproven, 'accounts' | 'lines' | 'published'>): string[] {
  return [
    ...(accounts ? ['accounts.sqlite'] : []),
    ...(isRecord(published) ? ['published/current.json', `published/v${published.version}.snapshot`] : []),
    ...(lines ? ['warehouse.duckdb'] : []),
  ];
}

/** A part that is not in the backup is null. */
function isPart(part: unknown, names: readonly string[]): boolean {
  if (part === null) return true;
  return (
    isRecord(part) &&
    isDeepStrictEqual(Object.keys(part).sort(), names.toSorted()) &&
    Object.values(part).every(isCount)
  );
}

function isSum(sum: unknown): boolean {
  return isRecord(sum) && isCount(sum.bytes) && typeof sum.sha256 === 'string' && SHA256.test(sum.sha256);
}

function isTime(time: unknown): boolean {
  if (typeof time !== 'string') return false;
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function bytesOf({ files }: Manifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}
