import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type DataFolder, dataFolderFor } from './data-folder.ts';
import { auditReleased } from './released-store.ts';

/** A data folder of its own with a backup in it. */
export async function restoreElsewhere(
  t: TestContext,
  backup: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DataFolder> {
  const data = await dataFolderFor(t, settings);
  await data.succeed('restore', backup);
  assert.equal((await auditReleased(data)).ok, true);
  return data;
}

export async function manifestOf(backup: string): Promise<{
  readonly takenAt: string;
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}> {
  return JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
}
