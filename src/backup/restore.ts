import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ACCOUNTS_FILES, lockAccounts } from '../accounts/open.ts';
import { makeDataDir, RESTORING } from '../disk/data-dir.ts';
import { copyDurably, syncFolder } from '../disk/durable-copy.ts';
import { UserError } from '../errors/operators.ts';
import { codeOf } from '../errors/stores.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import type { Mark } from '../warehouse/engine.ts';
import { lockWarehouse, reconcileRestored, WAREHOUSE_FILES } from '../warehouse/open.ts';
import { readPublicationLog } from '../warehouse/versions/publication-log.ts';
import type { OnProgress, RestoredPublications } from '../warehouse/warehouse.ts';
import { openBackupFile } from './backup-file.ts';
import { entriesOf } from './entries.ts';
import { type Manifest, type Part, readManifest } from './manifest.ts';
import { type Verified, verifyBackup } from './verify.ts';

/** Where the copy is put together. Nobody looks at it, and the next restore begins it again. */
const STAGE = `${RESTORING}.tmp`;
/** What of a data folder a restore replaces. */
const FILES: Readonly<Record<Part, readonly string[]>> = { accounts: ACCOUNTS_FILES, data: WAREHOUSE_FILES };

function filesOf(only: Part | undefined): readonly string[] {
  return only ? FILES[only] : [...FILES.accounts, ...FILES.data];
}
/** In the copy that is being moved into place: which one it is, and where what was there goes. */
const PLAN = 'restore.json';

interface Plan {
  readonly takenAt: string;
  readonly replaced: string;
  /** Undefined for both parts. */
  readonly only?: Part | undefined;
  readonly publications: RestoredPublications | null;
  /** Whether it is known what was deleted and forgotten in the store that was there; missing in plans from before it mattered. */
  readonly areMarksKnown?: boolean;
}

interface Restored extends Verified {
  /** Where what was there before is now; undefined where there was nothing. */
  readonly replaced: string | undefined;
  readonly areMarksKnown: boolean;
  /** What it means for what was published before; null where it holds no figures. */
  readonly publications: RestoredPublications | null;
}

/**
 * Puts a backup into a data folder that nobody uses. All of it is on disk beside what is there before the first file is
 * moved; killed before that, everything is as it was, and after that nothing opens until the same command has finished it.
 */
export async function restoreBackup(
  dir: string,
  dataDir: string,
  {
    force,
    only,
    memory,
    onProgress = () => undefined,
  }: { force: boolean; only?: Part | undefined; memory: number; onProgress?: OnProgress },
): Promise<Restored> {
  // That it is no backup is reported before what is wrong with the folder to restore to.
  await readManifest(dir);
  if (!existsSync(join(dataDir, RESTORING))) {
    await assertFree(dataDir, force, only);
    await readPublicationLog(dataDir);
  }
  const verified = await verifyBackup(dir, onProgress);
  const [first, ...others] = verified.damage;
  if (first !== undefined) {
    const more =
      others.length > 0 ? `, and ${others.length} more; "mdq verify ${shellWord(dir)}" lists them` : '';
    throw new UserError(`The backup in ${dir} is damaged: ${first}${more}. Nothing was restored`);
  }
  const manifest = partOf(verified.manifest, dir, only);
  makeDataDir(dataDir);
  if (existsSync(join(dataDir, RESTORING))) {
    const finished = await moveIntoPlace(dataDir);
    if (finished.takenAt === manifest.takenAt && finished.only === only)
      return restored({ ...verified, manifest }, dataDir, finished);
  }
  await rm(join(dataDir, STAGE), { recursive: true, force: true });
  using locks = new DisposableStack();
  const lines = locks.adopt(await lockWarehouse(dataDir), (warehouse) => warehouse.release());
  locks.adopt(lockAccounts(dataDir), (accounts) => accounts.release());
  onProgress('Copying');
  await stage(dir, dataDir, manifest, { only, marks: await lines.marks(), memory });
  // Somebody may have begun to use an empty folder meanwhile.
  await assertFree(dataDir, force, only);
  await rename(join(dataDir, STAGE), join(dataDir, RESTORING));
  await syncFolder(dataDir);
  return restored({ ...verified, manifest }, dataDir, await moveIntoPlace(dataDir));
}

