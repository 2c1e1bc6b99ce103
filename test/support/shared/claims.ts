/** Which test files of a run are taken by one of its processes, and which are over, in the folder that all of them share. */
import { existsSync, globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { THOROUGH } from './thorough.ts';

/** The first take longest: what is begun last is then soon over. */
const FOLDERS = ['test/{data,scale,privacy}', 'test/{explorer,site}', 'test', 'site/.vitepress', 'src'];

/** The test files of this run: all of them for `npm run test:all`, the quick ones for `npm test`. */
export function testFiles(): readonly string[] {
  const files = new Set(FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`).sort()));
  if (process.env.MDQ_TESTS === 'quick') for (const file of globSync([...THOROUGH])) files.delete(file);
  return [...files];
}

/** Whether a file is the caller's to run. */
export async function claim(file: string): Promise<boolean> {
  try {
    await mkdir(mark(file, 'taken'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export async function noteEnd(file: string): Promise<void> {
  await mkdir(mark(file, 'over'));
}

/** The files that were not run to their end: nobody took them, or the process that did died. None where no files were shared. */
export function notOver(): readonly string[] {
  const files = testFiles();
  if (!files.some((file) => existsSync(mark(file, 'taken')))) return [];
  return files.filter((file) => !existsSync(mark(file, 'over')));
}

function mark(file: string, what: 'taken' | 'over'): string {
  const folder = process.env.MDQ_TEST_SHARED;
  if (!folder)
    throw new Error(
      'These processes share files by the global setup: run "npm test", or one file with "node --test FILE"',
    );
  return join(folder, `${file.replaceAll('/', '-')}.${what}`);
}
