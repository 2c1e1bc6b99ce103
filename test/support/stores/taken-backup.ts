import assert from 'node:assert/strict';
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
