/** Every page of the site, and what those who run the service find there, in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { guidesFor } from '../../../site/audiences.ts';
import { createDocs } from '../../../src/docs/docs.ts';
import type { Service } from '../../support/service.ts';
import { DESKTOP, openBrowser, openPage, PHONE, visit } from '../../support/site/browser.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { crawl, type SitePage } from '../../support/site/site-pages.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

/** A longer guide should be two. */
const MAX_WORDS = 6000;

/** Words of code in tables that stand on two lines. */
const BROKEN = `[...document.querySelectorAll('.vp-doc td :is(code, a)')].flatMap((code) => {
  const broken = [];
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.nodeValue.matchAll(/[\\p{L}\\p{N}_]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(code.textContent + ': ' + word);
    }
  }
  return broken;
})`;

/** Tables that must be moved sideways to be read, and printed sentences that are cut off. */
const CUT = `[...document.querySelectorAll('.vp-doc .table, .vp-doc .language-text .line:not(.columns)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.trim().slice(0, 60))`;
const SURPLUS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const WIDTHS = { DESKTOP, TABLET: { viewport: { width: 768, height: 1024 } }, PHONE };

type Width = keyof typeof WIDTHS;

/** What is seen of a page in one visit, at one width after the other. */
interface Seen {
  readonly path: string;
  /** Pixels that the smallest phone lacks. */
  readonly surplus: number;
  readonly cut: readonly string[];
}

/** And of a guide for operators. */
interface SeenGuide {
  readonly path: string;
  readonly broken: Readonly<Record<Width, readonly string[]>>;
}

async function at<Result>(page: Page, width: Width, expression: string): Promise<Result> {
  await page.setViewportSize(WIDTHS[width].viewport);
  return page.evaluate<Result>(expression);
}

async function see(page: Page, path: string): Promise<Seen> {
  await page.setViewportSize({ width: 320, height: 568 });
  await openPage(page, path);
  return { path, surplus: await page.evaluate(SURPLUS), cut: await at(page, 'DESKTOP', CUT) };
}

async function seeGuide(page: Page, path: string): Promise<SeenGuide> {
  const broken = {
    DESKTOP: await at<string[]>(page, 'DESKTOP', BROKEN),
    TABLET: await at<string[]>(page, 'TABLET', BROKEN),
    PHONE: await at<string[]>(page, 'PHONE', BROKEN),
  };
  return { path, broken };
}

suite('the pages of the site', { concurrency: false }, () => {
  const docs = createDocs();
  let service: Service;
  let browser: Browser;
  let pages: SitePage[];
  const seen: Seen[] = [];
  const guides: SeenGuide[] = [];
  before(async () => {
    const settings = { MDQ_CONTACT: 'data@example.com', MDQ_POINT_PRICE: '0.05 USD' };
    service = await startOnYear({ ...settings, MDQ_OPERATOR_PAGES: 'on' });
    browser = await openBrowser();
    pages = await crawl(service.url);
    const paths = new Set(guidesFor('operators', docs).map(({ id }) => `/developers/${id}`));
    await as(PHONE, async (page) => {
      for (const { path } of pages.filter(({ isHtml }) => isHtml)) {
        seen.push(await see(page, path));
        if (paths.has(path)) guides.push(await seeGuide(page, path));
      }
    });
    assert.deepEqual(new Set(guides.map(({ path }) => path)), paths);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Looks at the site as someone; their browser must have nothing to complain about. */
  async function as(options: Parameters<typeof visit>[2], look: (page: Page) => Promise<void>) {
    const visitor = await visit(browser, service.url, options);
    await look(visitor.page);
    await visitor.leave();
  }

  test('open without a complaint: none is wider than the smallest phone, and a desk shows every table and every printed sentence whole', () => {
    const faults = seen.filter(({ surplus, cut }) => surplus !== 0 || cut.length > 0);
    assert.deepEqual(faults, []);
  });

  test('have no link that leads nowhere', () => {
    const byPath = new Map(pages.map((each) => [each.path, each]));
    const broken = pages.flatMap(({ path, links }) =>
      links
        .filter(({ to, anchor }) => {
          const target = byPath.get(to);
          const hasAnchor = anchor === '' || target?.anchors.has(anchor);
          return target === undefined || !hasAnchor;
        })
        .map(({ to, anchor }) => `${path} → ${to}#${anchor}`),
    );
    assert.deepEqual(broken, []);
    assert.ok(pages.length > 30, `only ${pages.length} pages were found`);
  });

  test('every hit of a search leads to a heading that exists', () => {
    const anchors = new Map(pages.map((each) => [each.path, each.anchors]));
    const headings = docs.pages.flatMap(({ markdown }) => markdown.match(/^#+ .+$/gm) ?? []);
    for (const { url } of headings.flatMap((heading) => docs.search(heading, 5))) {
      const [path = '', anchor = ''] = url.replace(/\/index(?=#|$)/, '/').split('#');
      assert.ok(anchor === '' || anchors.get(path)?.has(anchor), `a hit leads to ${url}`);
    }
  });

  test('the menu of languages leads to the same page, or says that there is none', () =>
    as({}, async (page) => {
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /Change language|切換語言/ }).hover();
        await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      };
      await openPage(page, '/developers/your-site');
      await choose('繁體中文');
      await page.getByRole('heading', { level: 1, name: '換上您的品牌' }).waitFor();
      await choose('English');
      await page.waitForURL(/\/developers\/your-site$/);
      await openPage(page, '/developers/operating');
      await choose('繁體中文：首頁（這一頁只有英文）');
      await page.waitForURL(/\/developers\/zh\/$/);
    }));

  for (const name of ['DESKTOP', 'TABLET', 'PHONE'] as const) {
    test(`no word of an address or a path in a table of a guide for operators stands on two lines: ${name}`, () => {
      const broken = guides.flatMap(({ path, broken }) => broken[name].map((word) => `${path}: ${word}`));
      assert.deepEqual(broken, []);
    });
  }

  test('no guide for operators is endless', () => {
    const wordsOf = (path: string) =>
      readFileSync(new URL(`../../../guides/${basename(path)}.md`, import.meta.url), 'utf8').split(/\s+/)
        .length;
    const endless = guides.map(({ path }) => path).filter((path) => wordsOf(path) > MAX_WORDS);
    assert.deepEqual(endless, []);
  });

  test('addresses of parts that have moved lead on', () =>
    as(PHONE, async (page) => {
      await openPage(page, '/developers/data-format#bad-rows');
      await page.locator('li:has(#bad-rows) a[href]').click();
      await page.waitForURL(/\/developers\/imports#bad-rows$/);
    }));
});
