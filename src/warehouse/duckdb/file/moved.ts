import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../../disk/durable-file.ts';
import { StoreMoved } from '../../../errors/operators.ts';
import { codeOf } from '../../../errors/stores.ts';
import { dataDirPlace, WAREHOUSE_FILE } from '../../database/connection.ts';

/** Beside the lines, once they were moved: where they are now. */
export const MOVED_FILE = `${WAREHOUSE_FILE}.moved`;

/** Where the lines of a data folder were moved to; undefined where they are still there. */
export function movedTo(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, MOVED_FILE), 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Nothing is imported into, counted from or copied of what was left. */
export function refuseMoved(dataDir: string): void {
  const place = movedTo(dataDir);
  if (place !== undefined)
    throw new StoreMoved(`The order lines of ${dataDirPlace(dataDir)}`, place, 'WAREHOUSE_URL');
}

export async function markMoved(dataDir: string, place: string): Promise<void> {
  await writeDurably(join(dataDir, MOVED_FILE), [`${place}\n`]);
}
