import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import { HANG_MS, until } from '../until.ts';

/** Without the program around it, the same engine takes a third less of the processor. */
const EXECUTABLE = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
];

/** Why no browser can be opened here; undefined where one can. */
export const noBrowser: string | undefined = EXECUTABLE
  ? undefined
  : 'Chromium is not in /usr/bin: on Debian, .ci/install installs it';

/** Real Chromium, without a window. */
export async function openBrowser(): Promise<Browser> {
  if (!EXECUTABLE) throw new Error(noBrowser);
  return await chromium.launch({ executablePath: EXECUTABLE, args: ARGS, timeout: HANG_MS });
}

/** Motion takes an eighth of the processor: who is on a phone sees it, who is at a desk wants none. */
export const DESKTOP = { viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' } as const;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const;

/** Puts a key where a page keeps the one that was typed, before any page is opened. */
export async function giveKey(page: Page, key: string): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(`sessionStorage.setItem('mdq-key', '${key}')`);
}

/** Opens a page of the site and waits until it answers to keys and clicks. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

export async function untilAlive(page: Page): Promise<void> {
  await untilTrue(page, 'document.querySelector("#app")?.__vue_app__ !== undefined');
  // A call on the page is alive once its code names this service.
  await untilTrue(
    page,
    `document.querySelector('.endpoint-call .mdq-code')?.textContent.includes(location.origin) ?? true`,
  );
}

/** Makes the window as wide as that, and waits until everything is drawn for it: a chart learns of it a frame later. */
export async function resizeTo(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await untilTrue(page, `innerWidth === ${viewport.width}`);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Waits until a page that was gone to by a click is there: its address changes before. */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.locator(`.vp-doc.${path.replaceAll('/', '_')}`).waitFor();
}

/** Someone who looks at the site, with a browser of their own. */
export interface Visitor {
  readonly page: Page;
  /** Ends the visit; fails when the browser complained or asked another host. */
  leave(): Promise<void>;
}

export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions & {
    /** Complaints that are meant to be there. */
    readonly expected?: RegExp;
  } = {},
): Promise<Visitor> {
  const { expected, ...look } = options;
  const context = await browser.newContext({ ...DESKTOP, baseURL: origin, ...look });
  context.setDefaultTimeout(HANG_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isPutOff(message)) return;
    complaints.push(`${page.url()}: ${message.text()} (${pathOf(message)})`);
  });
  page.on('pageerror', ({ message }) => {
    if (!LACKS_PART.test(message)) complaints.push(`${page.url()}: ${message}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(`asked for ${url}`);
  });
  comeWhole(page, complaints);
  return {
    page,
    async leave() {
      await context.close();
      assert.deepEqual(
        complaints.filter((complaint) => !expected?.test(complaint)),
        [],
      );
    },
  };
}

/** What a service that is behind, or was asked for much, answers to who pays nothing. */
const PUT_OFF = [429, 503];
/** What follows from that in the page. A part that is not there at all has a complaint of its own, with its status. */
const LACKS_PART = /Failed to fetch dynamically imported module: \S+\/developers\//;
/** A page asks for such a part again by itself, and is asked for again: the complaint may come after that. */
function isPutOff(message: ConsoleMessage): boolean {
  if (LACKS_PART.test(message.text())) return true;
  return /status of (429|503)/.test(message.text()) && pathOf(message).startsWith('/developers');
}
/** What a complaint is about. */
function pathOf(message: ConsoleMessage): string {
  const { url } = message.location();
  return URL.canParse(url) ? new URL(url).pathname : url;
}

const PARTS = ['document', 'script', 'stylesheet'];

/**
 * Without one of its scripts a page is there and does nothing. Where the service has put one off, as it may on a busy
 * machine, the page is asked for again, as its reader would; the browser's complaint about it counts for nothing.
 */
function comeWhole(page: Page, complaints: string[]): void {
  const whole = async (come: () => Promise<Response | null>) => {
    const before = complaints.length;
    let came: Response | null = null;
    await until('the page is there with all its parts', async () => {
      let isWhole = true;
      const look = (response: Response) => {
        const isPart = PARTS.includes(response.request().resourceType());
        if (isPart && PUT_OFF.includes(response.status())) isWhole = false;
      };
      page.on('response', look);
      came = await come();
      page.off('response', look);
      if (!isWhole) complaints.length = before;
      return isWhole;
    });
    return came;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (...address) => whole(() => goto(...address));
  page.reload = (...options) => whole(() => reload(...options));
}

export type Look = Parameters<typeof visit>[2] & {
  readonly path: string;
  /** In the tab from the start. */
  readonly key?: string;
};

/** One visit: opens a page and does something there; the browser must have nothing to complain about. */
export async function look(
  { browser, url }: { browser: Browser; url: string },
  how: Look | string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { path, key, ...options } = typeof how === 'string' ? { path: how } : how;
  const { page, leave } = await visit(browser, url, options);
  // On a slow machine a part of the page may be refused more often than the page retries by itself.
  const again = page.locator('.missing-part button');
  await page.addLocatorHandler(again, (button) => button.click({ timeout: 1_000 }).catch(() => undefined));
  if (key !== undefined) await giveKey(page, key);
  await (options.javaScriptEnabled === false ? page.goto(path) : openPage(page, path));
  if (key !== undefined) await untilOpen(page);
  await work(page);
  await leave();
}

/** Waits until the page has the account of its key; a page that gave up on a slow machine is told to try again. */
async function untilOpen(page: Page): Promise<void> {
  const account = page.locator('.mdq-access dl').or(page.locator('.caller').getByText(/mdk_/)).first();
  const again = page.getByRole('button', { name: 'Try again' });
  await until('the account is shown', async () => {
    await account.or(again).first().waitFor();
    if (await account.isVisible()) return true;
    await again.click();
    return false;
  });
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a part of the page is. */
export async function boxOf(part: Locator): Promise<Box> {
  return (await part.boundingBox()) ?? assert.fail(`${part} is not there`);
}

/** Not waitForFunction: it looks again by eval, which the site's content security policy forbids. */
export function untilTrue(page: Page, expression: string): Promise<void> {
  return until(expression, () => page.evaluate<boolean>(expression));
}
