import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ACCOUNTS_FILES, auditCopy, describeAccounts, isCopyFrozen } from '../accounts/open.ts';
import { type FileSum, readThrough } from '../disk/durable-copy.ts';
import { NewerLayoutError } from '../disk/layout.ts';
import { UserError } from '../errors/operators.ts';
import { codeOf } from '../errors/stores.ts';
import { describeLines, describePublished, WAREHOUSE_FILES } from '../warehouse/open.ts';
import type { OnProgress } from '../warehouse/warehouse.ts';
import { openBackupFile } from './backup-file.ts';
import { entriesOf } from './entries.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface Verified {
  readonly manifest: Manifest;
  /** What of the copy is not as it was taken, one sentence each. */
  readonly damage: readonly string[];
  /** What the audit of its accounts finds; a sound copy has what the original had. */
  readonly audit: readonly string[];
  /** Whether a move had stopped the accounts when they were copied. */
  readonly isFrozen: boolean;
}

/** Reads all of a backup and changes nothing. */
export async function verifyBackup(dir: string, onProgress: OnProgress = () => undefined): Promise<Verified> {
  const manifest = await readManifest(dir);
  onProgress('Comparing checksums');
  const sums = await damagedFiles(dir, manifest);
  // What is damaged need not be opened to be told so.
  if (sums.length > 0) return { manifest, damage: sums, audit: [], isFrozen: false };

  const { accounts, lines, published } = manifest;
  onProgress('Auditing the accounts');
  const damage = [
    ...(await check('accounts.sqlite', accounts, async () => describeAccounts(dir))),
    ...(await check('warehouse.duckdb', lines, () => describeLines(dir))),
    ...(await check('published', published, () => describePublished(dir))),
  ];
  const hasSound = accounts !== null && damage.length === 0;
  const audit = hasSound ? auditCopy(dir).problems : [];
  return { manifest, damage, audit, isFrozen: hasSound && isCopyFrozen(dir) };
}

async function damagedFiles(dir: string, { files }: Manifest): Promise<string[]> {
  const damage: string[] = [];
  for (const [name, expected] of Object.entries(files)) {
    const found = await damageOf(dir, name, expected).catch((error: unknown) => {
      if (error instanceof UserError) return error.message;
      throw error;
    });
    if (found) damage.push(found);
  }
  for (const name of await storeFiles(dir)) {
    if (!Object.hasOwn(files, name)) damage.push(`${name} does not belong to the backup`);
  }
  return damage;
}

async function damageOf(dir: string, name: string, expected: FileSum): Promise<string | undefined> {
  await using file = await openBackupFile(dir, name);
  if (!file) return `${name} is missing`;
  const { size } = await file.stat();
  if (size !== expected.bytes) return `${name} has ${size} bytes instead of ${expected.bytes}`;
  const { sha256 } = await readThrough(file, expected.bytes);
  return sha256 === expected.sha256 ? undefined : `${name} was modified (checksum mismatch)`;
}

/** What is in a backup under a name that an engine opens, such as a log beside the file it is of. */
async function storeFiles(dir: string): Promise<string[]> {
  const found: string[] = [];
  const known: readonly string[] = [...ACCOUNTS_FILES, ...WAREHOUSE_FILES];
  for (const name of (await entriesOf(dir)).filter((name) => known.includes(name))) {
    const inside = await entriesOf(join(dir, name)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    found.push(...(inside?.map((each) => `${name}/${each}`) ?? [name]));
  }
  return found;
}

/** Opens a part of the copy, and compares what it holds with what was put in. */
async function check(
  what: string,
  expected: object | null,
  describe: () => Promise<object>,
): Promise<string[]> {
  if (!expected) return [];
  try {
    const found = await describe();
    if (isDeepStrictEqual(found, { ...expected })) return [];
    return [`${what} holds ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
  } catch (error) {
    if (error instanceof NewerLayoutError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return [error instanceof UserError ? String(reason) : `${what} cannot be opened: ${reason}`];
  }
}
