import type { Change, Touched } from '../engine.ts';
import { stageRemovals } from '../intake/stage.ts';
import type { Writing } from './publish.ts';
import { refuseUnknown } from './unknown-ids.ts';

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
