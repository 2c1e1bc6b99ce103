import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsCopy } from '../accounts/accounts.ts';
import { type FileSums, syncFolder } from '../durable-copy.ts';
import { codeOf, UserError } from '../errors.ts';
import { refuseNewer } from '../layout.ts';
import type { LinesCopy, PublishedCopy } from '../warehouse/warehouse.ts';

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
  readonly files: FileSums;
}

export const MANIFEST = 'backup.json';
export const FORMAT = 1;
const UNFINISHED = `${MANIFEST}.tmp`;

/** The only files that a backup has; names come from a file, and go to where others are replaced. */
const FILE = /^(accounts\.sqlite|warehouse\.duckdb|published\/(current\.json|v\d+\.snapshot))$/;

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
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new UserError(
      codeOf(error) === 'ENOENT'
        ? `${dir} is not a complete backup: it has no ${MANIFEST}, which is written last`
        : `Cannot read ${join(dir, MANIFEST)} (${codeOf(error)})`,
    );
  });
  const manifest = parse(text);
  if (!manifest) throw new UserError(`${join(dir, MANIFEST)} is damaged: it does not describe a backup`);
  refuseNewer(`The backup in ${dir}`, manifest.format, FORMAT);
  return manifest;
}

function parse(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest;
    const { format, takenAt, files } = manifest;
    const isTime = new Date(takenAt).toISOString() === takenAt;
    const isWhole = Number.isInteger(format) && isTime && hasOnlyOurFiles(files);
    return isWhole ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function hasOnlyOurFiles(files: FileSums): boolean {
  return Object.entries(files).every(
    ([name, { bytes, sha256 }]) =>
      FILE.test(name) && Number.isInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256),
  );
}

export function bytesOf({ files }: Manifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}
