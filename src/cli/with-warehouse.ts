import { openWarehouse } from '../warehouse/open.ts';
import type { OnProgress, Warehouse } from '../warehouse/warehouse.ts';
import type { Context } from './command.ts';
import { showProgress } from './printing/progress.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs work on the warehouse, and shows how far it is. Ctrl-C stops it, and leaves everything as it was. */
export async function withWarehouse<T>(
  { config }: Context,
  work: (warehouse: Warehouse, onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = showProgress();
  const warehouse = openWarehouse(config);
  // Once: who asks again ends the process at once, which is safe too and leaves temporary files.
  const stop = () => warehouse.stop();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(warehouse, progress.onProgress);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    progress.stop();
    await warehouse.close();
  }
}
