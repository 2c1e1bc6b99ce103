import type { Browser } from 'playwright-core';
import { spawnServer } from '../server-process.ts';
import { openDemoFolder } from '../stores/data-folder.ts';
import { openBrowser } from './browser.ts';
import { buildSite } from './explorer-page.ts';
import { after } from './in-browser.ts';

/** The real service with the demo data of the documentation, a browser to look at it, and a key. */
interface ExplorerPlace {
  readonly browser: Browser;
  readonly url: string;
  readonly key: string;
}

/** For all tests of a file: it is gone when they are over. */
export async function openExplorerPlace(): Promise<ExplorerPlace> {
  const [data, browser] = await Promise.all([openDemoFolder(), openBrowser(), buildSite()]);
  // Tests go from page to page faster than readers do.
  const server = await spawnServer({ ...data.env, MDQ_SANDBOX_RATE: '10000' });
  after(async () => {
    await browser.close();
    await server.end('SIGTERM');
    await data.remove();
  });
  return { browser, url: server.url, key: data.key };
}
