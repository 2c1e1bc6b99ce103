import { isDeepStrictEqual } from 'node:util';
import { effectiveSettings } from '../data-settings.ts';
import { UserError } from '../errors.ts';
import { mondayOf } from '../snapshot/calendar.ts';
import { hasSameNumbers, isControlled } from '../snapshot/privacy/numbers.ts';
import type { Facts, RefreshSettings } from '../snapshot/tables.ts';
import { mustLeaveSomething } from './privacy-warnings.ts';
import { publish, publishedTables, type Writing } from './publish.ts';
import { restatedCells } from './restated-cells.ts';
import type { Restated } from './warehouse.ts';

/** With disclosure control, what is closed depends on these: another value says something else of published weeks. */
export function isRestatement(before: RefreshSettings, after: RefreshSettings): boolean {
  if (!isControlled(before) && !isControlled(after)) return false;
  return !hasSameNumbers(before, after) || !isDeepStrictEqual(before.audienceMethods, after.audienceMethods);
}

/** Takes in what was kept aside and publishes everything again; what is closed stays closed. */
export async function restate(
  writing: Writing,
  weekly: boolean,
  ifNothingLeft: 'refuse' | 'publish' = 'publish',
): Promise<{ facts: Facts; restated: Restated }> {
  const { writer, settings, publications, published, completeThrough, base } = writing;
  const before = await publishedTables(publications, base);
  if (!before)
    throw new UserError(
      'The published figures cannot be read, so a restatement cannot be compared with them; "mdq refresh" makes them again, then run this again',
    );
  const { coverage } = before.facts;
  return writer.change(async (change) => {
    const taken = await change.takeAside({
      weeks: published ?? { start: mondayOf(coverage.start), end: coverage.end },
      methods: [effectiveSettings({}, before.facts.settings).audienceMethods, settings.audienceMethods],
      people: settings.minPeople,
    });
    const tables = await publish(writing, change, { weekly, completeThrough });
    if (ifNothingLeft === 'refuse') mustLeaveSomething(tables.facts, before.facts);
    return { facts: tables.facts, restated: restatedCells(taken, before, tables) };
  });
}
