import { globSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors/operators.ts';

/** What is added to the name of a refused file for the list of what is wrong with it. */
export const REJECTS_SUFFIX = '.rejects.csv';

const DATA_FILE = /^(?<stem>[^.].*?)(?<suffix>\.parquet|\.(?:csv|ndjson|jsonl)(?:\.gz)?)$/i;

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
export function expand(args: readonly string[]): string[] {
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
    throw new UserError(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
