import { UserError } from '../../errors/operators.ts';
import type { PublishedWeeks } from '../../snapshot/privacy/complete-weeks.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import type { ChangeKind, Facts, ImportFacts, TableNames, Tables } from '../../snapshot/tables.ts';
import type { Undo } from '../engine.ts';
import type { Undone } from '../warehouse.ts';
import { firstShownOrHidden } from './complete-through.ts';
import { entry } from './entry.ts';
import { weekChecksums } from './figures/week-checksums.ts';
import { publish, type Writing } from './publish.ts';

const WORDS: Readonly<Record<Exclude<ChangeKind, 'import'>, string>> = {
  undo: 'an undo of an import',
  delete: 'a deletion of orders',
  forget: 'a forgetting of members',
  allow: 'a permission to come in again',
  settings: 'a change of settings',
  restate: 'a restatement',
  restore: 'a restore',
};

/** Takes the newest import back: orders, names and figures are as before it, as a new version. */
export async function undoImport(writing: Writing): Promise<Undone> {
  const { writer, undo, settings } = writing;
  const tables = await writing.publishedTables();
  if (!tables)
    throw new UserError(
      'The published figures cannot be read, so nothing can be taken back; "mdq refresh" makes them again, then run this again',
    );
  const undone = newestImport(tables.facts);
  if (!undo || !undone)
    throw new UserError(
      'What the newest import replaced is not known any more, so it cannot be taken back; nothing was changed',
    );
  // Closed cells are noted by the numbers of their scopes, which stay.
  const keepsScopes = isControlled(settings);
  const there = countsOf(tables);
  const kept = keepsScopes ? { ...undo.names, categories: there.categories, subs: there.subs } : undo.names;
  const isLess = (Object.keys(there) as (keyof TableNames)[]).some((kind) => kept[kind] < there[kind]);
  const firstShown = firstShownOrHidden(undo.completeThrough, writing.completeThrough);
  return writer.change(async (change) => {
    const { from, returnedOrders, ...counts } = await change.takeBack(undo, keepsScopes);
    await change.noteImport(entry(writing.by, { kind: 'undo', files: undone.files, ...counts }));
    const published = withoutWeeksOf(undo, writing.published, tables);
    const { facts } = await publish({ ...writing, published }, change, {
      // With fewer names the others get other numbers, so everything is counted again.
      // What is withheld from now on is in the version before, and is left out of this one.
      from:
        isLess || from === undefined
          ? undefined
          : Math.min(from, firstShown, published?.withheldFrom ?? Number.POSITIVE_INFINITY),
      weekly: undo.weekly,
      completeThrough: undo.completeThrough,
      names: firstNames(tables, kept),
    });
    const asideOrders = facts.privacy?.asideOrders ?? 0;
    return { ...counts, asideOrders, returnedOrders, facts, undone };
  });
}

/**
 * Weeks that the import was the first to publish are withheld until they are restated: with fewer orders they would tell
 * of the people who are gone, and the restatement compares them with what was published.
 */
function withoutWeeksOf(
  { publishedThrough = null }: Undo,
  published: PublishedWeeks | null,
  tables: Tables,
): PublishedWeeks | null {
  if (!published) return null;
  const from = publishedThrough === null ? published.start : publishedThrough + 1;
  if (from > published.end) return published;
  const { withheldFrom = from, withheldChecksums = [] } = published;
  const newWeeks = [...weekChecksums(tables)].filter(([monday]) => monday >= from);
  return {
    ...published,
    withheldFrom: Math.min(withheldFrom, from),
    withheldChecksums: [...new Map([...withheldChecksums, ...newWeeks])],
  };
}

/** The newest change, where it is an import. */
function newestImport(facts: Facts): ImportFacts | undefined {
  const newest = facts.imports.at(-1);
  const { kind = 'import' } = newest ?? {};
  if (!newest || kind === 'import') return newest;
  throw new UserError(
    `Only an import can be taken back, while it is the newest change; the newest is ${WORDS[kind]}, ${newest.at.slice(0, 16).replace('T', ' ')} UTC; nothing was changed. Earlier data is in a backup ("mdq restore")`,
  );
}

/** How many names there are of each kind. */
export function countsOf({ categories, subs, methods, tags }: TableNames): Undo['names'] {
  return { categories: categories.length, subs: subs.length, methods: methods.length, tags: tags.length };
}

function firstNames({ categories, subs, methods, tags }: TableNames, counts: Undo['names']): TableNames {
  return {
    categories: categories.slice(0, counts.categories),
    subs: subs.slice(0, counts.subs),
    methods: methods.slice(0, counts.methods),
    tags: tags.slice(0, counts.tags),
  };
}
