import { globSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, matchesGlob, resolve } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { fileFault } from '../errors/stores.ts';
import { isDataFile } from '../warehouse/deliveries/data-file-names.ts';
import { viewName } from '../warehouse/intake/sql-lines.ts';
import type { NamedTable, Profile, TableProfile } from '../warehouse/profile.ts';
import type { ImportRequest } from '../warehouse/warehouse.ts';
import { FileRefused } from '../warehouse/warehouse-errors.ts';

/**
 * The names of files: an argument that is there is that file, or all data files in that folder; otherwise one
 * with the characters of a pattern is a pattern. What a folder or a pattern gives are names.
 */
function expand(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const found = readable(arg, () => lstatSync(arg, { throwIfNoEntry: false }));
    // Of a link that leads nowhere, reading it tells where it leads.
    const isDirectory = isFolder(arg);
    if (found && !isDirectory) return [arg];
    if (!found && !/[*?[]/.test(arg)) throw new UserError(`Cannot read ${arg}: there is no such file`);
    const files = isDirectory
      ? readable(arg, () => filesIn(arg))
      : globSync(arg).filter((name) => !isFolder(name));
    if (files.length === 0) {
      throw new UserError(
        isDirectory
          ? `There is no CSV, Parquet or NDJSON file in ${arg}`
          : `Cannot read ${arg}: there is no such file, and no file fits it as a pattern`,
      );
    }
    return files.sort();
  });
}

/** The files of an import, and what its query calls them: `NAME=FILE` where files may be named. */
export function filesOf(
  args: readonly string[],
  { sql, tables, reference = {}, folder = '.' }: Profile,
  naming: 'named' | 'plain' = sql ? 'named' : 'plain',
): Pick<ImportRequest, 'files' | 'tables'> {
  if ((tables || Object.keys(reference).length > 0) && naming === 'plain')
    throw new UserError('The profile names tables and no query of them: add "sql" to it, or give --sql');
  const own = tablesOf(reference, (file) => filesOfTable(file, folder));
  if (tables) {
    const [place = folder, ...others] = args;
    if (others.length > 0 || !isFolder(place))
      throw new UserError('The profile names its tables: give no file, or the one folder that they are in');
    // Tables that lie elsewhere than the profile are in the folder that is given by their name alone.
    const isElsewhere = (file: string) => args.length > 0 && (isAbsolute(file) || file.startsWith('..'));
    const inPlace = (file: string) => filesOfTable(isElsewhere(file) ? basename(file) : file, place);
    return named([...tablesOf(tables, inPlace), ...own]);
  }
  if (args.length === 0) throw new UserError('Name the files to import');
  const found = args.map((arg) => {
    const [, name, file = ''] =
      (naming === 'named' && !isThere(arg) && /^([\p{L}_][\p{L}\p{N}_]*)=(.+)$/u.exec(arg)) || [];
    return name === undefined ? expand([arg]) : tablesOf({ [name]: { files: [file] } }, filesOfTable);
  });
  const files = found.flat();
  refuseTwice(files.filter((file) => typeof file === 'string'));
  return named([...files, ...own]);
}

/** Named twice by itself, its folder or a pattern, a file would look like two files with the same orders. */
function refuseTwice(files: readonly string[]): void {
  const seen = new Set<string>();
  for (const file of files) {
    const path = resolve(file);
    if (seen.has(path)) throw new UserError(`${file} is named twice; nothing was imported. Name it once`);
    seen.add(path);
  }
}

function named(
  files: readonly (string | (NamedTable & { path: string }))[],
): Pick<ImportRequest, 'files' | 'tables'> {
  const tables = new Map<string, NamedTable>();
  for (const file of files) {
    if (typeof file === 'string') continue;
    const other = tables.get(file.path);
    if (other)
      throw new FileRefused(
        `${file.path} is the table ${other.name} and the table ${file.name}: it can be one`,
      );
    tables.set(file.path, file);
  }
  return { files: files.map((file) => (typeof file === 'string' ? file : file.path)), tables };
}

/** The files of an import among those of a folder that has arrived; of a file, itself. */
export function dataFilesOf(place: string, paths: readonly string[]): string[] {
  const files = paths.filter((path) => path === place || isDataFile(basename(path)));
  if (files.length === 0) throw new FileRefused(`There is no CSV, Parquet or NDJSON file in ${place}`);
  return files;
}

/** The tables of an import among the files of a folder. */
export function tablesIn(
  folder: string,
  paths: readonly string[],
  { tables = {}, reference = {}, folder: place = '.' }: Profile,
): Pick<ImportRequest, 'files' | 'tables'> {
  const inFolder = (file: string) => {
    const path = join(folder, file);
    const files = paths.includes(path) ? [path] : paths.filter((each) => matchesGlob(basename(each), file));
    return { path, files };
  };
  return named([...tablesOf(tables, inFolder), ...tablesOf(reference, (file) => filesOfTable(file, place))]);
}

/** Refuses tables that could not lie in a folder that arrives. */
export function mustBeNames(tables: NonNullable<Profile['tables']>): void {
  for (const [name, { files }] of Object.entries(tables)) {
    const elsewhere = files.find((file) => basename(file) !== file);
    if (elsewhere !== undefined)
      throw new UserError(
        `The table ${name} must be a file in the folders that arrive, without "/": ${elsewhere}. ` +
          'A table that stays beside the profile goes under "reference" there',
      );
  }
}

/** The files of each table, in the order of their names: several are parts of it. */
function tablesOf(
  tables: Readonly<Record<string, TableProfile>>,
  find: (file: string) => { path: string; files: readonly string[] },
): (NamedTable & { path: string })[] {
  return Object.entries(tables).flatMap(([name, { files, encoding }]) => {
    const found = files.flatMap((file) => {
      const { path, files } = find(file);
      if (files.length === 0) throw new FileRefused(`There is no file for the table ${name}: ${path}`);
      return files;
    });
    // A list may name a file by itself and by a pattern.
    return [...new Set(found)].map((path) => ({ name, encoding, path }));
  });
}

/** The files that a name or a pattern stands for. The folder is one by its name, whatever characters that has. */
function filesOfTable(file: string, folder = '.'): { path: string; files: string[] } {
  const path = resolve(folder, file);
  if (isThere(path)) return { path, files: [path] };
  const found = globSync(file, { cwd: folder }).map((each) => resolve(folder, each));
  return { path, files: found.filter((each) => !isFolder(each)).sort() };
}

/** The tables of a query as a profile names them: by the names of their files, which next month's folder has too. */
export function tablesToSave({ files, tables }: Pick<ImportRequest, 'files' | 'tables'>): Profile['tables'] {
  const named = new Map<string, TableProfile>();
  for (const path of files) {
    const { name = viewName(path), encoding } = tables?.get(path) ?? {};
    const parts = named.get(name)?.files ?? [];
    named.set(name, { files: [...parts, basename(path)], ...(encoding !== undefined && { encoding }) });
  }
  return Object.fromEntries(named);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter(isDataFile)
    .map((name) => join(folder, name));
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${fileFault(error)}`);
  }
}
