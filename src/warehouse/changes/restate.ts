import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../errors/operators.ts';
import { type Day, mondayOf } from '../../lib/calendar.ts';
import { effectiveSettings } from '../../settings/data-settings.ts';
import type { PublishedWeeks } from '../../snapshot/privacy/complete-weeks.ts';
import { hasSameNumbers, isControlled } from '../../snapshot/privacy/numbers.ts';
import type { ImportFacts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import type { Restated } from '../warehouse.ts';
import { arrivedThrough, daysWithOrders } from './complete-through.ts';
import { restatedCells } from './figures/restated-cells.ts';
import { weekChecksums } from './figures/week-checksums.ts';
import { mustLeaveSomething } from './privacy-warnings.ts';
import { keepTables, makeTables, type Writing } from './publish.ts';

/** With disclosure control, what is closed depends on these: another value says something else of published weeks. */
export function isRestatement(before: RefreshSettings, after: RefreshSettings): boolean {
  if (!isControlled(before) && !isControlled(after)) return false;
  return !hasSameNumbers(before, after) || !isDeepStrictEqual(before.audienceMethods, after.audienceMethods);
}

interface Restatement {
  readonly weekly: boolean;
  readonly ifNothingLeft?: 'refuse' | 'publish';
  /** Only returns what it would change. */
  readonly isDryRun?: boolean;
}

/** Takes in what was set aside and publishes everything again; what is closed stays closed. */
export async function restate(
  writing: Writing,
  note: ImportFacts,
  { weekly, ifNothingLeft = 'publish', isDryRun = false }: Restatement,
): Promise<{ tables: Tables; restated: Restated }> {
  const { writer, settings, publications, published } = writing;
  const before = await writing.publishedTables();
  if (!before)
    throw new UserError(
      'The published figures cannot be read, so a restatement cannot be compared with them; "mdq refresh" makes them again, then run this again',
    );
  const { coverage } = before.facts;
  // All of them are shown from now on, those withheld since a restore or an undo too.
  const weeks = published && { start: published.start, end: published.end };
  const completeThrough = firstPublished(writing, before);
  const noted = new Map([...(published?.withheldChecksums ?? []), ...((await publications.weeks?.()) ?? [])]);
  return writer.change(async (change) => {
    await change.noteImport(note);
    const taken = await change.takeAside({
      weeks: weeks ?? { start: mondayOf(coverage.start), end: coverage.end },
      methods: [effectiveSettings({}, before.facts.settings).audienceMethods, settings.audienceMethods],
      people: settings.minPeople,
    });
    const restating = { ...writing, published: weeks };
    const made = await makeTables(restating, change, { weekly, completeThrough });
    const after = stillWithheld(published, made.facts.coverage.end);
    const withheldFrom = after?.withheldFrom;
    const tables = {
      ...made,
      facts: { ...made.facts, ...(withheldFrom !== undefined && { withheldFrom }) },
    };
    // A change that is not kept is rolled back.
    if (!isDryRun) await keepTables({ ...writing, published: after }, change, tables, { completeThrough });
    if (ifNothingLeft === 'refuse') mustLeaveSomething(tables.facts, before.facts);
    const again = shownAgain(noted, published?.withheldFrom, tables);
    return {
      tables: isDryRun ? before : tables,
      restated: { ...restatedCells(taken, before, tables), ...again },
    };
  });
}

/** Withheld weeks that this restatement does not show stay withheld: an import would show them with fewer orders. */
function stillWithheld(published: PublishedWeeks | null, shownThrough: Day): PublishedWeeks | null {
  if (published?.withheldFrom === undefined) return published;
  const { withheldFrom, withheldChecksums, ...weeks } = published;
  if (shownThrough >= weeks.end) return weeks;
  const from = Math.max(withheldFrom, shownThrough + 1);
  return { ...weeks, withheldFrom: from, ...(withheldChecksums && { withheldChecksums }) };
}

/** The weeks that are final from now on when disclosure control is turned on: those that have arrived. */
function firstPublished({ settings, completeThrough, published }: Writing, before: Tables): Day | null {
  const isTurnedOn = !isControlled(before.facts.settings) && isControlled(settings);
  if (!isTurnedOn || completeThrough === null) return completeThrough;
  const limit = mondayOf(completeThrough + 1) - 1;
  return arrivedThrough(limit, { published, completeThrough }, { days: daysWithOrders(before) });
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
