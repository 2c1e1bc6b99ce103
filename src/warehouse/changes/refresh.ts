import type { Day } from '../../lib/calendar.ts';
import type { Facts } from '../../snapshot/tables.ts';
import type { CompleteThrough } from '../warehouse.ts';
import { daysWithOrders, mustShowSomething, shownThrough } from './complete-through.ts';
import { entry } from './entry.ts';
import { mustHaveData, publish, type Writing } from './publish.ts';

/** Takes in what another pipeline has left, or makes everything again; from now on shown through a day, where that is said. */
export async function refresh(
  writing: Writing,
  said: CompleteThrough | undefined,
  heldFrom: Day | undefined,
): Promise<Facts> {
  const { writer, by } = writing;
  const incoming = await writer.incoming();
  if (incoming) {
    const { takeIn } = await import('./take-in.ts');
    return (await takeIn(writing, { ...incoming, completeThrough: said }, 'always')).facts;
  }
  mustHaveData(writing);
  const tables = await writing.publishedTables();
  const completeThrough = shownThrough(said, writing, { days: tables && daysWithOrders(tables), heldFrom });
  const isOther = completeThrough !== writing.completeThrough;
  return writer.change(async (change) => {
    if (isOther)
      await change.noteImport({
        ...entry(by, { kind: 'settings', files: ['complete-through'] }),
        completeThrough,
      });
    // Another day is a change, and only the newest can be taken back.
    const undo = isOther ? null : writing.undo;
    const { facts } = await publish(writing, change, { weekly: true, completeThrough, undo });
    if (isOther) mustShowSomething(said, facts, 'changed');
    return facts;
  });
}
