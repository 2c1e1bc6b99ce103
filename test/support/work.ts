import { matchesGlob, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endFile, endProcess } from './at-end.ts';
import { claim, noteEnd, testFiles } from './shared/claims.ts';
import { noBrowser } from './site/browser.ts';

/** Nearly every test in these files drives a browser. */
const BROWSER_FILES = 'test/{explorer,site}/*.test.ts';

/**
 * Runs test files one after the other in this process, each that no other process has taken before: what they have in common
 * is then loaded, and what they run on started, once for all of them.
 */
export async function work(): Promise<void> {
  for (const file of testFiles()) {
    if (!(await claim(file))) continue;
    await test(file, { skip: whySkipped(file) }, async (t) => {
      t.after(endFile);
      await import(pathToFileURL(resolve(file)).href);
    });
    await noteEnd(file);
  }
  await endProcess();
}

function whySkipped(file: string): string | undefined {
  return matchesGlob(file, BROWSER_FILES) ? noBrowser : undefined;
}
