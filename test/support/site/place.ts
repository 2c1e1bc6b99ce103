import type { Browser, Page } from 'playwright-core';
import { spawnServer } from '../server-process.ts';
import type { Service } from '../service.ts';
import { openDemoFolder } from '../stores/data-folder.ts';
import { type Look, look, openBrowser, type Visitor, visit } from './browser.ts';
import { buildSite } from './explorer-page.ts';
import { after, before } from './in-browser.ts';

interface Running {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** A service with its site and a browser to look at it: there before the first test of a file, gone after the last. */
export class Place<Started extends Running = Service> {
  #service: Started | undefined;
  #browser: Browser | undefined;

  constructor(start: () => Promise<Started>) {
    before(async () => {
      [this.#service, this.#browser] = await Promise.all([start(), openBrowser(), buildSite()]);
    });
    after(async () => {
      await this.#browser?.close();
      await this.#service?.stop();
    });
  }

  get service(): Started {
    return opened(this.#service);
  }
  get browser(): Browser {
    return opened(this.#browser);
  }
  get url(): string {
    return this.service.url;
  }

  look(how: Look | string, work: (page: Page) => Promise<void>): Promise<void> {
    return look(this, how, work);
  }
  /** A visit whose first page the test opens itself. */
  visit(how: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
    return visit(this.browser, this.url, how);
  }
}

/** The real service with the demo data of the documentation, and its key. */
export class DemoPlace extends Place<Running & { readonly key: string }> {
  constructor() {
    super(async () => {
      const data = await openDemoFolder();
      // Tests go from page to page faster than readers do.
      const server = await spawnServer({ ...data.env, MDQ_SANDBOX_RATE: '10000' });
      const stop = async () => {
        await server.end('SIGTERM');
        await data.remove();
      };
      return { url: server.url, key: data.key, stop };
    });
  }

  /** Looks at a page with the key. */
  lookWithKey(how: Look | string, work: (page: Page) => Promise<void>): Promise<void> {
    const options = typeof how === 'string' ? { path: how } : how;
    return this.look({ key: this.service.key, ...options }, work);
  }
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('a place is open only while tests run');
  return part;
}
