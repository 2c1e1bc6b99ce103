/** What a call on the page of its endpoint costs: never more than was shown, and never twice. */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { openPage, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { isFocused, keptIn, panelOf } from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { openTeaShop, TEA, TREND } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const CALLED = /\/api\/public\/trends\/market/;
const LISTED = /\/api\/public\/meta\/categories/;

const shop = await openTeaShop();

suite('what a call on its page costs', { concurrency: false }, () => {
  const refuse = (status: number, msg: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ code: status, msg }) });
  /** Paid for, and never there. */
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  /** Paid for, and a page of something in between comes in its place. */
  const replace = async (route: Route) => {
    await route.fetch();
    await route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' });
  };
  const comeBack = async (page: Page, call: CallPage, path: string) => {
    await openPage(page, path);
    await call.caller.getByText('mdk_…').waitFor();
  };

  test('a second click at the same place pays nothing', () =>
    shop.as({}, async (page, call, key) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await call.sendButton.boundingBox()) ?? {};
      await call.send('Send · 50 points');
      await page.getByText('You have this answer already.').waitFor();
      await page.evaluate('scrollTo(0, 0)');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (CALLED.test(request.url())) sent.push(request.url());
      });
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.mouse.dblclick(x + width / 2, y + height / 2);
      const again = page.getByRole('button', { name: /^Ask again/ });
      await again.dispatchEvent('click', { detail: 2 });
      await call.face('JSON');
      assert.deepEqual(sent, []);
      assert.equal(await shop.balance(key), 950);
    }));

  test('an answer that was lost is charged once, whatever else is refused before it comes', () =>
    shop.as({ expected: /ERR_|400|429/ }, async (page, call, key) => {
      for (const [says, end] of [
        ['cannot be reached; trying again never charges twice.', lose],
        ['(HTTP 200); trying again never charges twice.', replace],
        ['wait', refuse(429, 'Too many requests')],
        ['', refuse(400, 'Bad request')],
      ] as const) {
        await page.route(CALLED, end, { times: 1 });
        await call.send('Send · 50 points');
        await call.answer.getByText(says).first().waitFor();
      }
      await call.send('Send · 50 points');
      await call.answer.getByText('Tea, 6 Apr').waitFor();
      assert.equal(await call.receipt('Balance'), '950 points');
      assert.equal(await shop.balance(key), 950);
    }));

  test('what was paid for is not bought again: after a reload, and on any page', () =>
    shop.as({}, async (page, call, key) => {
      await call.send('Send · 50 points');
      await page.getByText('You have this answer already.').waitFor();
      await until('it is kept', async () => (await keptIn(page)).length === 1);
      await comeBack(page, call, page.url());
      await page.getByText('You have this answer already.').waitFor();
      await page.getByRole('button', { name: 'Ask again · free' }).click();
      await until('it cost nothing', async () => (await call.receipt('Charged')) === 'free');
      assert.equal(await shop.balance(key), 950);
      await page.goto(TEA);
      await panelOf(page, 'trend').getByText('Already paid, not charged again').waitFor();
      assert.equal(await shop.balance(key), 950);
      await comeBack(page, call, TREND);
      // Names are one list for both.
      await call.open('category', { buying: true });
      await until('they are kept', async () => (await keptIn(page)).length === 2);
      await page.goto(TEA);
      await page.getByRole('option', { name: 'Coffee' }).first().waitFor({ state: 'attached' });
      assert.equal(await shop.balance(key), 949);
    }));

  test('after a free repeat, the link leads to the call that was charged, which is known as before', () =>
    shop.as({}, async (page, call) => {
      await call.send('Send · 50 points');
      const charged = await call.receipt('Request id');
      await call.send('Ask again · free');
      assert.notEqual(await call.receipt('Request id'), charged);
      await page.getByRole('link', { name: 'Page of the charged call' }).click();
      await page.getByText('Balance after the call').waitFor();
      assert.equal(await call.receipt('Request id'), charged);
      // Only an answer that this browser has kept says of which version it is.
      assert.equal(await call.receipt('Data version'), '1');
    }));

  test('a list of names that was lost is asked for again, and charged once', () =>
    shop.as({ expected: /ERR_|402/ }, async (page, call, key) => {
      await page.route(LISTED, lose, { times: 1 });
      await call.open('category');
      const list = page.getByRole('button', { name: 'Show the names · 1 point' });
      await list.click();
      await page.getByText('cannot be reached').waitFor();
      // With keys alone one goes on: to try again, and then in the list.
      await until('the button has the focus', () => isFocused(list));
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Coffee' }).waitFor();
      await until('the list has the focus', () => isFocused(call.field('category')));
      await page.keyboard.press('C');
      await page.keyboard.press('Enter');
      assert.equal(await call.valueOf('category'), 'Coffee');
      assert.equal(await shop.balance(key), 999);
      await until('the balance is shown', async () => (await call.caller.innerText()).includes('999 points'));
    }));

  test('where there are no points for a list of names the page says so, and sells it once there are', () =>
    shop.as({ points: 0 }, async (page, call, key) => {
      await call.open('category');
      await page.locator('.popup').getByText('This costs 1 point and the account has 0 points.').waitFor();
      const { body } = await shop.service.get('/api/account', { key });
      await shop.service.mdq('points', 'grant', (body as { data: { account: string } }).data.account, '5');
      await page.getByRole('button', { name: 'Show the names · 1 point' }).click();
      await page.getByRole('option', { name: 'Coffee' }).waitFor();
      assert.equal(await shop.balance(key), 4);
    }));

  test('a list whose price was changed meanwhile shows that of now, and is not charged before', () =>
    shop.as({ expected: /402/ }, async (page, call, key) => {
      const path = '/api/public/meta/categories';
      await shop.service.mdq('price', 'set', path, '3');
      try {
        await until('it costs 3', async () => {
          const { body } = await shop.service.get('/api/account', { key });
          const { prices } = (body as { data: { prices: { path: string; base: number }[] } }).data;
          return prices.find((price) => price.path === path)?.base === 3;
        });
        await call.open('category');
        await page.getByRole('button', { name: 'Show the names · 1 point' }).click();
        await page.getByRole('button', { name: 'Show the names · 3 points' }).click();
        await page.getByRole('option', { name: 'Coffee' }).waitFor();
        assert.equal(await shop.balance(key), 997);
      } finally {
        await shop.service.mdq('price', 'reset', path);
      }
    }));

  test('without a price that can be told, nothing is sent', () =>
    shop.as({}, async (page, call) => {
      await call.fill('end', '');
      await call.fill('start', '2026-06-29');
      await page
        .getByText('Without an end, the range ends on 28 Jun 2026, before this start. Choose an end.')
        .waitFor();
      assert.ok(await call.sendButton.isDisabled());
    }));

  test('a question stays when a key is entered, and names that its data do not have cannot be sent', async () => {
    const { key } = await shop.service.createKey(1000);
    const { page, leave } = await visit(shop.browser, shop.url, { expected: /400/ });
    await openPage(page, `${TREND}?category=Home+%26+Living&start=2026-06-01&end=2026-06-07`);
    const call = new CallPage(page);
    await call.enterKey(key);
    await page.getByText('“Home & Living” is not in the data. Choose a name from the list.').waitFor();
    assert.equal(await call.valueOf('category'), 'Home & Living');
    assert.equal(await call.valueOf('start'), '2026-06-01');
    assert.ok(await call.sendButton.isDisabled());
    await call.choose('category', 'Tea', { buying: true });
    assert.ok(await call.sendButton.isEnabled());
    assert.equal(await shop.balance(key), 999);
    await leave();
  });

  test('an answer without a version is no reason to ask for the account again', () =>
    shop.as({ path: '/developers/api/account/quote' }, async (page, call) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/account') asked.push(request.url());
      });
      await call.choose('path', '/api/public/trends/market');
      await call.send('Send');
      await call.answer.getByText('"points"').waitFor();
      assert.deepEqual(asked, []);
    }));
});
