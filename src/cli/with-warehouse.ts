import { openWarehouse } from '../warehouse/open.ts';
import type { OnProgress, Warehouse } from '../warehouse/warehouse.ts';
import type { Context } from './command.ts';
import { showProgress } from './progress.ts';

/** Runs work on the warehouse, and shows how far it is. */
export async function withWarehouse<T>(
  { config }: Context,
  work: (warehouse: Warehouse, onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = showProgress();
  const warehouse = openWarehouse(config);
  try {
    return await work(warehouse, progress.onProgress);
  } finally {
    progress.stop();
    await warehouse.close();
  }
}
