/** Which key pays, and how far its points go: no call is paid for with another key, twice, or without enough points. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openPage } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import {
  balanceBecomes,
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
  panelOf,
} from '../../support/site/explorer-page.ts';
import { holdBack, UNTIL_IDLE } from '../../support/site/hold-back.ts';
import { test } from '../../support/site/in-browser.ts';
import { TEA, TeaShop } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const TREND = '**/api/public/trends/market*';
const FOCUS = '**/api/public/market/focus*';

const shop = new TeaShop();

const isKept = (page: Page) => until('it is kept', async () => (await keptIn(page)).length === 1);
const callsOf = async (key: string) => {
  const { body } = await shop.service.get('/api/account/calls', { key });
  return (body as { data: { calls: unknown[] } }).data.calls.length;
};
const buttonIn = (page: Page, kind: string) =>
  panelOf(page, kind).getByRole('button', { name: /^(Load|List)/ });
const barSays = (page: Page, text: string) =>
  page.locator('.mdq-bar').getByText(text, { exact: true }).waitFor();
/** By a link, and until the page is there: its address changes before. */
async function goTo(page: Page, name: 'Account' | 'Pricing'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.locator(`.mdq-${name.toLowerCase()}`).waitFor();
}

test('a key that is entered while the sandbox is still being asked pays for nothing', async () => {
  const { key } = await shop.service.createKey(1000);
  const { page, leave } = await shop.visit();
  const held = await holdBack(page, '**/api/public/meta/categories*');
  await Promise.all([page.waitForRequest('**/api/public/meta/categories*'), page.goto(TEA)]);
  await enterKey(page, key);
  await page.getByRole('button', { name: 'Forget key' }).waitFor();
  await held.letGo('**/api/public/meta/categories*');
  await leave();
  assert.equal(await shop.balance(key), 1000);
});

test('what one key was asked for is not bought with another that is entered meanwhile', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
    const { key: other } = await shop.service.createKey(1000);
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
  shop.as({ path: TEA }, async (page, { key }) => {
    await page.evaluate('sessionStorage.clear()');
    await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).click();
    await page.getByText('The key is no longer in this tab. Enter it again.').waitFor();
    await until('it is asked for', () => isFocused(page.getByLabel('API key')));
    await assertAccessible(page);
    await enterKey(page, key);
    await loadPanel(page, 'trend');
    assert.equal(await shop.balance(key), 950);
  }));

