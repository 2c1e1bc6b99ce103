/** Which test files of a run are taken by one of its processes, and which are over, in the folder that all of them share. */
import { existsSync, globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The first take longest: what is begun last is then soon over. */
const FOLDERS = ['test/{data,scale,privacy}', 'test/{explorer,site}', 'test', 'site/.vitepress', 'src'];

export function testFiles(): readonly string[] {
  return [...new Set(FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`).sort()))];
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
