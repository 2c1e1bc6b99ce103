import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files of the project, as a clone with the changes of now would have them. */
export async function projectFiles(root: string): Promise<string[]> {
  const options = { cwd: root, maxBuffer: 2 ** 26 };
  const args = ['ls-files', '-z', '-co', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', args, options);
  return stdout.split('\0').filter((file) => file && existsSync(join(root, file)));
}

/** Copies what Docker would send to the build: the project without what its ignore file leaves out. */
export async function copyContext(from: string, ignoreFile: string, to: string): Promise<void> {
  // The last rule that fits a file, or a folder above it, decides; `!` takes back.
  const rules = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ isException: line.startsWith('!'), pattern: patternOf(line.replace('!', '').trim()) }));
  const isKept = (path: string) => rules.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;
  for (const path of (await projectFiles(from)).filter(isKept))
    await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
}

function patternOf(glob: string): RegExp {
  const expression = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('**/', '(:/)?')
    .replaceAll('*', '[^/]*')
    .replaceAll('(:/)?', '(.*/)?');
  return new RegExp(`^${expression}(/.*)?$`);
}