test('a page that comes back as it was left looks again which key the tab has', () =>
  shop.as({ path: TEA }, async (page) => {
    const { key: other } = await shop.service.createKey(1000);
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
  shop.as({ path: TEA }, async (page, { key }) => {
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
  shop.as({ path: TEA }, async (page) => {
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
    await until('it is forgotten', () => page.evaluate(`sessionStorage.getItem('mdq-key') === null`));
  }));

test('a call that the service has put off is not made again with a key that was forgotten', () =>
  shop.as({ path: TEA, expected: /429/ }, async (page, { key }) => {
    let asked = 0;
    await page.route(TREND, async (route) => {
      asked += 1;
      await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{"code":429,"msg":""}' });
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
  }));

test('a key with limits is offered what it may ask for, and nothing that tells of more', async () => {
  const said = 'This key is limited: only what it may ask for is offered here.';
  const as = (limits: string[], work: (page: Page) => Promise<void>) =>
    shop.as({ path: EXPLORER, limits, expected: /Failed to load resource.*400/ }, work);
  await as(['--categories', 'Coffee'], async (page) => {
    await page.getByText(said).waitFor();
    const levels = page.locator('.mdq-bar .level label');
    assert.deepEqual(await levels.allInnerTexts(), ['Category', 'Sub-category']);
    const optionsOf = (name: string) =>
      page.getByRole('combobox', { name, exact: true }).getByRole('option').allInnerTexts();
    assert.deepEqual(await optionsOf('Category'), ['Coffee']);
    const measures = await optionsOf('Measure');
    assert.ok(!measures.some((measure) => measure.includes('share')), 'it would tell of the whole market');
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
  });
  await as(['--paths', '/api/public/trends/market'], async (page) => {
    await page.getByText(said).waitFor();
    assert.equal(await page.getByRole('button', { name: /^List all/ }).count(), 0);
    await loadAll(page, 'Load 1 chart · 50 points');
    await openPage(page, `${EXPLORER}?level=category&category=Milk`);
    await page.getByText('“Milk” is not in the data of this service.').waitFor();
  });
  await as(['--paths', '/api/public/meta/categories'], async (page) => {
    await page.getByText('This key may ask for none of the charts.').waitFor();
    assert.equal(await page.locator('[data-panel]').count(), 0);
  });
});

test('what another tab has bought meanwhile is not bought again, and is asked about before it is erased', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
    const tab = await page.context().newPage();
    await openPage(tab, '/developers/api/trends/market?category=Tea');
    const call = new CallPage(tab);
    await call.enterKey(key);
    await tab.getByRole('button', { name: 'Send · 50 points' }).waitFor();
    await loadPanel(page, 'trend');
    await isKept(page);
    await call.sendButton.click();
    await tab.getByText('You have this answer already.').waitFor();
    assert.equal(await shop.balance(key), 950);
    await tab.getByRole('button', { name: 'Forget key' }).click();
    await tab.getByText('An answer that you paid for in this browser will be erased.').waitFor();
  }));

test('whoever goes on to another key is asked before what this one paid for is erased', () =>
  shop.as(
    { path: TEA, limits: ['--per-day', '60'], expected: /Failed to load resource.*402/ },
    async (page) => {
      await loadPanel(page, 'trend');
      await isKept(page);
      const focus = panelOf(page, 'focus');
      await focus.getByRole('button', { name: /^Load/ }).click();
      await focus.getByRole('button', { name: /another key/ }).click();
      await page.getByText('An answer that you paid for in this browser will be erased.').waitFor();
      assert.equal((await keptIn(page)).length, 1);
    },
  ));

test('a tab that can store no more shows what was paid for all the same', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
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

test('what points are not enough for cannot be bought in part, says so, and can be once there are more', () =>
  shop.as({ path: TEA, points: 75 }, async (page, { key, account }) => {
    await barSays(page, '155 points needed, you have 75: load single charts');
    assert.ok(await loadButton(page, 'Load 4 charts · 155 points').isDisabled());
    await loadPanel(page, 'trend');
    await balanceBecomes(page, 25);
    await barSays(page, '105 points needed, you have 25: load single charts');
    const focus = panelOf(page, 'focus');
    await focus.getByText('45 points needed, you have 25', { exact: true }).waitFor();
    assert.ok(await buttonIn(page, 'focus').isDisabled());
    await focus.getByRole('link', { name: 'Open the account page' }).waitFor();
    await choose(page, 'Compare with', 'previous');
    const trend = panelOf(page, 'trend');
    await trend.getByText('50 points needed, you have 25', { exact: true }).waitFor();
    assert.ok(await trend.getByRole('button', { name: 'Add 1 comparison · 50 points' }).isDisabled());
    await choose(page, 'Compare with', 'none');
    await loadPanel(page, 'payment');
    await balanceBecomes(page, 0);
    await barSays(page, '80 points needed, you have 0');
    const list = page.getByRole('button', { name: /^List all · 1 point once/ });
    assert.ok(await list.isDisabled());
    await page.locator('.mdq-bar .field').getByText('1 point needed, you have 0', { exact: true }).waitFor();
    assert.ok(await buttonIn(page, 'multiples').isDisabled());
    await assertAccessible(page);

    await shop.service.mdq('points', 'grant', account, '80');
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await loadAll(page, 'Load 2 charts · 80 points');
    assert.equal(await shop.balance(key), 0);
    // No chart is wanting any more, and yet there is a list to buy.
    await until('nothing is left', () => list.isDisabled());
    await shop.service.mdq('points', 'grant', account, '1');
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await until('there are points for it', () => list.isEnabled());
  }));

test('what waits for its turn is not offered again, and what is on its way is in no sum', () =>
  shop.as({ path: TEA }, async (page, { key }) => {
    const held = await holdBack(page, FOCUS);
    await loadButton(page, 'Load 4 charts · 155 points').click();
    for (const kind of ['focus', 'trend', 'ranking', 'payment'])
      await panelOf(page, kind).getByText('Loading…').waitFor();
    await barSays(page, 'Balance 1,000 points');
    await held.letGo();
    await balanceBecomes(page, 845);
    await page.unroute(FOCUS);

    // One alone, while others are not asked for.
    await choose(page, 'Range', 'all');
    await page.route(FOCUS, (route) => void route);
    await Promise.all([page.waitForRequest(FOCUS), buttonIn(page, 'focus').click()]);
    await barSays(page, 'Balance 845 points');
    assert.ok(await page.locator('.mdq-bar .load .is-main').isDisabled());
    assert.equal(await callsOf(key), 4);
  }));

test('what waited for its turn is offered again where the first is refused', () =>
  shop.as({ path: TEA, expected: /Failed to load resource/ }, async (page) => {
    await page.route(FOCUS, (route) => route.abort());
    await loadButton(page).click();
    await panelOf(page, 'focus').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(FOCUS);
    await loadPanel(page, 'trend');
    await loadAll(page, 'Load 3 charts · 105 points');
    await balanceBecomes(page, 845);
  }));

// The last one: from here on there is another version of the data.
test('data that is published while charts are bought stops what was asked of the data before, and shows what was bought', (t) =>
  shop.as({ path: TEA }, async (page, { key }) => {
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
    assert.equal(await callsOf(key), 2);
    // What was bought of the data before keeps its days.
    await loadPanel(before, 'focus');
    await panelOf(before, 'payment').getByText('Newer data has been published').waitFor();
    const titleOf = async (kind: string) =>
      (await panelOf(before, kind).getByRole('heading').first().textContent())?.replaceAll(/\s/g, ' ') ?? '';
    assert.match(await titleOf('payment'), /6 Apr – 28 Jun 2026/);
    assert.match(await titleOf('focus'), /20 Apr – 12 Jul 2026/);
  }));
