import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { auditCopy, describeAccounts } from '../accounts/open.ts';
import { sumOf } from '../durable-copy.ts';
import { UserError } from '../errors.ts';
import { NewerLayoutError } from '../layout.ts';
import { describeLines, describePublished } from '../warehouse/open.ts';
import type { OnProgress } from '../warehouse/warehouse.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface Verified {
  readonly manifest: Manifest;
  /** What of the copy is not as it was taken, one sentence each. */
  readonly damage: readonly string[];
  /** What the audit of its accounts finds; a sound copy has what the original had. */
  readonly audit: readonly string[];
}

/** Reads all of a backup and changes nothing. */
export async function verifyBackup(dir: string, onProgress: OnProgress = () => undefined): Promise<Verified> {
  const manifest = await readManifest(dir);
  onProgress('Comparing checksums');
  const sums = await damagedFiles(dir, manifest);
  // What is damaged need not be opened to be told so.
  if (sums.length > 0) return { manifest, damage: sums, audit: [] };

  const { accounts, lines, published } = manifest;
  onProgress('Auditing the accounts');
  const damage = [
    ...(await check('accounts.sqlite', accounts, async () => describeAccounts(dir))),
    ...(await check('warehouse.duckdb', lines, () => describeLines(dir))),
    ...(await check('published', published, () => describePublished(dir))),
  ];
  const audit = accounts && damage.length === 0 ? auditCopy(dir).problems : [];
  return { manifest, damage, audit };
}

async function damagedFiles(dir: string, { files }: Manifest): Promise<string[]> {
  const damage: string[] = [];
  for (const [name, expected] of Object.entries(files)) {
    const path = join(dir, name);
    const found = await stat(path).catch(() => undefined);
    if (!found) damage.push(`${name} is missing`);
    else if (found.size !== expected.bytes)
      damage.push(`${name} has ${found.size} bytes instead of ${expected.bytes}`);
    else if ((await sumOf(path)).sha256 !== expected.sha256)
      damage.push(`${name} was modified (checksum mismatch)`);
  }
  return damage;
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
