import { forgetImportFailure, noteImportFailure } from '../disk/import-failure.ts';
import { NewerLayoutError } from '../disk/layout.ts';
import type { Config } from '../settings/config.ts';
import { Stopped } from '../warehouse/warehouse-errors.ts';

/** Runs an import, and leaves a note where it fails: servers tell of it in their metrics. */
export async function notingFailure<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await forgetImportFailure(dataDir);
    return result;
  } catch (error) {
    // Who stopped it knows; and what a newer program has made is left alone.
    const isTold = error instanceof Stopped || error instanceof NewerLayoutError;
    if (!isTold) await noteImportFailure(dataDir);
    throw error;
  }
}
