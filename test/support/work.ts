import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endFile, endProcess } from './at-end.ts';

/** The first take longest: what is begun last is then soon over. */
const FOLDERS = ['test/{data,scale,privacy}', 'test/{explorer,site}', 'test', 'site/.vitepress', 'src'];

/**
 * Runs test files one after the other in this process, each that no other process has taken before: what they have in common
 * is then loaded, and what they run on started, once for all of them.
 */
export async function work(taken: string): Promise<void> {
  for (const file of new Set(FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`).sort()))) {
    if (!(await isOurs(join(taken, file.replaceAll('/', '-'))))) continue;
    await test(file, async (t) => {
      t.after(endFile);
      await import(pathToFileURL(resolve(file)).href);
    });
  }
  await endProcess();
}

function isOurs(claim: string): Promise<boolean> {
  return mkdir(claim).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
