import { globSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';

/** What is added to the name of a refused file for the list of what is wrong with it. */
export const REJECTS_SUFFIX = '.rejects.csv';

const DATA_FILE = /^(?<stem>[^.].*?)(?<suffix>\.parquet|\.(?:csv|ndjson|jsonl)(?:\.gz)?)$/i;

/** Whether a file in a folder is one to import, by its name. */
export function isDataFile(name: string): boolean {
  return DATA_FILE.test(name) && !name.toLowerCase().endsWith(REJECTS_SUFFIX);
}

/** Another name for the same file: `orders.csv.gz` becomes `orders-2.csv.gz`. */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : name.replace(DATA_FILE, `$<stem>-${number}$<suffix>`);
}

/** Files as they are; a folder is all data files in it; anything else is a pattern. */
export function expand(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const found = readable(pattern, () => statSync(pattern, { throwIfNoEntry: false }));
    if (found && !found.isDirectory()) return [pattern];
    const files = found ? readable(pattern, () => filesIn(pattern)) : globSync(pattern);
    if (files.length === 0) {
      throw new UserError(
        found
          ? `There is no CSV, Parquet or NDJSON file in ${pattern}`
          : `Cannot read ${pattern}: there is no such file`,
      );
    }
    return files.sort();
  });
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
