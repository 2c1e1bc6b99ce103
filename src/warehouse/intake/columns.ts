import { COLUMN_NAMES, COLUMNS, type ColumnName, type Profile } from '../profile.ts';
import { refusedFile } from './refused-file.ts';

/** Which column of a file gives each of ours: its index, or undefined for an optional one that is not there. */
interface FoundColumns {
  readonly indexes: Readonly<Record<ColumnName, number | undefined>>;
  readonly ignored: readonly string[];
}

/** Finds our columns among those of a file. One error names all that are missing. */
export function findColumns(
  path: string,
  found: readonly string[],
  { columns = {}, set = {} }: Profile,
): FoundColumns {
  const wanted = COLUMN_NAMES.filter((name) => set[name] === undefined).map((name) => ({
    name,
    theirs: columns[name] ?? name,
  }));
  refuseBoth(path, found, { columns, set });
  const missing = wanted.filter(
    ({ name, theirs }) =>
      !found.includes(theirs) && (COLUMNS[name].isRequired || columns[name] !== undefined),
  );
  if (missing.length > 0) {
    const names = missing.map(({ theirs }) => `"${theirs}"`).join(', ');
    throw refusedFile(
      path,
      `has no ${missing.length === 1 ? 'column' : 'columns'} ${names} (it has: ${found.join(', ')}). ` +
        `${otherDelimiter(found)}Say what they are called there, such as --map ${missing[0]?.name}=ITS_NAME; "mdq import --check" proposes how`,
    );
  }
  const twice = wanted.find(({ theirs }) => found.indexOf(theirs) !== found.lastIndexOf(theirs));
  if (twice) throw refusedFile(path, `has more than one column "${twice.theirs}"`);
  const indexes = wanted.map(({ name, theirs }) => {
    const index = found.indexOf(theirs);
    return [name, index < 0 ? undefined : index] as const;
  });
  const used = new Set(wanted.map(({ theirs }) => theirs));
  return {
    indexes: Object.fromEntries(indexes) as FoundColumns['indexes'],
    ignored: found.filter((name) => !used.has(name)),
  };
}

/** All names in one, with a sign between them: the delimiter is another one than was assumed. */
function otherDelimiter(found: readonly string[]): string {
  const [only = '', ...others] = found;
  const sign = others.length === 0 ? /^\w+([^\w\s"'.-])\w+(\1\w+)*$/.exec(only)?.[1] : undefined;
  return sign ? `If "${sign}" stands between values, add --delimiter "${sign}". ` : '';
}

/** A constant is for files that do not have the column. */
export function refuseBoth(
  path: string,
  found: readonly string[],
  { columns = {}, set = {} }: Profile,
): void {
  const both = COLUMN_NAMES.find(
    (name) => set[name] !== undefined && (columns[name] !== undefined || found.includes(name)),
  );
  if (!both) return;
  throw refusedFile(
    path,
    columns[both] === undefined
      ? `has a column "${both}" of its own: leave --set ${both}=… out`
      : `cannot be read with both --map and --set of "${both}": leave one of them out`,
  );
}
