import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** A line of the ignore file. */
interface Rule {
  readonly isException: boolean;
  readonly parts: readonly string[];
}

/** Copies what Docker would send to the build: the folder without what its ignore file leaves out. */
export async function copyContext(from: string, ignoreFile: string, to: string): Promise<void> {
  const rules = readRules(readFileSync(ignoreFile, 'utf8'));
  for (const path of keptFiles(from, '', rules))
    await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
}

/** As Docker reads them: comments and empty lines are none, `!` takes back, a leading slash means nothing. */
export function readRules(text: string): Rule[] {
  return text
    .split('\n')
    .map((line) => (line.startsWith('#') ? '' : line.trim()))
    .filter((line) => line !== '')
    .map((line) => {
      const isException = line.startsWith('!');
      const pattern = posix.normalize(line.slice(isException ? 1 : 0).trim()).replace(/^\/|\/$/g, '');
      return { isException, parts: pattern.split('/') };
    });
}

/** The last rule that fits decides; one that fits a folder fits all that is in it. */
export function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const parts = path.split('/');
  const last = rules.findLast((rule) => parts.some((_, end) => fits(rule.parts, parts.slice(0, end + 1))));
  return last !== undefined && !last.isException;
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') return path.some((_, at) => fits(rest, path.slice(at))) || rest.length === 0;
  const [name, ...below] = path;
  return name !== undefined && nameFits(first, name) && fits(rest, below);
}

function nameFits(pattern: string, name: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`).test(name);
}

function keptFiles(root: string, folder: string, rules: readonly Rule[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry: Dirent) => {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) return isIgnored(path, rules) ? [] : [path];
    return isIgnored(path, rules) && !hasException(path, rules) ? [] : keptFiles(root, path, rules);
  });
}

/** Whether something in an ignored folder may be taken back. */
function hasException(folder: string, rules: readonly Rule[]): boolean {
  return rules.some(
    ({ isException, parts }) =>
      isException && (parts[0] === '**' || parts.join('/').startsWith(`${folder}/`)),
  );
}
