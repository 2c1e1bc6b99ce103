/** What a call on the page of its endpoint costs, and whose key pays: never more than was shown, never twice. */
import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import { newKey } from '../../../src/accounts/key.ts';
import { openPage, untilTrue } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { ACCOUNT, isFocused, keptIn, panelOf } from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { test } from '../../support/site/in-browser.ts';
import { TEA, TeaShop, TREND } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const CALLED = /\/api\/public\/trends\/market/;
const RANKING = '/developers/api/market/sub-ranking';

const shop = new TeaShop();

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

test('a second click at the same place pays nothing, nor does a second look in the explorer', () =>
  shop.as({}, async (page, { call, key }) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await call.sendButton.boundingBox()) ?? {};
    await call.send('Send · 50 points');
    await page.getByText('You have this answer already.').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.mouse.dblclick(x + width / 2, y + height / 2);
    const again = page.getByRole('button', { name: /^Ask again/ });
    await again.dispatchEvent('click', { detail: 2 });
    await call.face('JSON');
    assert.ok(!sent.some((url) => CALLED.test(url)));
    await until('it is kept', async () => (await keptIn(page)).length === 1);
    await page.goto(TEA);
    await panelOf(page, 'trend').getByText('Already paid, not charged again').waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('an answer that was lost is charged once, whatever else is refused before it comes', () =>
  shop.as({ expected: /ERR_|400|429/ }, async (page, { call, key }) => {
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

test('a list of names says what it costs, and costs it once, also where its answer was lost', () =>
  shop.as({ path: RANKING, expected: /ERR_|402/ }, async (page, { call, key }) => {
    await page.route(/\/api\/public\/meta\/categories/, lose, { times: 1 });
    await call.open('category');
    await page.getByText('The list of names costs 1 point, once in this browser').waitFor();
    assert.equal(await shop.balance(key), 1000);
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
    // Names are shown before they are kept.
    await until('the names are kept', async () => (await keptIn(page)).length === 1);
    await openPage(page, TREND);
    await call.caller.getByText('999 points').waitFor();
    await call.open('category');
    await page.getByRole('option', { name: 'Coffee' }).waitFor();
    assert.equal(await shop.balance(key), 999);
  }));

test('where there are no points for a list of names the page says so, and sells it once there are', () =>
  shop.as({ points: 0 }, async (page, { call, key, account }) => {
    await call.open('category');
    await page.locator('.popup').getByText('This costs 1 point and the account has 0 points.').waitFor();
    await shop.service.succeed('points', 'grant', account, '5');
    await page.getByRole('button', { name: 'Show the names · 1 point' }).click();
    await page.getByRole('option', { name: 'Coffee' }).waitFor();
    assert.equal(await shop.balance(key), 4);
  }));

test('too few points are told before and after', () =>
  shop.as({ points: 10, expected: /402/ }, async (page, { call }) => {
    const note = page.locator('.pay .note');
    await note.getByText('This costs 50 points and the account has 10 points.').waitFor();
    await note.getByText('For more points, ask your provider.').waitFor();
    // It is the shortest there is.
    assert.doesNotMatch(await note.innerText(), /shorter/);
    await call.send('Send · 50 points');
    await call.answer.getByText('Nothing was charged. Ask for more points.').waitFor();
    await call.fill('start', '2026-01-05');
    await note.getByText('A shorter range costs less.').waitFor();
  }));

test('a question stays when a key is entered, and names that its data do not have cannot be sent', async () => {
  const { key } = await shop.service.createKey(1000);
  const path = `${TREND}?category=Home+%26+Living&start=2026-06-01&end=2026-06-07`;
  await shop.look({ path, expected: /400/ }, async (page) => {
    const call = new CallPage(page);
    await call.enterKey(key);
    await page.getByText('“Home & Living” is not in the data. Choose a name from the list.').waitFor();
    assert.equal(await call.valueOf('category'), 'Home & Living');
    assert.equal(await call.valueOf('start'), '2026-06-01');
    assert.ok(await call.sendButton.isDisabled());
    await call.choose('category', 'Tea', { buying: true });
    assert.ok(await call.sendButton.isEnabled());
    assert.equal(await shop.balance(key), 999);
  });
});

test('a key is typed unseen, checked at once, and kept for the tab only', async () => {
  const { key } = await shop.service.createKey(1000);
  await shop.look({ path: TREND, expected: /401/ }, async (page) => {
    const call = new CallPage(page);
    await page.getByRole('button', { name: 'Use your key' }).click();
    const field = page.getByLabel('API key');
    const enter = async (text: string) => {
      await field.fill(text);
      await field.press('Enter');
    };
    assert.equal(await field.getAttribute('type'), 'password');
    await enter('mdk_short');
    await page.getByText('A key is “mdk_” and 38 letters or digits').waitFor();
    const wrong = newKey('').key;
    await enter(wrong);
    await page.getByText('This key is unknown.').waitFor();
    assert.equal(await field.inputValue(), wrong, 'what is to be checked is still there');
    assert.equal(await page.evaluate('sessionStorage.getItem("mdq-key")'), null);
    await enter(key);
    await call.caller.getByText('1,000 points').waitFor();
    await page.reload();
    await call.caller.getByText('1,000 points').waitFor();
    const lasting = 'JSON.stringify(localStorage) + document.cookie + location.href';
    assert.ok(!(await page.evaluate<string>(lasting)).includes(key), 'the key would outlive the tab');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await call.caller.getByText('Sandbox').waitFor();
    assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
    assert.equal(await call.valueOf('category'), 'Home & Living');
  });
});

test('a kept key that cannot be checked can be tried again, and be forgotten', () =>
  shop.as({ expected: /503/ }, async (page, { call, key }) => {
    const forget = page.getByRole('button', { name: 'Forget key' });
    const openBusy = async (path: string) => {
      await page.route('**/api/account', refuse(503, 'The service is busy'));
      await openPage(page, path);
      await forget.waitFor();
    };
    for (const path of [TREND, ACCOUNT]) {
      await openBusy(path);
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      await page.unroute('**/api/account');
      await retry.click();
      await page
        .getByText(`mdk_…${key.slice(-4)}`)
        .first()
        .waitFor();
    }
    await openBusy(TREND);
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
    await Promise.all([page.waitForResponse('**/api/account'), field.press('Enter')]);
    await page.getByRole('button', { name: 'Use key', exact: true, disabled: false }).waitFor();
    assert.equal(await field.inputValue(), typed);
  }));

test('a key of some categories is offered these alone, and nothing on a path that it may not ask', () =>
  shop.as({ limits: ['--categories', 'Coffee'] }, async (page, { call, key }) => {
    await page.getByText('This key is limited: only what it may ask for is offered here.').waitFor();
    assert.equal(await call.valueOf('category'), 'Coffee', 'the default of the data is Tea');
    await call.open('category');
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Coffee']);
    await page.keyboard.press('Escape');
    await call.send('Send · 50 points');
    for (const [path, why] of [
      [`${TREND}?category=Tea`, 'This key is limited to other categories than “Tea”.'],
      ['/developers/api/overview/ranking', 'This key may not ask this path.'],
    ] as const) {
      await openPage(page, path);
      await page.getByText(why).waitFor();
      assert.ok(await call.sendButton.isDisabled());
    }
    assert.equal(await shop.balance(key), 950);
  }));

test('a key in a field is a mistake, and in neither the address nor the code', () =>
  shop.as({ path: '/developers/api/account/call' }, async (page, { call, key }) => {
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
