/** What the explorer says of points: what they are enough for, what is on its way, and what was paid. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import {
  balanceBecomes,
  buildSite,
  choose,
  keptIn,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { test } from '../../support/site/in-browser.ts';
import { openTeaShop, TEA } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const FOCUS = '**/api/public/market/focus*';

await buildSite();
const shop = await openTeaShop();

interface Holder {
  readonly key: string;
  readonly account: string;
}

async function as(
  points: number,
  work: (page: Page, holder: Holder) => Promise<void>,
  { path = TEA, expected = /(?!)/ } = {},
): Promise<void> {
  const holder = await shop.service.createKey(points);
  await look(shop, path, (page) => work(page, holder), { key: holder.key, expected });
}

const buttonIn = (page: Page, kind: string) =>
  panelOf(page, kind).getByRole('button', { name: /^(Load|List)/ });
const barSays = (page: Page, text: string) =>
  page.locator('.mdq-bar').getByText(text, { exact: true }).waitFor();

test('what points are not enough for cannot be bought in part, says so, and can be once there are more', () =>
  as(75, async (page, { key, account }) => {
    await barSays(page, '155 points needed, you have 75: load single charts');
    assert.ok(await loadButton(page, 'Load 4 charts · 155 points').isDisabled());
    await loadPanel(page, 'trend');
    await balanceBecomes(page, 25);
    await barSays(page, '105 points needed, you have 25: load single charts');
    const focus = panelOf(page, 'focus');
    await focus.getByText('45 points needed, you have 25', { exact: true }).waitFor();
    assert.ok(await buttonIn(page, 'focus').isDisabled());
    await focus.getByRole('link', { name: 'Open the account page' }).waitFor();
    await assertAccessible(page);
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
    const line = `getComputedStyle(document.querySelector('.mdq-bar .label button')).textDecorationLine`;
    assert.equal(await page.evaluate(line), 'none', 'it does not look live');
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
  as(1000, async (page, { key }) => {
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
    const { body } = await shop.service.get('/api/account/calls', { key });
    assert.equal((body as { data: { calls: unknown[] } }).data.calls.length, 4);
  }));

test('what waited for its turn is offered again where the first is refused', () =>
  as(
    1000,
    async (page) => {
      await page.route(FOCUS, (route) => route.abort());
      await loadButton(page).click();
      await panelOf(page, 'focus').getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute(FOCUS);
      await loadPanel(page, 'trend');
      await loadAll(page, 'Load 3 charts · 105 points');
      await balanceBecomes(page, 845);
    },
    { expected: /Failed to load resource/ },
  ));

test('what charts say they were paid with adds up: a call that two show counts once', () =>
  as(
    1000,
    async (page) => {
      const [trend, multiples] = [panelOf(page, 'trend'), panelOf(page, 'multiples')];
      await buttonIn(page, 'multiples').click();
      await multiples.getByRole('button', { name: 'Load · 100 points' }).click();
      await multiples.getByText('Paid 100 points').waitFor();
      await trend.getByRole('button', { name: 'Load · 50 points' }).click();
      await trend.getByText('Paid 50 points').waitFor();
      await multiples.getByText('Paid 100 points').waitFor();
      await balanceBecomes(page, 1000 - 1 - 150);
    },
    { path: `${TEA}&scale=share` },
  ));

test('what went into a chart includes what was paid before', () =>
  as(1000, async (page) => {
    const trend = panelOf(page, 'trend');
    await loadPanel(page, 'trend');
    await trend.getByText('Paid 50 points').waitFor();
    await until('it is kept', async () => (await keptIn(page)).length > 0);
    await page.reload();
    await trend.getByText('Already paid, not charged again').waitFor();
    await choose(page, 'Compare with', 'previous');
    await trend.getByRole('button', { name: 'Add 1 comparison · 50 points' }).click();
    await trend.getByText('Paid 100 points').waitFor();
    await balanceBecomes(page, 900);
  }));
