import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/*
 * A small file in the data folder that is there while the last import is one that failed: an import is a process of
 * its own, and this is how a server can tell of it.
 */
export const IMPORT_FAILURE_FILE = 'import-failed.json';

const pathIn = (dataDir: string) => join(dataDir, IMPORT_FAILURE_FILE);

export async function noteImportFailure(dataDir: string): Promise<void> {
  const record = { at: new Date().toISOString() };
  // Without a folder, or room in it, there is nowhere to note it; the import reports its failure all the same.
  await writeDurably(pathIn(dataDir), [`${JSON.stringify(record)}\n`]).catch(() => undefined);
}

export async function forgetImportFailure(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true }).catch(() => undefined);
}

/** When the last import failed, as ISO 8601; undefined where it did not, or where one came in since, from wherever. */
export async function lastImportFailure(dataDir: string, cameInAt = ''): Promise<string | undefined> {
  try {
    const at = String(JSON.parse(await readFile(pathIn(dataDir), 'utf8')).at);
    return at > cameInAt ? at : undefined;
  } catch {
    return undefined;
  }
}
