import { listed } from '../../lib/text/listed.ts';
import { COLUMN_NAMES, type ColumnName } from '../profile.ts';
import type { Guess } from './guess.ts';
import type { ReadableFile } from './reading/plain-text.ts';

/** A file, its columns, and which of them were found to be ours. */
export interface NamedFile extends Pick<ReadableFile, 'path' | 'format'> {
  readonly header: readonly string[];
  readonly guess: Guess;
}

/** What our columns are called in all files together; a name of a product is not kept, so it may differ. */
export function commonColumns(files: readonly NamedFile[]): Guess['columns'] {
  const columns: Partial<Record<ColumnName, string>> = Object.assign(
    {},
    ...files.map(({ guess }) => guess.columns),
  );
  if (differenceIn(files, 'product_name')) delete columns.product_name;
  return columns;
}

/** Columns for which no one name holds in all files: an import would refuse some of them, or not read the column. */
export function differentNames(files: readonly NamedFile[]): string[] {
  return COLUMN_NAMES.filter((name) => name !== 'product_name')
    .map((name) => differenceIn(files, name))
    .filter((difference) => difference !== undefined)
    .map((difference) => `${difference}: import files with different columns one after the other`);
}

function differenceIn(files: readonly NamedFile[], name: ColumnName): string | undefined {
  const firstWith = new Map<string, string>();
  for (const { path, guess } of files) {
    const theirs = guess.columns[name];
    if (theirs !== undefined && !firstWith.has(theirs)) firstWith.set(theirs, path);
  }
  const [first, second] = [...firstWith].map(([theirs, path]) => ({
    path,
    called: listed([theirs]),
    theirs,
  }));
  if (!first) return undefined;
  const found = `${name} is ${first.called} in ${first.path}`;
  if (second) return `${found} and ${second.called} in ${second.path}`;
  // An object may lack what others have. A name that is ours is looked for in each file, without having to be there.
  const without = files.find(({ format, header }) => format !== 'ndjson' && !header.includes(first.theirs));
  return without && first.theirs !== name ? `${found}, and ${without.path} has no such column` : undefined;
}
