import { UserError } from '../../errors/operators.ts';
import type { Change, Touched } from '../engine.ts';
import { stageRemovals } from '../intake/stage.ts';
import type { Writing } from './publish.ts';

const SHOWN = 5;

/** Orders are deleted like those that a file says are cancelled, except that all of them must be there. */
export async function deleteOrders(
  { writer, published }: Writing,
  change: Change,
  ids: readonly string[],
): Promise<Touched> {
  await stageRemovals(writer.intake.connection, ids);
  const { gone, asideOrders, changesAside, from } = await change.applyStaged(published, (unknown) =>
    refuseUnknown('order', unknown),
  );
  return { ...gone, asideOrders, changesAside, from };
}

/** Refuses a change that names orders or members that are not there. */
export function refuseUnknown(what: 'order' | 'member', ids: readonly string[]): void {
  if (ids.length === 0) return;
  const shown = ids
    .toSorted()
    .slice(0, SHOWN)
    .map((id) => JSON.stringify(id));
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  throw new UserError(`There is no ${what} ${shown.join(', ')}${more}; nothing was changed`);
}
