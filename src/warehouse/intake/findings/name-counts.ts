import { thousands } from '../../../lib/count.ts';
import { listed } from '../../../lib/text/listed.ts';
import type { TableNames } from '../../../snapshot/tables.ts';
import type { Connection } from '../../database/connection.ts';
import type { ColumnName } from '../../profile.ts';
import { TooManyNames } from '../../warehouse-errors.ts';
import type { Warning } from '../../warning.ts';

/** How many there can be in all. More of them are no names: ids, dates or texts stand in that column. */
const MAX_CATEGORIES = 1000;
const MAX_SUBS = 20_000;
const MAX_METHODS = 1000;
const MAX_TAGS = 50_000;
/** A server keeps each tag once for every sub-category that has it. */
const MAX_SUB_TAGS = 1_000_000;
const TEXTS_AT_A_TIME = 20_000;
const SHOWN = 3;
const MANY_NEW = 5;

export const NO_NAMES: TableNames = { categories: [], subs: [], methods: [], tags: [] };

/**
 * Refuses what is staged where it brings new names, and there would be too many with them. What is not refused for that
 * may still be more than a shop adds to its own.
 */
export async function refuseTooManyNames(connection: Connection, stored: TableNames): Promise<Warning[]> {
  const [mostSubs, mostMethods] = [stored.subs.length + MAX_SUBS, stored.methods.length + MAX_METHODS];
  const pairs = await distinct(connection, 'described', ['category', 'sub_category'], mostSubs);
  const methods = await distinct(connection, 'paid_by', ['payment_method'], mostMethods);
  const storedPairs = stored.subs.map(({ category, name }) => [stored.categories[category] ?? '', name]);
  const categories = { ...pairs, names: pairs.names.map((pair) => pair.slice(0, 1)) };
  const added = {
    categories: refuse('category', 'main categories', MAX_CATEGORIES, asLists(stored.categories), categories),
    subs: refuse('sub_category', 'sub-categories', MAX_SUBS, storedPairs, pairs),
  };
  const grown = [
    ...grownBy('main categories', added.categories, stored.categories.length),
    ...grownBy('sub-categories', added.subs, stored.subs.length),
  ];
  refuse('payment_method', 'payment methods', MAX_METHODS, asLists(stored.methods), methods);
  // Each stands there once for every sub-category that has it.
  const storedTags = [...new Set(stored.tags.map(({ key, value }) => `${key}=${value}`))];
  const tags = await distinctTags(connection, storedTags.length + MAX_TAGS);
  refuse('tags', 'different tags', MAX_TAGS, asLists(storedTags), tags);
  if (stored.tags.length + pairs.names.length * tags.names.length <= MAX_SUB_TAGS) return grown;
  const storedSubTags = stored.tags.map(({ sub, key, value }) => [
    ...(storedPairs[sub] ?? []),
    `${key}=${value}`,
  ]);
  const subTags = await distinctSubTags(connection, storedSubTags.length + MAX_SUB_TAGS);
  refuse('tags', 'tags of sub-categories', MAX_SUB_TAGS, storedSubTags, subTags);
  return grown;
}

/** Names seldom grow by a fifth at once: more are often the old ones, written otherwise. */
function grownBy(what: string, added: readonly string[][], stored: number): Warning[] {
  if (stored === 0 || added.length < MANY_NEW || added.length * 5 <= stored) return [];
  // With the names above them: categories may have sub-categories of the same name.
  const names = added.map((texts) => texts.join(' / ')).sort();
  const message =
    `${thousands(added.length)} ${what} are new, and ${thousands(stored)} were there before: ${listed(names)}. ` +
    'See whether these are old ones that are written otherwise';
  return [{ code: 'many-new-names', message, count: added.length }];
}

/** Names in rows, each as the names above it and itself. */
interface Arriving {
  readonly names: readonly string[][];
  /** Whether there are more of them. */
  readonly isCut: boolean;
}

/** One more than there can be is enough to know. */
async function distinct(
  connection: Connection,
  from: 'described' | 'paid_by',
  columns: readonly ColumnName[],
  most: number,
): Promise<Arriving> {
  const rows = await connection.rows(`SELECT DISTINCT ${columns.join(', ')} FROM ${from} LIMIT ${most + 1}`);
  return { names: rows.map((row) => columns.map((name) => String(row[name]))), isCut: rows.length > most };
}

/** Few texts of tags stand for all rows. They are looked at in parts: the first may hold enough. */
async function distinctTags(connection: Connection, most: number): Promise<Arriving> {
  const { texts } = await connection.numbers<'texts'>(`
    CREATE OR REPLACE TEMP TABLE tags_text AS SELECT DISTINCT tags FROM described WHERE tags IS NOT NULL;
    SELECT count(*) AS texts FROM tags_text`);
  const tags = new Set<string>();
  for (let from = 0; from < texts && tags.size <= most; from += TEXTS_AT_A_TIME) {
    // What is no tag gives NULL, which is left out here: the engine would look for it in every piece before `DISTINCT`.
    const rows = await connection.rows(`
      SELECT DISTINCT tag_key(piece) || '=' || tag_value(piece) AS tag
      FROM (SELECT DISTINCT unnest(string_split(tags, ';')) AS piece FROM tags_text
            WHERE rowid >= ${from} AND rowid < ${from + TEXTS_AT_A_TIME})
      WHERE instr(piece, '=') > 0 LIMIT ${most + 2}`);
    for (const { tag } of rows) if (tag !== null) tags.add(String(tag));
  }
  await connection.run('DROP TABLE tags_text');
  return { names: asLists([...tags].slice(0, most + 1)), isCut: tags.size > most };
}

/** Tags with the names above them: only where there could be too many, because it takes long. */
async function distinctSubTags(connection: Connection, most: number): Promise<Arriving> {
  const rows = await connection.rows(`
    SELECT DISTINCT category, sub_category, tag FROM (
      SELECT category, sub_category, tag_key(piece) || '=' || tag_value(piece) AS tag
      FROM (SELECT DISTINCT category, sub_category, unnest(string_split(tags, ';')) AS piece
            FROM described WHERE tags IS NOT NULL)
      WHERE instr(piece, '=') > 0)
    WHERE tag IS NOT NULL LIMIT ${most + 1}`);
  const names = rows.map((row) => Object.values(row).map(String));
  return { names, isCut: names.length > most };
}

function asLists(names: readonly string[]): string[][] {
  return names.map((name) => [name]);
}

/** Refuses names where there would be too many; else those that are new. */
function refuse(
  column: ColumnName,
  what: string,
  most: number,
  stored: readonly string[][],
  { names, isCut }: Arriving,
): string[][] {
  const known = new Set(stored.map(keyOf));
  const added = new Map(names.map((texts) => [keyOf(texts), texts]));
  for (const name of known) added.delete(name);
  const all = known.size + added.size;
  if (added.size === 0 || all <= most) return [...added.values()];
  // Without the names above them: they show what the column holds.
  const sorted = Array.from(added.values(), (texts) => texts.at(-1) ?? '').sort();
  const [found, limit] = [all, most].map(thousands);
  throw new TooManyNames(
    `${column} is probably not what it was taken for: with this import there would be ${isCut ? 'at least ' : ''}${found} ${what}, and there can be at most ${limit}. ` +
      `New are ${listed(sorted, SHOWN)}; nothing was imported. --map ${column}=NAME reads another column`,
  );
}

function keyOf(texts: readonly string[]): string {
  return texts.join('\0');
}
