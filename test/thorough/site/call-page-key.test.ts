/** The key on the page of an endpoint, and what a page knows of other pages: nothing is told to whom it does not concern. */
import assert from 'node:assert/strict';
import { newKey } from '../../../src/accounts/key.ts';
import { openPage, untilTrue } from '../../support/site/browser.ts';
import { ACCOUNT } from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { openTeaShop, TREND } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const BUSY = {
  status: 503,
  contentType: 'application/json',
  body: '{"code":503,"msg":"The service is busy"}',
};

const shop = await openTeaShop();

suite('a key on the page of a call', { concurrency: false }, () => {
  test('a kept key that cannot be checked can be tried again, and be forgotten', () =>
    shop.as({ expected: /503/ }, async (page, call, key) => {
      for (const path of [TREND, ACCOUNT]) {
        await page.route('**/api/account', (route) => route.fulfill(BUSY));
        await openPage(page, path);
        await page.getByRole('button', { name: 'Forget key' }).waitFor();
        const retry = page.getByRole('button', { name: 'Try again' });
        await retry.waitFor();
        await page.unroute('**/api/account');
        await retry.click();
        await page
          .getByText(`mdk_…${key.slice(-4)}`)
          .first()
          .waitFor();
      }
      await page.route('**/api/account', (route) => route.fulfill(BUSY));
      await openPage(page, TREND);
      const forget = page.getByRole('button', { name: 'Forget key' });
      await forget.click();
      await forget.waitFor({ state: 'detached' });
      await call.caller.getByText('Sandbox').waitFor();
      assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
    }));

  test('where a kept key is unknown by now, another is typed in its place, and stays there while it is looked up', () =>
    shop.as({ expected: /401/ }, async (page) => {
      await page.evaluate(`sessionStorage.setItem('mdq-key', '${newKey('').key}')`);
      await openPage(page, TREND);
      const field = page.getByLabel('API key');
      const typed = newKey('').key;
      await field.fill(typed);
      const answer = page.waitForResponse('**/api/account');
      await field.press('Enter');
      await answer;
      await page.getByRole('button', { name: 'Use key', exact: true, disabled: false }).waitFor();
      assert.equal(await field.inputValue(), typed);
    }));

  test('a key of some categories is offered these alone, and nothing on a path that it may not ask', () =>
    shop.as({ limits: ['--categories', 'Coffee'] }, async (page, call, key) => {
      await page.getByText('This key is limited: only what it may ask for is offered here.').waitFor();
      assert.equal(await call.valueOf('category'), 'Coffee', 'the default of the data is Tea');
      await call.open('category');
      assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Coffee']);
      await page.keyboard.press('Escape');
      await call.send('Send · 50 points');
      await openPage(page, `${TREND}?category=Tea`);
      await page.getByText('This key is limited to other categories than “Tea”.').waitFor();
      assert.ok(await call.sendButton.isDisabled());
      await openPage(page, `${TREND}?start=2026-06-01`);
      await page.getByText('Required.').waitFor();
      await openPage(page, '/developers/api/overview/ranking');
      await page.getByText('This key may not ask this path.').waitFor();
      assert.ok(await call.sendButton.isDisabled());
      assert.equal(await shop.balance(key), 950);
    }));

  test('a key in a field is a mistake, and in neither the address nor the code', () =>
    shop.as({ path: '/developers/api/account/call' }, async (page, call, key) => {
      await call.fill('id', `see ${key}`);
      await page.getByText('This contains a key. Never put a key into a parameter.').waitFor();
      assert.ok(await call.sendButton.isDisabled());
      for (const name of ['curl', 'TypeScript', 'Python', 'JavaScript']) {
        await call.code.getByRole('tab', { name }).click();
        assert.doesNotMatch(await call.code.innerText(), /mdk_/);
      }
      assert.doesNotMatch(page.url(), /mdk_/);
      await openPage(page, `${TREND}?category=${key}`);
      await untilTrue(page, '!location.search.includes("mdk_")');
      await page.getByText('This contains a key.').waitFor();
    }));

  test('a check of a key that ends on the way to another page leaves that page’s address alone', () =>
    shop.as({}, async (page) => {
      const check = await holdBack(page, '**/api/account');
      await openPage(page, TREND);
      // The next page is under way: its address is there, and it is not.
      const next = await holdBack(page, /assets\/points\.md/);
      await page.locator('a[href="/developers/points"]').first().dispatchEvent('click');
      await untilTrue(page, 'location.pathname === "/developers/points"');
      await check.letGo();
      await next.letGo();
      await page.locator('.vp-doc._developers_points').waitFor();
      assert.equal(new URL(page.url()).search, '');
    }));

  test('the same page in another language is about what is filled in now', () =>
    shop.as({}, async (page, call) => {
      await call.fill('start', '2026-06-01');
      await page.locator('.VPNavBarTranslations button').hover();
      await page.locator('.VPNavBarTranslations a').click();
      await page.waitForURL((url) => url.pathname === '/developers/zh/api/trends/market');
      await until('it is filled in', async () => (await call.valueOf('start')) === '2026-06-01');
      assert.equal(await call.valueOf('category'), 'Tea');
    }));

  test('a call whose parameters were shortened says so, and offers no other call in its place', () =>
    shop.as({}, async (page, call, key) => {
      const path = `/api/public/sub-market/focus?category=${'長'.repeat(150)}&sub=${'名'.repeat(150)}`;
      const long = await shop.service.get(path, { key });
      const id = String(long.headers.get('x-request-id'));
      await openPage(page, `/developers/call?id=${id}`);
      await page.getByText('The parameters were not stored in full').waitFor();
      assert.equal(await call.receipt('Request id'), id);
      assert.equal(await call.code.count(), 0);
      assert.equal(await page.getByRole('link', { name: /Ask again|Open in the explorer/ }).count(), 0);
    }));

  test('a week that ends after the range is not told as one in which the data ends', () =>
    shop.as({}, async (page, call) => {
      await call.fill('end', '2026-06-24');
      await call.send('Send · 50 points');
      await call.answer.getByText('24 Jun 2026').first().waitFor();
      await call.answer.locator('.mdq-chart').focus();
      await page.keyboard.press('End');
      await page.getByText('The whole week is counted; it reaches beyond the range.').first().waitFor();
      assert.equal(await page.getByText('the data ends in it').count(), 0);
    }));
});
