/** The home page for whoever comes without a key: what it is, and a live answer at the first click. */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { assertAccessibleInAnyLight, measureFirstVisit } from '../support/site/audit-page.ts';
import { type Look, look, openPage, PHONE } from '../support/site/browser.ts';
import { assertFits } from '../support/site/explorer-page.ts';
import { test } from '../support/site/in-browser.ts';
import { Place } from '../support/site/place.ts';
import { until } from '../support/until.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const HOME = '/developers/';
const WIDE = { viewport: { width: 1440, height: 900 } };

const place = new Place(() => startOnYear());

const at = (how: Partial<Look>, work: (page: Page) => Promise<void>) =>
  place.look({ path: HOME, ...how }, work);
const runButton = (page: Page) => page.getByRole('button', { name: 'Run' });
const answered = (page: Page) => page.getByText('Live answer from the sandbox').waitFor();

test('says what it is, and one click gives a live answer: drawn, and as JSON with its price', () =>
  at(WIDE, async (page) => {
    await page.getByText('A REST API for e-commerce order statistics: counted, not sampled.').waitFor();
    const box = await runButton(page).boundingBox();
    assert.ok(box && box.y + box.height < 900, 'the call is in the first screen');
    const shownCode = page.locator('.home-run .mdq-code code');
    // The built page names an example address until its script runs.
    await shownCode.filter({ hasText: place.url }).waitFor();
    assert.match(await shownCode.innerText(), /^curl --get 'http.+mdk_test_ok/s);
    const [response] = await Promise.all([page.waitForResponse(/trends\/market/), runButton(page).click()]);
    assert.equal(response.headers()['x-sandbox'], 'true');
    await answered(page);
    const price = `${response.headers()['x-points-charged']} points`;
    await page.getByText(`${price}, not charged in the sandbox.`).waitFor();
    const shown = await page.locator('.home-trend details code').innerText();
    assert.deepEqual(JSON.parse(shown), await response.json());
  }));

test('in Chinese it is the same, with Chinese names', () =>
  at({ path: '/developers/zh/', ...PHONE, locale: 'zh-TW' }, async (page) => {
    await page.getByText('電商訂單統計 API：逐筆計算、不抽樣。').waitFor();
    await page.getByRole('button', { name: '執行' }).click();
    await page.locator('.home-trend').getByText('沙盒的即時回應').waitFor();
    assert.match(await page.locator('.home-run .mdq-code code').innerText(), /mdk_test_ok_zh/);
  }));

test('with an answer it is easy to use for everybody, no wider than a screen, and its chart stays where it was', async () => {
  for (const size of [WIDE, PHONE]) {
    await at(size, async (page) => {
      const top = async () => (await page.locator('.home-trend .mdq-chart').boundingBox())?.y ?? 0;
      await runButton(page).scrollIntoViewIfNeeded();
      const before = await top();
      await runButton(page).click();
      await answered(page);
      if (size === PHONE)
        assert.ok(Math.abs((await top()) - before) < 40, `${before} before, ${await top()} with the answer`);
      await assertAccessibleInAnyLight(page);
      await assertFits(page);
    });
  }
});

test('without a sandbox it has nothing to run, a picture, and no key of the sandbox in any code', async (t) => {
  const without = await startOnYear({ MDQ_SANDBOX: 'off' });
  t.after(() => without.stop());
  await look({ browser: place.browser, url: without.url }, { path: HOME, ...PHONE }, async (page) => {
    await page.getByText('The call behind it').waitFor();
    assert.equal(await runButton(page).count(), 0);
    assert.match(await page.locator('.home-run .mdq-code code').innerText(), /\$MDQ_KEY/);
    await page.locator('.home-trend .line').first().waitFor();
    const words = await page.locator('main').innerText();
    assert.doesNotMatch(words, /mdk_test/);
    assert.match(words, /try the API wherever the sandbox is on/);
    await assertAccessibleInAnyLight(page);
    for (const path of ['quickstart', 'zh/quickstart']) {
      await openPage(page, `/developers/${path}`);
      const code = page.locator('.vp-doc div[class*="language-"] code');
      await code.getByText('mdk_…').first().waitFor();
      assert.ok(!(await code.allTextContents()).some((text) => text.includes('mdk_test_ok')), path);
    }
  });
});

test('a call that fails is explained as everywhere, and can be run again', () =>
  at({ expected: /Failed to load resource/ }, async (page) => {
    const fails = async (text: string, how: (route: Route) => Promise<void>) => {
      await page.route('**/trends/market*', how);
      // A busy service may refuse what explains it, too: then it is run again.
      await until(`the page says “${text}”`, async () => {
        await runButton(page).click();
        return (await page.locator('.home-run .result').textContent())?.includes(text) ?? false;
      });
      await page.unroute('**/trends/market*', how);
    };
    // Not even what explains it can be fetched.
    await page.route('**/chunks/explain.*', (route) => route.abort());
    await fails('The service still cannot be reached, or is busy.', (route) => route.abort());
    await page.unroute('**/chunks/explain.*');
    await openPage(page, HOME);
    await fails('The service cannot be reached; trying again', (route) => route.abort());
    const garbled = { status: 403, body: '<h1>Forbidden</h1>' };
    await fails('A proxy answered instead of the service (HTTP 403)', (route) => route.fulfill(garbled));
    await runButton(page).click();
    await answered(page);
  }));

test('a first visit transfers little before anything is clicked', async (t) => {
  const { page, leave } = await place.visit();
  const { bytes } = await measureFirstVisit(page, HOME);
  t.diagnostic(`home transfers ${bytes} bytes`);
  assert.ok(bytes < 150_000, `home transfers ${bytes} bytes`);
  await leave();
});
