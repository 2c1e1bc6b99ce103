/** Which key pays: the one that was there when it was asked for, and none that was forgotten. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openPage, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import {
  buildSite,
  choose,
  chooseLevel,
  EXPLORER,
  enterKey,
  forgetKey,
  isFocused,
  keptIn,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { holdBack, UNTIL_IDLE } from '../../support/site/hold-back.ts';
import { test } from '../../support/site/in-browser.ts';
import { openTeaShop, TEA } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const TREND = '**/api/public/trends/market*';
const FOCUS = '**/api/public/market/focus*';

await buildSite();
const shop = await openTeaShop();

/** Someone with a key and 1,000 points, and another key for later. */
async function as(
  work: (page: Page, key: string, other: string) => Promise<void>,
  expected = /(?!)/,
): Promise<void> {
  const [{ key }, { key: other }] = [await shop.service.createKey(1000), await shop.service.createKey(1000)];
  await look(shop, TEA, (page) => work(page, key, other), { key, expected });
}

const keyIn = (page: Page) => page.evaluate<string | null>(`sessionStorage.getItem('mdq-key')`);
/** By a link, and until the page is there: its address changes before. */
async function goTo(page: Page, name: 'Account' | 'Explorer' | 'Pricing'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.locator(`.mdq-${name.toLowerCase()}`).waitFor();
}

test('a key that is entered while the sandbox is still being asked pays for nothing', async () => {
  const { key } = await shop.service.createKey(1000);
  const { page, leave } = await visit(shop.browser, shop.url);
  const held = await holdBack(page, '**/api/public/meta/categories*');
  await Promise.all([page.waitForRequest('**/api/public/meta/categories*'), page.goto(TEA)]);
  await enterKey(page, key);
  await page.getByRole('button', { name: 'Forget key' }).waitFor();
  await held.letGo('**/api/public/meta/categories*');
  await leave();
  assert.equal(await shop.balance(key), 1000);
});

test('what one key was asked for is not bought with another that is entered meanwhile', () =>
  as(async (page, key, other) => {
    const held = await holdBack(page, '**/api/public/**', (url) => !url.includes('/focus'));
    await choose(page, 'Compare with', 'previous');
    await Promise.all([page.waitForRequest(TREND), loadButton(page).click()]);
    await forgetKey(page);
    await enterKey(page, other);
    await page.getByText(`mdk_…${other.slice(-4)}`).waitFor();
    await held.letGo(TREND);
    assert.equal(await shop.balance(other), 1000);
    assert.ok((await shop.balance(key)) < 1000);
  }));

test('a key that something else took out of the tab is said to be gone, and asked for again', () =>
  as(async (page, key) => {
    await page.evaluate('sessionStorage.clear()');
    await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).click();
    await page.getByText('The key is no longer in this tab. Enter it again.').waitFor();
    await until('it is asked for', () => isFocused(page.getByLabel('API key')));
    await assertAccessible(page);
    await enterKey(page, key);
    await loadPanel(page, 'trend');
    await openPage(page, '/developers/api/market/focus?category=Tea');
    const call = new CallPage(page);
    await page.getByRole('button', { name: 'Send · 45 points' }).waitFor();
    await page.evaluate('sessionStorage.clear()');
    await call.sendButton.click();
    await call.caller.getByText('The key is no longer in this tab. Enter it again.').waitFor();
    await until('it is asked for', () => isFocused(page.getByLabel('API key')));
    assert.equal(await shop.balance(key), 950);
  }));

