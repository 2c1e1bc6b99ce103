import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backupAccounts, hasAccounts } from '../accounts/open.ts';
import { assertWhole } from '../disk/data-dir.ts';
import { syncFolder } from '../disk/durable-copy.ts';
import { UserError } from '../errors/operators.ts';
import { codeOf, isDiskFull } from '../errors/stores.ts';
import { programVersion } from '../lib/version.ts';
import { backupWarehouse, hasWarehouse } from '../warehouse/open.ts';
import type { OnProgress } from '../warehouse/warehouse.ts';
import { entriesOf } from './entries.ts';
import { claimFolder, type Elsewhere, FORMAT, MANIFEST, type Manifest, writeManifest } from './manifest.ts';

/**
 * Takes a copy of everything in a data folder into a new or empty one, while the service runs. The accounts come last:
 * they are of one moment, and lines and figures of another, which no call can tell.
 */
export async function takeBackup(
  dataDir: string,
  target: string,
  onProgress: OnProgress = () => undefined,
  /** What is in servers of its own, and backed up there: what the folder still has of it was left by a move. */
  elsewhere: Elsewhere = {},
  isDataOnly = false,
): Promise<Manifest> {
  assertWhole(dataDir);
  const areAccountsHere = !isDataOnly && !elsewhere.accounts && hasAccounts(dataDir);
  const areLinesHere = !elsewhere.lines && hasWarehouse(dataDir);
  const nothing = new UserError(nothingIn(dataDir, elsewhere));
  if (!areAccountsHere && !areLinesHere) throw nothing;
  if (!areAccountsHere && !isDataOnly) throw new UserError(withoutAccounts(dataDir, elsewhere));
  await makeTarget(target);
  try {
    const warehouse = areLinesHere
      ? await backupWarehouse(dataDir, target, onProgress)
      : { lines: null, published: null, files: {} };
    onProgress('Copying accounts');
    const takenAt = new Date().toISOString();
    const accounts = areAccountsHere ? await backupAccounts(dataDir, target) : undefined;
    const manifest: Manifest = {
      format: FORMAT,
      program: programVersion(),
      takenAt,
      accounts: accounts?.copy ?? null,
      lines: warehouse.lines,
      published: warehouse.published,
      ...((elsewhere.accounts || elsewhere.lines) && { elsewhere }),
      files: { ...accounts?.files, ...warehouse.files },
    };
    if (Object.keys(manifest.files).length === 0) throw nothing;
    await writeManifest(target, manifest);
    await syncFolder(dirname(target));
    return manifest;
  } catch (error) {
    // Empty again, so that the same command can be run again.
    for (const name of await entriesOf(target))
      await rm(join(target, name), { recursive: true, force: true });
    throw error;
  }
}

function nothingIn(dataDir: string, { accounts, lines }: Elsewhere): string {
  if (accounts && lines)
    return (
      `There is nothing to back up in ${dataDir}: the accounts are in PostgreSQL (${accounts}) and the order lines in ` +
      `ClickHouse (${lines}). Back them up there, with pg_dump and BACKUP DATABASE; see "Backups" in the guide Scaling out`
    );
  if (lines)
    return `There are no accounts to back up in ${dataDir}, and the order lines are in ClickHouse (${lines}): back them up there`;
  if (accounts)
    return `There is no data to back up in ${dataDir}, and the accounts are in PostgreSQL (${accounts}): back them up there`;
  return `There is nothing to back up in ${dataDir}: it has no accounts and no data`;
}

/** A nightly backup that has lost its accounts must fail, not go on without them. */
function withoutAccounts(dataDir: string, { accounts }: Elsewhere): string {
  const where = accounts
    ? `The accounts are in PostgreSQL (${accounts}): back them up there, with pg_dump`
    : `There are no accounts in ${dataDir}; if they are in PostgreSQL, set ACCOUNTS_URL and back them up with pg_dump`;
  return `${where}. A backup without accounts needs --data-only`;
}

async function makeTarget(target: string): Promise<void> {
  try {
    const found = await entriesOf(target);
    if (found.length > 0) {
      throw new UserError(
        found.includes(MANIFEST)
          ? `${target} holds a backup already; name a new or empty folder`
          : `${target} is not empty; name a new or empty folder`,
      );
    }
    await mkdir(target, { recursive: true, mode: 0o700 });
    await chmod(target, 0o700);
    await claimFolder(target);
  } catch (error) {
    if (error instanceof UserError || isDiskFull(error)) throw error;
    throw new UserError(`Cannot write to ${target}: it must be a new or empty folder (${codeOf(error)})`);
  }
}
