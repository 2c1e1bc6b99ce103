/** What those who run the service find at /developers, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { guidesFor } from '../../site/audiences.ts';
import { createDocs } from '../../src/docs/docs.ts';
import { type Service, startService } from '../support/service.ts';
import { DESKTOP, openBrowser, openPage, PHONE, visit } from '../support/site/browser.ts';

/** A page that takes longer to read is two. */
const LONGEST = 26_000;

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

suite('the guides for operators', { concurrency: false }, () => {
  const guides = guidesFor('operators', createDocs()).map(({ id }) => id);
  let service: Service;
  let browser: Browser;
  before(async () => {
    service = await startService({ env: { MDQ_OPERATOR_PAGES: 'on' } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(
    options: Parameters<typeof visit>[2],
    look: (page: Page) => Promise<void>,
  ): Promise<void> {
    const visitor = await visit(browser, service.url, options);
    try {
      await look(visitor.page);
    } finally {
      await visitor.leave();
    }
  }

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

  const TABLET = { viewport: { width: 768, height: 1024 } };
  for (const [name, options] of Object.entries({ DESKTOP, TABLET, PHONE })) {
    test(`no word of an address or a path in a table stands on two lines: ${name}`, () =>
      as(options, async (page) => {
        const broken: string[] = [];
        for (const id of guides) {
          await openPage(page, `/developers/${id}`);
          broken.push(...((await page.evaluate(BROKEN)) as string[]).map((word) => `${id}: ${word}`));
        }
        assert.deepEqual(broken, []);
      }));
  }

  test('no page is endless on a phone, and addresses of parts that have moved lead on', () =>
    as(PHONE, async (page) => {
      for (const id of guides) {
        await openPage(page, `/developers/${id}`);
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
        assert.ok(height < LONGEST, `${id} is ${height} pixels long`);
      }
      await openPage(page, '/developers/data-format#bad-rows');
      await page.locator('li:has(#bad-rows) a[href]').click();
      await page.waitForURL(/\/developers\/imports#bad-rows$/);
    }));
});
