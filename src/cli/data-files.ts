import { globSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, matchesGlob, resolve } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { fileFault } from '../errors/stores.ts';
import type { NamedTable, Profile } from '../warehouse/profile.ts';
import type { ImportRequest } from '../warehouse/warehouse.ts';
import { FileRefused } from '../warehouse/warehouse-errors.ts';

/** What is added to the name of a refused file for the list of what is wrong with it. */
export const REJECTS_SUFFIX = '.rejects.csv';

const DATA_FILE = /^(?<stem>[^.].*?)(?<suffix>\.parquet|\.(?:csv|ndjson|jsonl|json)(?:\.gz)?)$/i;

/** Whether a file in a folder is one to import, by its name. */
export function isDataFile(name: string): boolean {
  return DATA_FILE.test(name) && !name.toLowerCase().endsWith(REJECTS_SUFFIX);
}

/** Another name for the same file, cut to so many bytes: `orders.csv.gz` becomes `orders-2.csv.gz`. */
export function numberedName(name: string, number: number, mostBytes: number): string {
  const { stem = name, suffix = '' } = DATA_FILE.exec(name)?.groups ?? {};
  const end = number === 1 ? suffix : `-${number}${suffix}`;
  return `${cut(stem, mostBytes - Buffer.byteLength(end))}${end}`;
}

/** As many characters as fit. */
function cut(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes));
  return text.slice(0, read);
}

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
  { sql, tables, folder = '.' }: Profile,
  naming: 'named' | 'plain' = sql ? 'named' : 'plain',
): Pick<ImportRequest, 'files' | 'tables'> {
  if (tables) {
    if (naming === 'plain')
      throw new UserError('The profile names tables and no query of them: add "sql" to it, or give --sql');
    const [place = folder, ...others] = args;
    if (others.length > 0 || !isFolder(place))
      throw new UserError('The profile names its tables: give no file, or the one folder that they are in');
    // Tables that lie elsewhere than the profile are in the folder that is given by their name alone.
    const isElsewhere = (file: string) => args.length > 0 && (isAbsolute(file) || file.startsWith('..'));
    return named(
      Object.entries(tables).map(([name, { file, encoding }]) => ({
        ...{ name, encoding, path: theOne(name, isElsewhere(file) ? basename(file) : file, place) },
      })),
    );
  }
  if (args.length === 0) throw new UserError('Name the files to import');
  const found = args.map((arg) => {
    const [, name, file = ''] =
      (naming === 'named' && !isThere(arg) && /^([\p{L}_][\p{L}\p{N}_]*)=(.+)$/u.exec(arg)) || [];
    return name === undefined ? expand([arg]) : [{ name, path: theOne(name, file) }];
  });
  const files = found.flat();
  refuseTwice(files.filter((file) => typeof file === 'string'));
  return named(files);
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
  tables: NonNullable<Profile['tables']>,
): Pick<ImportRequest, 'files' | 'tables'> {
  return named(
    Object.entries(tables).map(([name, { file, encoding }]) => {
      const pattern = join(folder, file);
      const fitting = paths.filter((path) => matchesGlob(basename(path), file));
      return { name, encoding, path: only(name, pattern, paths.includes(pattern) ? [pattern] : fitting) };
    }),
  );
}

/** Refuses tables that could not lie in a folder that arrives. */
export function mustBeNames(tables: NonNullable<Profile['tables']>): void {
  for (const [name, { file }] of Object.entries(tables))
    if (basename(file) !== file)
      throw new UserError(
        `The table ${name} must be a file in the folders that arrive, without "/": ${file}`,
      );
}

/** The one file that a table is. The folder is one by its name, whatever characters that has; the rest may be a pattern. */
function theOne(name: string, file: string, folder = '.'): string {
  const pattern = resolve(folder, file);
  const found = () => globSync(file, { cwd: folder }).map((path) => resolve(folder, path));
  const files = isThere(pattern) ? [pattern] : found().filter((path) => !isFolder(path));
  return only(name, pattern, files.sort());
}

function only(name: string, pattern: string, files: readonly string[]): string {
  const [file, ...others] = files;
  if (file === undefined) throw new FileRefused(`There is no file for the table ${name}: ${pattern}`);
  if (others.length > 0)
    throw new FileRefused(
      `The table ${name} must be one file, and these fit ${pattern}: ${files.join(', ')}`,
    );
  return file;
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
