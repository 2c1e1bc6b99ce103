import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../errors/operators.ts';
import { type Day, mondayOf } from '../../lib/calendar.ts';
import { effectiveSettings } from '../../settings/data-settings.ts';
import { hasSameNumbers, isControlled } from '../../snapshot/privacy/numbers.ts';
import type { ImportFacts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import type { Restated } from '../warehouse.ts';
import { restatedCells } from './figures/restated-cells.ts';
import { weekChecksums } from './figures/week-checksums.ts';
import { mustLeaveSomething } from './privacy-warnings.ts';
import { publish, type Writing } from './publish.ts';

/** With disclosure control, what is closed depends on these: another value says something else of published weeks. */
export function isRestatement(before: RefreshSettings, after: RefreshSettings): boolean {
  if (!isControlled(before) && !isControlled(after)) return false;
  return !hasSameNumbers(before, after) || !isDeepStrictEqual(before.audienceMethods, after.audienceMethods);
}

/** Takes in what was set aside and publishes everything again; what is closed stays closed. */
export async function restate(
  writing: Writing,
  note: ImportFacts,
  { weekly, ifNothingLeft = 'publish' }: { weekly: boolean; ifNothingLeft?: 'refuse' | 'publish' },
): Promise<{ tables: Tables; restated: Restated }> {
  const { writer, settings, publications, published, completeThrough } = writing;
  const before = await writing.publishedTables();
  if (!before)
    throw new UserError(
      'The published figures cannot be read, so a restatement cannot be compared with them; "mdq refresh" makes them again, then run this again',
    );
  const { coverage } = before.facts;
  // All of them are shown from now on, those withheld since a restore too.
  const weeks = published && { start: published.start, end: published.end };
  const noted = (await publications.weeks?.()) ?? new Map<Day, string>();
  return writer.change(async (change) => {
    await change.noteImport(note);
    const taken = await change.takeAside({
      weeks: weeks ?? { start: mondayOf(coverage.start), end: coverage.end },
      methods: [effectiveSettings({}, before.facts.settings).audienceMethods, settings.audienceMethods],
      people: settings.minPeople,
    });
    const tables = await publish({ ...writing, published: weeks }, change, { weekly, completeThrough });
    if (ifNothingLeft === 'refuse') mustLeaveSomething(tables.facts, before.facts);
    const again = shownAgain(noted, published?.withheldFrom, tables);
    return { tables, restated: { ...restatedCells(taken, before, tables), ...again } };
  });
}

/** What a restatement says of weeks that were withheld: the version before does not tell of them. */
function shownAgain(
  noted: ReadonlyMap<Day, string>,
  from: Day | undefined,
  tables: Tables,
): Pick<Restated, 'again'> {
  if (from === undefined) return {};
  const sums = weekChecksums(tables);
  const weeks = [...noted.keys()].filter((week) => week >= from && sums.has(week));
  return {
    again: { weeks: weeks.length, revised: weeks.filter((week) => sums.get(week) !== noted.get(week)) },
  };
}
