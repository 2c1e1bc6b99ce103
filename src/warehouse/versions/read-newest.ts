import { NewerLayoutError } from '../../disk/layout.ts';
import type { DataVersion, Published, Warehouse } from '../warehouse.ts';
import { WarehouseUnreachable } from '../warehouse-errors.ts';

interface Newest<T> {
  readonly content: T;
  /** Versions that were published after it and cannot be read, the newest first, and why. */
  readonly unreadable: readonly { readonly version: DataVersion; readonly error: unknown }[];
}

/** Reads the newest published version that can be read; undefined before the first. */
export async function readNewest<T>(
  warehouse: Pick<Published, 'versions'>,
  read: (version: DataVersion) => Promise<T>,
): Promise<Newest<T> | undefined> {
  const unreadable: { version: DataVersion; error: unknown }[] = [];
  for (const version of await warehouse.versions()) {
    try {
      return { content: await read(version), unreadable };
    } catch (error) {
      // What a newer program has published is not damaged: the version before it would be old figures.
      if (error instanceof NewerLayoutError) throw error;
      unreadable.push({ version, error });
    }
  }
  if (unreadable[0]) throw unreadable[0].error;
  return undefined;
}

/** Reads the newest published version; where the warehouse cannot be reached, the one that this machine has. */
export async function readReachable<T>(
  warehouse: Pick<Warehouse, 'localCopy' | keyof Published>,
  read: (published: Published, version: DataVersion) => Promise<T>,
): Promise<{ readonly newest: Newest<T> | undefined; readonly unreachable?: WarehouseUnreachable }> {
  try {
    return { newest: await readNewest(warehouse, (version) => read(warehouse, version)) };
  } catch (error) {
    if (!(error instanceof WarehouseUnreachable)) throw error;
    const { localCopy } = warehouse;
    const newest = await readNewest(localCopy, (version) => read(localCopy, version));
    if (!newest) throw error;
    return { newest, unreachable: error };
  }
}
