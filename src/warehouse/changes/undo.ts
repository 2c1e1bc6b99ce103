import { UserError } from '../../errors/operators.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import type { ChangeKind, Facts, ImportFacts } from '../../snapshot/tables.ts';
import type { Undo } from '../engine.ts';
import type { StoredNames } from '../intake/name-counts.ts';
import type { ChangeReport, Undone } from '../warehouse.ts';
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

/** How things are before an import. */
export function undoOf(
  version: Undo['version'],
  { completeThrough, weekly }: Pick<Undo, 'completeThrough' | 'weekly'>,
  { categories, subs, methods, tags }: StoredNames,
): Undo {
  const [main, sub, method, tag] = [categories, subs, methods, tags].map(({ length }) => length);
  const names = { categories: main ?? 0, subs: sub ?? 0, methods: method ?? 0, tags: tag ?? 0 };
  return { version, completeThrough, weekly, names };
}

/** Takes the newest import back: orders, names and figures are as before it, as a new version. */
export async function undoImport(
  writing: Writing,
  noteAs: (undone: ImportFacts, counts: Pick<ChangeReport, 'lines' | 'orders'>) => ImportFacts,
): Promise<Undone> {
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
  // What is closed is noted by places, which stay.
  const keepsPlaces = isControlled(settings);
  const names = keepsPlaces
    ? firstNames(tables, { ...undo.names, categories: tables.categories.length, subs: tables.subs.length })
    : firstNames(tables, undo.names);
  const isLess = (Object.keys(names) as (keyof StoredNames)[]).some(
    (kind) => names[kind].length < tables[kind].length,
  );
  return writer.change(async (change) => {
    const { from, returnedOrders, ...counts } = await change.takeBack(undo, keepsPlaces);
    await change.noteImport(noteAs(undone, counts));
    const { facts } = await publish(writing, change, {
      // Fewer names are other numbers, so everything is counted again.
      ...(!isLess && from !== undefined && { from: Math.min(from, firstShown(writing)) }),
      ...{ weekly: undo.weekly, completeThrough: undo.completeThrough, names },
    });
    const asideOrders = facts.privacy?.asideOrders ?? 0;
    return { ...counts, asideOrders, returnedOrders, facts, undone };
  });
}

/** The first day that is shown again, or no longer. */
function firstShown({ undo, completeThrough }: Writing): number {
  const before = undo?.completeThrough ?? null;
  if (before === completeThrough) return Number.POSITIVE_INFINITY;
  return Math.min(before ?? Number.POSITIVE_INFINITY, completeThrough ?? Number.POSITIVE_INFINITY) + 1;
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

function firstNames({ categories, subs, methods, tags }: StoredNames, counts: Undo['names']): StoredNames {
  return {
    categories: categories.slice(0, counts.categories),
    subs: subs.slice(0, counts.subs),
    methods: methods.slice(0, counts.methods),
    tags: tags.slice(0, counts.tags),
  };
}
