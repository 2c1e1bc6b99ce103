/** The form that makes a call, on each endpoint's page and on the page of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type Service, startService } from '../support/service.ts';
import { assertAccessible } from '../support/site/audit-page.ts';
import { openBrowser, openPage, PHONE, untilTrue, visit } from '../support/site/browser.ts';

const REFERENCE = '/developers/reference';
const TREND = '/developers/api/trends/market';

suite('trying a call', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mdq-try-'));
    // 26 weeks: three default periods are begun.
    const orders = Array.from({ length: 26 }, (_, week) =>
      row({
        order_id: `${week}`,
        ordered_at: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
        category: 'Tea',
        sub_category: 'Oolong',
      }),
    );
    service = await startService({ files: [await writeCsv(join(folder, 'orders.csv'), orders)] });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function enterKey(page: Page, key: string): Promise<void> {
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Use key' }).click();
  }

  const receipt = (page: Page, name: string) =>
    page
      .locator('.receipt div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .textContent();

  test('the price is told before, and the receipt after says the same', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url);
    await openPage(page, TREND);
    await page.getByText('Price of this call: 50 points').waitFor();
    await enterKey(page, key);
    await page.getByText('Balance 1,000, then 950').waitFor();
    // A date stands there as it is sent, whatever the language of the browser.
    assert.equal(await page.getByPlaceholder('YYYY-MM-DD').count(), 2);
    await page.getByLabel('Start').fill('2026-01-05');
    await page.getByText('Price of this call: 150 points').waitFor();
    const asked = page.waitForRequest(/trends\/market\?start/);
    await page.getByRole('button', { name: 'Send · 150 points' }).click();
    assert.equal((await asked).headers()['x-max-points'], '150');
    await page.locator('.status').getByText('200').waitFor();
    assert.equal(await receipt(page, 'Charged'), '150 points');
    assert.equal(await receipt(page, 'Balance'), '850');
    await page.getByText('Balance 850, then 700').waitFor();
    // A range without a day in the data has no price.
    await page.getByRole('textbox', { name: /^End/ }).fill('2027-01-31');
    await page.getByLabel('Start').fill('2027-01-01');
    await page.getByText('Price of this call: free').waitFor();
    await page.getByText(/^No day of .*2027 is in the data: the answer is empty\.$/).waitFor();
    await page.getByRole('button', { name: 'Send · free' }).click();
    await page.locator('.status').getByText('start=2027-01-01').waitFor();
    assert.equal(await receipt(page, 'Charged'), 'free');
    assert.equal(await receipt(page, 'Balance'), '850');
    await leave();
  });

  test('a call whose answer was lost is sent again and charged once', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url, { expected: /ERR_/ });
    await openPage(page, TREND);
    await enterKey(page, key);
    await page.getByText('Balance 1,000, then 950').waitFor();
    // The first answer is paid for, and never arrives; then a page of something in between comes in its place.
    for (const [says, lose] of [
      ['cannot be reached', (route: Route) => route.abort()],
      ['(HTTP 200)', (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' })],
    ] as const) {
      const lost = async (route: Route) => {
        await route.fetch();
        await lose(route);
      };
      await page.route(/\/api\/public\/trends\/market/, lost, { times: 1 });
      await page.getByRole('button', { name: 'Send · 50 points' }).click();
      await page.getByText(`${says}; trying again never charges twice.`).waitFor();
      await page.getByText('Balance 950, then 900').waitFor();
    }
    await page.getByRole('button', { name: 'Send · 50 points' }).click();
    await page.locator('.status').getByText('200').waitFor();
    assert.equal(await receipt(page, 'Balance'), '950');
    await page.getByRole('button', { name: 'Send · 50 points' }).click();
    await page.getByText('Balance 900, then 850').waitFor();
    await leave();
  });

  test('on a phone the answer comes into view', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url, PHONE);
    await openPage(page, TREND);
    await enterKey(page, key);
    await page.getByRole('button', { name: 'Send · 50 points' }).click();
    await page.locator('.status').getByText('200').waitFor();
    await untilTrue(
      page,
      `(() => {
      const { top } = document.querySelector('.try-it .status').getBoundingClientRect();
      return top > 0 && top < innerHeight / 2;
    })()`,
    );
    await leave();
  });

  test('calls any endpoint with a key that is typed once and kept for the tab only', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url);
    await openPage(page, REFERENCE);
    await enterKey(page, key);
    await page.getByRole('button', { name: 'Send · 1 point' }).click();
    await page.locator('.status').getByText('200').waitFor();
    await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/api/account');
    await page.getByRole('button', { name: 'Send · free' }).click();
    await page.locator('.body').getByText('"balance": 999').waitFor();

    await page.reload();
    await page.getByText(`Key ending in ${key.slice(-4)}`).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Endpoint' }).inputValue(), '/api/account');
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

  test('a name that is not there, a key that is not known and too few points are told, and cost nothing', async () => {
    const [rich, poor] = [await service.createKey(1000), await service.createKey(10)];
    const { page, leave } = await visit(browser, service.url, { expected: /40[012]/ });
    await openPage(page, TREND);
    await enterKey(page, rich.key);
    // A slip of the finger: the name that is meant is told, instead of another one paid for.
    await page.getByRole('textbox', { name: 'Category' }).fill('tee');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByText(/^The service says: .*did you mean "Tea"\?.*nothing was charged\.$/).waitFor();
    const { body } = await service.get('/api/account', { key: rich.key });
    assert.equal((body as { data: { balance: number } }).data.balance, 1000);
    await page.getByRole('textbox', { name: 'Category' }).fill('Tea');

    await page.getByRole('button', { name: 'Change key' }).click();
    await enterKey(page, poor.key);
    await page.getByText('The account has 10 points and this call costs 50.').waitFor();
    await page.getByRole('button', { name: /^Send/ }).click();
    await page
      .getByText('This costs 50 points and the account has 10 points: choose a shorter range')
      .waitFor();

    await page.getByRole('button', { name: 'Change key' }).click();
    await enterKey(page, 'mdk_short');
    await page.getByText('A key is “mdk_” and 38 letters or digits: part of it is missing.').waitFor();
    await enterKey(
      page,
      rich.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    );
    await page.getByRole('button', { name: /^Send/ }).click();
    await page
      .getByText('This key is not known: check it for missing characters and enter it again, or use another;')
      .waitFor();
    await leave();
  });

  test('can be used by all, before and after a call', async () => {
    const { key } = await service.createKey(1000);
    const { page, leave } = await visit(browser, service.url);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of [REFERENCE, TREND]) {
        await openPage(page, path);
        if (await page.getByRole('textbox', { name: 'API key' }).isVisible()) {
          await assertAccessible(page);
          await enterKey(page, key);
        }
        await page.getByRole('button', { name: /^Send/ }).click();
        await page.locator('.status').getByText('200').waitFor();
        await assertAccessible(page);
      }
    }
    await leave();
  });
});
