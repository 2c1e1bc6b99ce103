/** What was paid for is kept in this browser: not bought again within a version of the data, and gone with its key. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { giveKey, openPage } from '../../support/site/browser.ts';
import {
  ACCOUNT,
  balanceBecomes,
  choose,
  enterKey,
  isDrawn,
  isFocused,
  jsonShown,
  keptIn,
  loadAll,
  loadButton,
  loadPanel,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { TEA, TeaShop, TREND } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const PAID_BEFORE = 'Already paid, not charged again';

const shop = new TeaShop();

/** Another tab, with a key of its own. */
async function newTab(page: Page, key: string): Promise<Page> {
  const tab = await page.context().newPage();
  await giveKey(tab, key);
  await tab.goto(TEA);
  await tab.getByRole('button', { name: 'Forget key' }).waitFor();
  return tab;
}

const keptBy = async (page: Page, id: string) =>
  (await keptIn(page)).filter(([[, , holder]]) => holder === id).map(([[, , , , target]]) => target);
const untilKept = (page: Page, id: string, count: number) =>
  until(`${count} answers are kept`, async () => (await keptBy(page, id)).length === count);

test('another tab, and another day, has what was paid for, and asks for none of it', () =>
  shop.as({ path: TEA }, async (page, { key, id }) => {
    await loadAll(page);
    await page.getByRole('button', { name: /^List all · 1 point once/ }).click();
    await page.getByRole('option', { name: 'Coffee' }).first().waitFor({ state: 'attached' });
    await balanceBecomes(page, 1000 - 155 - 1);
    await untilKept(page, id, 5);
    const tab = await page.context().newPage();
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab.goto(TEA);
    await tab.getByText('“Tea” is not in the sandbox').waitFor();
    asked.length = 0;
    await enterKey(tab, key);
    for (const kind of ['focus', 'trend', 'ranking', 'payment']) {
      await panelOf(tab, kind).getByText(PAID_BEFORE).waitFor();
      assert.ok(await isDrawn(panelOf(tab, kind)));
    }
    await tab.getByRole('option', { name: 'Coffee' }).first().waitFor({ state: 'attached' });
    assert.deepEqual([...new Set(asked.filter((path) => path.startsWith('/api/')))], ['/api/account']);
    assert.equal(await loadButton(tab).count(), 0);
    assert.equal(await shop.balance(key), 844);
    await assertAccessible(tab);
  }));

