import type { Config } from '../config.ts';
import { forgetImportFailure, noteImportFailure } from '../import-failure.ts';
import { Stopped } from '../warehouse/warehouse.ts';

/** Runs an import, and leaves a note where it fails: servers tell of it in their metrics. */
export async function notingFailure<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await forgetImportFailure(dataDir);
    return result;
  } catch (error) {
    // Who stopped it knows.
    if (!(error instanceof Stopped)) await noteImportFailure(dataDir);
    throw error;
  }
}
