/** The reference at /developers/reference: every endpoint, and a form to call it with one's own key. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createDocs } from '../src/docs/docs.ts';
import { assertAccessible } from './support/audit-page.ts';
import { openBrowser, PHONE, visit } from './support/browser.ts';
import { row } from './support/made-cases.ts';
import { writeCsv } from './support/order-files.ts';
import { type Service, startService } from './support/service.ts';

const REFERENCE = '/developers/reference';

suite('the reference', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mdq-reference-'));
    const orders = [
      row({ order_id: '1', ordered_at: '2026-06-01', category: 'Tea', sub_category: 'Oolong' }),
    ];
    const files = [await writeCsv(join(folder, 'orders.csv'), orders)];
    service = await startService({ files });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Calls an endpoint from its form, and says what came back. */
  async function tryIt(page: Page, path: string): Promise<number> {
    await page.getByRole('button', { name: `Test Request (get ${path})` }).click();
    const answer = page.waitForResponse((response) => response.url().includes(path));
    await page.getByRole('button', { name: /^Send get request/i }).click();
    const status = (await answer).status();
    await page
      .getByText(new RegExp(`^${status} `))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    return status;
  }

  test('calls any endpoint with a key that is typed once and kept for the tab only', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url);
    await page.goto(REFERENCE);
    await page.locator('.scalar-password-input').first().fill(key);
    assert.equal(await tryIt(page, '/api/public/meta/categories'), 200);
    assert.equal(await tryIt(page, '/api/public/meta/sub-categories'), 200);

    await page.reload();
    assert.equal(await tryIt(page, '/api/public/meta/categories'), 200, 'after the page was loaded again');
    const kept = await page.evaluate<string>(
      'JSON.stringify(localStorage) + document.cookie + location.href',
    );
    assert.ok(!kept.includes(key), 'the key would outlive the tab');
    assert.equal(
      await page.evaluate('sessionStorage.getItem("mdq-key")'),
      key,
      'other pages of the tab find it',
    );
    await leave();
  });

  test('says what the service says when there is no key', async () => {
    const { page, leave } = await visit(browser, service.url, { expected: /401/ });
    await page.goto(REFERENCE);
    assert.equal(await tryIt(page, '/api/public/meta/categories'), 401);
    await leave();
  });

  test('is where the page of each endpoint says it is', async () => {
    const { page, leave } = await visit(browser, service.url, PHONE);
    for (const { page: own, summary } of createDocs().endpoints.slice(0, 3)) {
      await page.goto(own.url);
      await page.getByRole('link', { name: 'Try it with your key' }).click();
      await page.getByRole('heading', { name: summary }).first().waitFor();
      const top = await page.getByRole('heading', { name: summary }).first().boundingBox();
      assert.ok(top && top.y >= 0 && top.y < PHONE.viewport.height, `${summary} is not in sight`);
    }
    await leave();
  });

  test('can be used by all, the form that calls too', async () => {
    const { page, leave } = await visit(browser, service.url);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(REFERENCE);
      await page.locator('.scalar-password-input').first().waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Test Request (get /api/public/meta/categories)' }).click();
      await page.getByRole('button', { name: /^Send get request/i }).waitFor();
      await assertAccessible(page);
    }
    await leave();
  });
});
