import type { DataVersion, Warehouse } from './warehouse.ts';

export interface Newest<T> {
  readonly content: T;
  /** Versions that were published after it and cannot be read, the newest first, and why. */
  readonly unreadable: readonly { readonly version: DataVersion; readonly error: unknown }[];
}

/** Reads the newest published version that can be read; undefined before the first. */
export async function readNewest<T>(
  warehouse: Warehouse,
  read: (version: DataVersion) => Promise<T>,
): Promise<Newest<T> | undefined> {
  const unreadable: { version: DataVersion; error: unknown }[] = [];
  for (const version of await warehouse.versions()) {
    try {
      return { content: await read(version), unreadable };
    } catch (error) {
      unreadable.push({ version, error });
    }
  }
  if (unreadable[0]) throw unreadable[0].error;
  return undefined;
}