test('a page that comes back as it was left looks again which key the tab has', () =>
  as(async (page, _key, other) => {
    // Browsers under test do not keep pages that were left.
    const comeBack = (meanwhile: string) =>
      page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        ${meanwhile};
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));`);
    await page.evaluate('document.body.dataset.same = true');
    await comeBack('');
    await page.evaluate(UNTIL_IDLE);
    assert.ok(await page.evaluate('document.body.dataset.same'), 'with the same key it stays as it is');
    await comeBack(`sessionStorage.setItem('mdq-key', '${other}')`);
    await page.getByText(`mdk_…${other.slice(-4)}`).waitFor();
    await comeBack('sessionStorage.clear()');
    await page.getByLabel('API key').waitFor();
  }));

test('a key that another page forgets buys nothing more, and leaves nothing', () =>
  as(async (page, key) => {
    const held = await holdBack(page, '**/api/public/**');
    await Promise.all([page.waitForRequest(FOCUS), loadButton(page).click()]);
    await goTo(page, 'Account');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    await held.letGo(FOCUS);
    assert.equal(await shop.balance(key), 1000 - 45, 'that one was on its way');
    assert.deepEqual(await keptIn(page), []);
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
  }));

test('a key is forgotten, also where the page is left before the browser has looked for what is kept', () =>
  as(async (page) => {
    await page.evaluate(`
      const open = indexedDB.open.bind(indexedDB);
      indexedDB.open = () => {
        const opening = {};
        globalThis.goOn = () => {
          const real = open('mdq');
          real.onsuccess = () => { opening.result = real.result; opening.onsuccess(); };
        };
        return opening;
      };`);
    await page.getByRole('button', { name: 'Forget key' }).click();
    await goTo(page, 'Pricing');
    await page.evaluate('goOn()');
    await until('it is forgotten', async () => (await keyIn(page)) === null);
  }));

test('a call that the service has put off is not made again with a key that was forgotten', () =>
  as(async (page, key) => {
    let asked = 0;
    await page.route(TREND, async (route) => {
      asked += 1;
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        body: '{"code":429,"msg":"Too many requests"}',
      });
    });
    await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).click();
    await panelOf(page, 'trend').getByText('Waiting').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    await page.evaluate(UNTIL_IDLE);
    // On a machine that is behind, it was asked for again before the key was forgotten.
    const before = asked;
    await page.waitForTimeout(1500);
    assert.equal(asked, before);
    await page.unroute(TREND);
    await enterKey(page, key);
    // Nothing waits for what was given up.
    await loadPanel(page, 'trend');
    assert.equal(await shop.balance(key), 950);
  }, /429/));

test('a late answer about a key that was forgotten neither brings it back nor takes the place of another', () =>
  as(async (page, _key, other) => {
    await goTo(page, 'Account');
    await page.getByRole('button', { name: 'Forget key' }).waitFor();
    let asked = 0;
    const held = await holdBack(page, '**/api/account', () => asked++ === 0);
    await Promise.all([page.waitForRequest('**/api/account'), goTo(page, 'Explorer')]);
    await goTo(page, 'Account');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await enterKey(page, other);
    await page.getByText(`mdk_…${other.slice(-4)}`).waitFor();
    await held.letGo('**/api/account');
    assert.equal(await keyIn(page), other);
  }));

/** A key of an account with 1,000 points that may not ask for everything. */
async function limitedKey(...limits: string[]): Promise<{ key: string; id: string }> {
  const { account } = await shop.service.createKey(1000);
  const { stdout } = await shop.service.mdq('key', 'create', account, ...limits, '--json');
  return JSON.parse(stdout);
}
const LIMITED = 'This key is limited: only what it may ask for is offered here.';

test('a key of some categories is offered these alone, with what tells of no others', async () => {
  const { key } = await limitedKey('--categories', 'Coffee');
  const work = async (page: Page) => {
    await page.getByText(LIMITED).waitFor();
    const levels = page.locator('.mdq-bar .level label');
    assert.deepEqual(await levels.allInnerTexts(), ['Category', 'Sub-category']);
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    assert.deepEqual(await category.getByRole('option').allInnerTexts(), ['Coffee']);
    const measures = page.getByRole('combobox', { name: 'Measure', exact: true });
    assert.equal(await measures.getByRole('option', { name: 'share' }).count(), 0, 'of the whole market');
    await loadAll(page, 'Load 4 charts · 155 points');
    await chooseLevel(page, 'Sub-category');
    assert.equal(await panelOf(page, 'related').count(), 0);
    await loadAll(page);
    // A link may name another.
    await openPage(page, TEA);
    await page.getByText('This key is limited to other categories than “Tea”.').waitFor();
    await page.getByRole('button', { name: 'Coffee', exact: true }).click();
    await panelOf(page, 'trend').getByText('Already paid').waitFor();
    await assertAccessible(page);
  };
  await look(shop, EXPLORER, work, { key });
});

test('a key of some paths is offered these alone', async () => {
  const { key } = await limitedKey('--paths', '/api/public/trends/market');
  const work = async (page: Page) => {
    await page.getByText(LIMITED).waitFor();
    assert.equal(await page.getByRole('button', { name: /^List all/ }).count(), 0);
    await loadAll(page, 'Load 1 chart · 50 points');
    await openPage(page, `${EXPLORER}?level=category&category=Milk`);
    await page.getByText('“Milk” is not in the data of this service.').waitFor();
  };
  await look(shop, EXPLORER, work, { key, expected: /Failed to load resource.*400/ });
});

test('a key of no chart is told so', async () => {
  const { key } = await limitedKey('--paths', '/api/public/meta/categories');
  const work = async (page: Page) => {
    await page.getByText('This key may ask for none of the charts.').waitFor();
    assert.equal(await page.locator('[data-panel]').count(), 0);
    await assertAccessible(page);
  };
  await look(shop, EXPLORER, work, { key });
});

test('a path that a key may not ask costs it nothing that it has paid for', async () => {
  const { key, id } = await limitedKey('--categories', 'Tea');
  const work = async (page: Page) => {
    await loadPanel(page, 'trend');
    await until('it is kept', async () => (await keptIn(page)).length === 1);
    await shop.service.mdq('key', 'set', id, '--categories', 'Coffee');
    await panelOf(page, 'focus').getByRole('button', { name: /^Load/ }).click();
    await panelOf(page, 'focus').getByRole('alert').waitFor();
    await page.evaluate(UNTIL_IDLE);
    assert.equal((await keptIn(page)).length, 1);
  };
  await look(shop, TEA, work, { key, expected: /Failed to load resource.*403/ });
});

test('what another tab has bought meanwhile is asked about before it is erased', () =>
  as(async (page, key) => {
    const tab = await page.context().newPage();
    await openPage(tab, '/developers/account');
    await enterKey(tab, key);
    await tab.getByRole('button', { name: 'Forget key' }).waitFor();
    await loadPanel(page, 'trend');
    await until('it is kept', async () => (await keptIn(page)).length === 1);
    await tab.getByRole('button', { name: 'Forget key' }).click();
    await tab.getByText('An answer that you paid for in this browser will be erased.').waitFor();
  }));

test('what another tab has bought meanwhile is not bought again on the page of its endpoint', () =>
  as(async (page, key) => {
    const tab = await page.context().newPage();
    await openPage(tab, '/developers/api/trends/market?category=Tea');
    const call = new CallPage(tab);
    await call.enterKey(key);
    await tab.getByRole('button', { name: 'Send · 50 points' }).waitFor();
    await loadPanel(page, 'trend');
    await until('it is kept', async () => (await keptIn(page)).length === 1);
    await call.sendButton.click();
    await tab.getByText('You have this answer already.').waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('whoever goes on to another key is asked before what this one paid for is erased', async () => {
  const { key } = await limitedKey('--per-day', '60');
  const work = async (page: Page) => {
    await loadPanel(page, 'trend');
    await until('it is kept', async () => (await keptIn(page)).length === 1);
    await panelOf(page, 'focus').getByRole('button', { name: /^Load/ }).click();
    await panelOf(page, 'focus')
      .getByRole('button', { name: /another key/ })
      .click();
    await page.getByText('An answer that you paid for in this browser will be erased.').waitFor();
    assert.equal((await keptIn(page)).length, 1);
  };
  await look(shop, TEA, work, { key, expected: /Failed to load resource.*402/ });
});

test('a tab that can store no more shows what was paid for all the same', () =>
  as(async (page, key) => {
    await page.evaluate(`(() => {
      for (const size of [1_000_000, 10_000, 100, 1])
        for (let i = 0; ; i++)
          try {
            sessionStorage.setItem('full-' + size + '-' + i, 'x'.repeat(size));
          } catch {
            break;
          }
    })()`);
    await loadPanel(page, 'trend');
    await panelOf(page, 'trend').getByText('Paid 50 points').waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('data that is published while charts are bought stops what was asked of the data before, and shows what was bought', (t) =>
  as(async (page, key) => {
    const before = await page.context().newPage();
    await before.goto(TEA);
    await enterKey(before, key);
    await loadPanel(before, 'payment');
    await choose(page, 'Range', 'all');
    await loadButton(page).waitFor();
    await shop.publishMore(t, '2026-07-12');
    await loadButton(page).click();
    await panelOf(page, 'focus').getByRole('button', { name: /^CSV/ }).waitFor();
    await until('the days that were bought are shown', () =>
      /start=2026-01-05&end=2026-06-29/.test(page.url()),
    );
    await page.evaluate(UNTIL_IDLE);
    assert.equal(await page.locator('[data-panel]').getByRole('button', { name: /^CSV/ }).count(), 1);
    const { body } = await shop.service.get('/api/account/calls', { key });
    assert.equal((body as { data: { calls: unknown[] } }).data.calls.length, 2);
    // What was bought of the data before keeps its days.
    await loadPanel(before, 'focus');
    await panelOf(before, 'payment').getByText('Newer data has been published').waitFor();
    const titleOf = async (kind: string) =>
      (await panelOf(before, kind).getByRole('heading').first().textContent())?.replaceAll(/\s/g, ' ') ?? '';
    assert.match(await titleOf('payment'), /6 Apr – 28 Jun 2026/);
    assert.match(await titleOf('focus'), /20 Apr – 12 Jul 2026/);
  }));
