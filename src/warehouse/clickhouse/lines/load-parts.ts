import { NewerLayoutError } from '../../../disk/layout.ts';
import type { UserError } from '../../../errors/operators.ts';
import { loadApart } from '../../versions/load-apart.ts';
import { fromBytes, readNames } from '../../versions/snapshot-file.ts';
import type { Loaded } from '../../warehouse.ts';
import { unpack } from '../versions/parts.ts';

/** Loads a version to serve from. What a newer program has published is told as that, and not as damaged. */
export async function loadParts(parts: readonly Buffer[], damaged: UserError): Promise<Loaded> {
  const loaded = await loadApart({ parts });
  if (loaded) return loaded;
  try {
    await readNames(fromBytes(await unpack(parts.slice(0, 1))));
  } catch (error) {
    if (error instanceof NewerLayoutError) throw error;
  }
  throw damaged;
}