test('what one tab buys, another that is open does not buy again', () =>
  shop.as({ path: TEA }, async (page, { key, id }) => {
    const tab = await newTab(page, key);
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    await panelOf(tab, 'trend').getByRole('button', { name: 'Load · 50 points' }).click();
    await panelOf(tab, 'trend').getByText(PAID_BEFORE).waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('fewer days are cut out of the trend that was paid for, exactly as the service would answer them', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
    await loadAll(page, 'Load 4 charts · 155 points');
    await choose(page, 'Range', '4');
    const trend = panelOf(page, 'trend');
    await trend.getByText('28 Jun 2026').waitFor();
    await trend.getByText(PAID_BEFORE).waitFor();
    await loadButton(page, 'Load 3 charts · 105 points').waitFor();
    await page.locator('.mdq-bar').getByText('1 chart already paid').waitFor();
    const shown = await jsonShown(trend);
    assert.equal(await shop.balance(key), 845);
    const target = '/api/public/trends/market?category=Tea&start=2026-06-01&end=2026-06-28';
    assert.deepEqual(shown, (await shop.service.get(target, { key })).body);
    // More days than were paid for are not.
    await choose(page, 'Range', 'all');
    await loadButton(page, /^Load 4 charts · /).waitFor();
  }));

test('it is kept under the id of the key, without the key itself, and is nothing for another key', () =>
  shop.as({ path: TEA }, async (page, { key, id }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    const [[[at, bytes, , version, target], answer]] = (await keptIn(page)) as [
      Awaited<ReturnType<typeof keptIn>>[number],
    ];
    assert.ok(at > 0 && bytes > 500);
    assert.deepEqual([version, target], ['1', '/api/public/trends/market?category=Tea']);
    assert.ok(!JSON.stringify(answer).includes(key));
    const { key: other } = await shop.service.createKey(1000);
    const tab = await newTab(page, other);
    await panelOf(tab, 'trend').getByRole('button', { name: 'Load · 50 points' }).waitFor();
    await untilKept(page, id, 1);
  }));

test('it goes with the key, whichever page forgets that', () =>
  shop.as({ path: TEA }, async (page, { key, id }) => {
    for (const path of [TEA, ACCOUNT, TREND]) {
      if (path !== TEA) {
        await giveKey(page, key);
        await page.goto(TEA);
      }
      await loadPanel(page, 'trend');
      await page.getByRole('button', { name: /^List all · 1 point once/ }).click();
      await untilKept(page, id, 2);
      if (path !== TEA) await page.goto(path);
      await page.getByRole('button', { name: 'Forget key' }).click();
      const lost =
        '2 answers that you paid for in this browser will be erased. To see them again, you pay again.';
      await page.getByText(lost).waitFor();
      await page.getByRole('button', { name: 'Keep the key' }).click();
      await untilKept(page, id, 2);
      assert.ok(await isFocused(page.getByRole('button', { name: 'Forget key' })));
      await page.keyboard.press('Enter');
      await page.getByText(lost).waitFor();
      if (path === TREND) await assertAccessible(page);
      await page.getByRole('button', { name: 'Erase and forget key' }).click();
      await untilKept(page, id, 0);
      assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
    }
  }));

test('it goes where the service does not know the key any more', () =>
  shop.as({ path: TEA, expected: /Failed to load resource.*401/ }, async (page, { id }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    await shop.service.mdq('key', 'delete', id);
    await panelOf(page, 'focus').getByRole('button', { name: /^Load/ }).click();
    await panelOf(page, 'focus').getByText('This key is unknown').waitFor();
    await untilKept(page, id, 0);
  }));

test('it stays while the key or its account is suspended, on whichever page that is met', () =>
  shop.as({ path: TEA, expected: /Failed to load resource.*403/ }, async (page, { id, account }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    for (const [noun, what, paths] of [
      ['key', id, [TREND, ACCOUNT, TEA]],
      ['account', account, [TEA]],
    ] as const) {
      await shop.service.mdq(noun, 'deactivate', what);
      await panelOf(page, 'focus').getByRole('button', { name: /^Load/ }).click();
      await panelOf(page, 'focus').getByText('was deactivated').waitFor();
      for (const path of paths) {
        await openPage(page, path);
        await page.getByText(/^(This key|The account of this key) was deactivated/).waitFor();
        await page.getByRole('button', { name: 'Forget key' }).waitFor();
      }
      assert.equal((await keptBy(page, id)).length, 1);
      await shop.service.mdq(noun, 'activate', what);
      await page.getByRole('button', { name: 'Try again' }).click();
      await panelOf(page, 'trend').getByText(PAID_BEFORE).waitFor();
    }
  }));

test('one that is damaged hides no other', () =>
  shop.as({ path: TEA }, async (page, { id }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    for (const [at, value] of ['{ text: "{", receipt: {} }', 'null', '{ text: "null" }'].entries())
      await putKept(page, [at + 1, 10, id, '1', `/damaged-${at}`], value);
    await putKept(page, 7);
    // Without it, the same call is not free for the hour.
    await page.evaluate(`sessionStorage.removeItem('mdq-paid')`);
    await page.reload();
    await panelOf(page, 'trend').getByText(PAID_BEFORE).waitFor();
  }));

test('the page of the endpoint has it too, with dates or without', () =>
  shop.as({ path: TEA }, async (page, { call, key, id }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    await openPage(page, `${TREND}?category=Tea`);
    await page.getByText('You have this answer already.').waitFor();
    await call.address.getByText('category=Tea').waitFor();
    assert.ok(await call.sendButton.isDisabled());
    // The explorer asked without dates, and this page does with those of the default period.
    await openPage(page, TREND);
    await page.getByText('You have this answer already.').waitFor();
    assert.equal(await call.valueOf('start'), '2026-04-06');
    assert.equal(await shop.balance(key), 950);
  }));

test('of more than 50 MB the oldest goes', () =>
  shop.as({ path: TEA }, async (page, { id }) => {
    // Sizes are what the store says of them.
    for (let at = 1; at <= 5; at++) await putKept(page, [at, 9_999_900, 'key_old', '1', `/${at}`]);
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    await until('the oldest is gone', async () => (await keptBy(page, 'key_old')).length === 4);
    assert.deepEqual(await keptBy(page, 'key_old'), ['/2', '/3', '/4', '/5']);
  }));

function putKept(page: Page, id: unknown, value = '{ text: "{}", receipt: {} }'): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    indexedDB.open('mdq').onsuccess = ({ target: { result: database } }) => {
      const change = database.transaction('paid', 'readwrite');
      change.objectStore('paid').put(${value}, ${JSON.stringify(id)});
      change.oncomplete = () => resolve(database.close());
    };
  })`);
}

test('a browser that keeps nothing has it for the hour, and what is told as free is sent with a cap of 0', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
    await page.addInitScript(`Object.defineProperty(window, 'indexedDB', { value: undefined })`);
    await page.reload();
    await loadPanel(page, 'trend');
    const again = page.waitForRequest(/trends\/market/);
    await page.reload();
    assert.equal((await again).headers()['x-max-points'], '0');
    await panelOf(page, 'trend').getByText(PAID_BEFORE).waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('newer data are bought again, and what was answered before stays on the page', (t) =>
  shop.as({ path: TEA }, async (page, { key, id }) => {
    await loadPanel(page, 'trend');
    await untilKept(page, id, 1);
    const other = await newTab(page, key);
    await shop.publishMore(t, '2026-06-20');
    await loadPanel(page, 'payment');
    await panelOf(page, 'trend').getByText('Newer data has been published').waitFor();
    await untilKept(page, id, 2);
    // Within the hour the same call is free; after it, the button says what it costs.
    await panelOf(page, 'trend').getByRole('button', { name: 'Load the newest', exact: true }).waitFor();
    await page.evaluate(`sessionStorage.removeItem('mdq-paid')`);
    await loadPanel(page, 'focus');
    const again = panelOf(page, 'trend').getByRole('button', { name: 'Load the newest · 50 points' });
    await again.click();
    await panelOf(page, 'trend').getByText('Paid 50 points').waitFor();
    // A list of names tells of them too, and is not lost with the data before.
    await other.getByRole('button', { name: /^List all/ }).click();
    await panelOf(other, 'trend').getByText('Newer data has been published').waitFor();
    await choose(other, 'Category', 'Coffee');
    const tab = await newTab(page, key);
    await panelOf(tab, 'payment').getByText(PAID_BEFORE).waitFor();
    await panelOf(tab, 'ranking').getByRole('button', { name: 'Load · 35 points' }).waitFor();
  }));