/** What of a backup is restored. */
function partOf(manifest: Manifest, dir: string, only: Part | undefined): Manifest {
  if (!only) return manifest;
  const files = Object.entries(manifest.files).filter(([name]) =>
    FILES[only].includes(name.split('/')[0] ?? ''),
  );
  if (files.length === 0)
    throw new UserError(`The backup in ${dir} holds no ${only === 'data' ? 'order data' : 'accounts'}`);
  const { accounts, lines, published } = manifest;
  return {
    ...manifest,
    ...(only === 'data' ? { accounts: null, lines, published } : { accounts, lines: null, published: null }),
    files: Object.fromEntries(files),
  };
}

function restored(verified: Verified, dataDir: string, plan: Plan): Restored {
  const { replaced, publications, areMarksKnown = true } = plan;
  return { ...verified, replaced: ifThere(dataDir, replaced), publications, areMarksKnown };
}

async function assertFree(dataDir: string, force: boolean, only: Part | undefined): Promise<void> {
  const entries = await entriesOf(dataDir).catch((error: unknown) => {
    throw new UserError(`DATA_DIR must be a folder that can be read; it is ${dataDir} (${codeOf(error)})`);
  });
  const found = entries.filter((name) => name !== STAGE && (!only || FILES[only].includes(name)));
  if (found.length === 0 || force) return;
  throw new UserError(
    only
      ? `There is ${only === 'data' ? 'order data' : 'an account store'} in ${dataDir}; with --force it is replaced, and kept there in a folder of its own`
      : `${dataDir} is not empty; with --force its store is replaced, and kept there in a folder of its own`,
  );
}

/** Copies a backup into the data folder, under a name that nobody looks at. */
async function stage(
  dir: string,
  dataDir: string,
  manifest: Manifest,
  { only, marks, memory }: { only: Part | undefined; marks: readonly Mark[] | undefined; memory: number },
): Promise<void> {
  const to = join(dataDir, STAGE);
  try {
    await mkdir(to, { mode: 0o700 });
    for (const [name, expected] of Object.entries(manifest.files)) {
      await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 });
      await using file = await openBackupFile(dir, name);
      const copied = file && (await copyDurably(file, join(to, name), expected.bytes));
      if (copied?.sha256 !== expected.sha256)
        throw new UserError(`${join(dir, name)} changed while it was read`);
    }
    const plan: Plan = {
      takenAt: manifest.takenAt,
      replaced: `replaced-${timeForName(new Date())}`,
      ...(only && { only }),
      areMarksKnown: marks !== undefined || only === 'accounts',
      publications:
        only === 'accounts' ? null : await reconcileRestored(to, dataDir, { marks: marks ?? [], memory }),
    };
    await writeFile(join(to, PLAN), JSON.stringify(plan), { mode: 0o600, flush: true });
    for (const folder of new Set(Object.keys(manifest.files).map(dirname)))
      await syncFolder(join(to, folder));
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

/** Moves what is there out of the way and the copy into its place. Begun again, it goes on where it was. */
async function moveIntoPlace(dataDir: string): Promise<Plan> {
  const from = join(dataDir, RESTORING);
  const plan = JSON.parse(await readFile(join(from, PLAN), 'utf8')) as Plan;
  const replaced = join(dataDir, plan.replaced);
  const isMoved = join(from, 'moved');
  if (!existsSync(isMoved)) {
    for (const name of filesOf(plan.only).filter((file) => existsSync(join(dataDir, file)))) {
      await mkdir(replaced, { recursive: true, mode: 0o700 });
      await rename(join(dataDir, name), join(replaced, name));
    }
    // The mark must not reach the disk before what it stands for.
    if (existsSync(replaced)) await syncFolder(replaced);
    await syncFolder(dataDir);
    await writeFile(isMoved, '', { mode: 0o600, flush: true });
    await syncFolder(from);
  }
  for (const name of await readdir(from)) {
    if (filesOf(plan.only).includes(name)) await rename(join(from, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  // One rename, so that there is never a half of it that looks like a restore to be finished.
  await rename(from, join(dataDir, STAGE));
  await syncFolder(dataDir);
  await rm(join(dataDir, STAGE), { recursive: true });
  return plan;
}

function ifThere(dataDir: string, name: string): string | undefined {
  const path = join(dataDir, name);
  return existsSync(path) ? path : undefined;
}

function timeForName(time: Date): string {
  return time.toISOString().replaceAll(/[:.]/g, '-');
}
