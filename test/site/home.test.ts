/** The home page for whoever comes without a key: what it is, and a live answer at the first click. */
import assert from 'node:assert/strict';
import type { Browser, Page, Route } from 'playwright-core';
import type { Service } from '../support/service.ts';
import { assertAccessibleInAnyLight, measureFirstVisit } from '../support/site/audit-page.ts';
import { openBrowser, openPage, PHONE, visit } from '../support/site/browser.ts';
import { after, before, suite, test } from '../support/site/in-browser.ts';
import { until } from '../support/until.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };
const LOOKS = [WIDE, PHONE];

suite('the home page', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startOnYear(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(options: Parameters<typeof visit>[2], look: (page: Page) => Promise<void>) {
    const { page, leave } = await visit(browser, service.url, { locale: 'en-US', ...options });
    await look(page);
    await leave();
  }

  test('says what it is, and one click gives a live answer: drawn, and as JSON with its price', () =>
    as(WIDE, async (page) => {
      await openPage(page, '/developers/');
      await page.getByText('A REST API for e-commerce order statistics: counted, not sampled.').waitFor();
      const run = page.getByRole('button', { name: 'Run' });
      const box = await run.boundingBox();
      assert.ok(box && box.y + box.height < 900, 'the call is in the first screen');
      const shownCode = page.locator('.home-run .mdq-code code');
      // The built page names an example address until its script runs.
      await shownCode.filter({ hasText: service.url }).waitFor();
      assert.match(await shownCode.innerText(), /^curl --get 'http.+mdk_test_ok/s);
      const answered = page.waitForResponse(/trends\/market/);
      await run.click();
      const response = await answered;
      assert.equal(response.headers()['x-sandbox'], 'true');
      await page.locator('.home-trend').getByText('Live answer from the sandbox').waitFor();
      const price = `${response.headers()['x-points-charged']} points`;
      await page.getByText(`${price}, not charged in the sandbox.`).waitFor();
      const shown = await page.locator('.home-trend details code').innerText();
      assert.deepEqual(JSON.parse(shown), await response.json());
    }));

  test('in Chinese it is the same, with Chinese names', () =>
    as({ ...PHONE, locale: 'zh-TW' }, async (page) => {
      await openPage(page, '/developers/zh/');
      await page.getByText('電商訂單統計 API：逐筆計算、不抽樣。').waitFor();
      await page.getByRole('button', { name: '執行' }).click();
      await page.locator('.home-trend').getByText('沙盒的即時回應').waitFor();
      assert.match(await page.locator('.home-run .mdq-code code').innerText(), /mdk_test_ok_zh/);
    }));

  test('on a phone the chart stays where it was when the answer comes', () =>
    as(PHONE, async (page) => {
      await openPage(page, '/developers/');
      const top = async () => (await page.locator('.home-trend .mdq-chart').boundingBox())?.y ?? 0;
      const run = page.getByRole('button', { name: 'Run' });
      await run.scrollIntoViewIfNeeded();
      const before = await top();
      await run.tap();
      await page.getByText('Live answer from the sandbox').waitFor();
      assert.ok(Math.abs((await top()) - before) < 40, `${before} before, ${await top()} with the answer`);
    }));

  test('without a sandbox it has nothing to run, a picture, and no key of the sandbox in any code', async (t) => {
    const without = await startOnYear({ MDQ_SANDBOX: 'off' });
    t.after(() => without.stop());
    for (const look of LOOKS) {
      const { page, leave } = await visit(browser, without.url, { locale: 'en-US', ...look });
      await openPage(page, '/developers/');
      await page.getByText('The call behind it').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Run' }).count(), 0);
      assert.match(await page.locator('.home-run .mdq-code code').innerText(), /\$MDQ_KEY/);
      await page.locator('.home-trend .line').first().waitFor();
      const words = await page.locator('main').innerText();
      assert.doesNotMatch(words, /mdk_test/);
      assert.match(words, /try the API wherever the sandbox is on/);
      if (look === PHONE) await assertAccessibleInAnyLight(page);
      await leave();
    }
    const { page, leave } = await visit(browser, without.url, { locale: 'en-US' });
    for (const path of ['quickstart', 'zh/quickstart']) {
      await openPage(page, `/developers/${path}`);
      const code = page.locator('.vp-doc div[class*="language-"] code');
      await code.getByText('mdk_…').first().waitFor();
      assert.ok(!(await code.allTextContents()).some((text) => text.includes('mdk_test_ok')), path);
    }
    await leave();
  });

  test('a call that fails is explained as everywhere, and can be run again', () =>
    as({ expected: /Failed to load resource/ }, async (page) => {
      await openPage(page, '/developers/');
      const run = page.getByRole('button', { name: 'Run' });
      const fails = async (text: string, how: (route: Route) => Promise<void>) => {
        await page.route('**/trends/market*', how);
        // A service that is behind may put off what explains it, too: then it is run again.
        await until(`the page says “${text}”`, async () => {
          await run.click();
          return (await page.locator('.home-run .result').textContent())?.includes(text) ?? false;
        });
        await page.unroute('**/trends/market*', how);
      };
      // Not even what explains it can be fetched.
      await page.route('**/chunks/explain.*', (route) => route.abort());
      await fails('The service still cannot be reached, or is busy.', (route) => route.abort());
      await page.unroute('**/chunks/explain.*');
      await openPage(page, '/developers/');
      await fails('The service cannot be reached; trying again', (route) => route.abort());
      const garbled = { status: 403, body: '<h1>Forbidden</h1>' };
      await fails('A proxy answered instead of the service (HTTP 403)', (route) => route.fulfill(garbled));
      await run.click();
      await page.getByText('Live answer from the sandbox').waitFor();
    }));

  test('with an answer it is easy to use for everybody, and no wider than a screen', async () => {
    for (const look of LOOKS) {
      await as(look, async (page) => {
        await openPage(page, '/developers/');
        await page.getByRole('button', { name: 'Run' }).click();
        await page.getByText('Live answer from the sandbox').waitFor();
        await assertAccessibleInAnyLight(page);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      });
    }
  });

  test('what it weighs before anything is clicked is told', (t) =>
    as({}, async (page) => {
      const { bytes } = await measureFirstVisit(page, '/developers/');
      t.diagnostic(`home transfers ${bytes} bytes`);
      assert.ok(bytes < 150_000, `home transfers ${bytes} bytes`);
    }));
});
