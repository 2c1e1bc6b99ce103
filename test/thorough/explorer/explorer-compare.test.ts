/** The explorer as an analyst's tool: days, comparisons, shares, tables, and what each costs before it is loaded. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { boxOf, PHONE, resizeTo } from '../../support/site/browser.ts';
import {
  assertFits,
  balanceBecomes,
  balanceShown,
  choose,
  chooseLevel,
  codeShown,
  EXPLORER,
  HOME,
  isFocused,
  loadAll,
  loadButton,
  loadPanel,
  panelOf,
  saved,
  showFace,
} from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { DemoPlace } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';

const place = new DemoPlace();

const getsFocus = (next: Locator) => until(`the focus is on ${next}`, () => isFocused(next));

test('a day is chosen from a calendar that knows which days have data, with the keyboard too', () =>
  place.lookWithKey(`${HOME}&start=2026-05-12&end=2026-06-07`, async (page) => {
    const opener = page.getByRole('button', { name: 'To: choose from a calendar' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'To: choose from a calendar' });
    await calendar.getByText('Data: 2 Dec 2024 – 7 Jun 2026').waitFor();
    const day = (date: string) => calendar.locator(`[data-date="${date}"]`);
    assert.ok(await isFocused(day('2026-06-07')), 'it opens at the day that was chosen');
    assert.equal(await day('2026-06-08').getAttribute('aria-disabled'), 'true');
    await assertAccessible(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await calendar.waitFor();
    for (const key of ['ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await panelOf(page, 'trend').getByText('12 May – 31 May 2026').waitFor();
    assert.ok(await isFocused(opener));
    assert.match(page.url(), /start=2026-05-12&end=2026-05-31/);
    await opener.click();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    assert.ok(await isFocused(opener));
  }));

test('a trend is compared with the previous period, the year before and three other names', () =>
  place.lookWithKey(HOME, async (page) => {
    await loadPanel(page, 'trend');
    const trend = panelOf(page, 'trend');
    await choose(page, 'Compare with', 'previous');
    await trend.getByRole('button', { name: 'Add 1 comparison · 50 points' }).click();
    await trend.locator('.line.is-compared').waitFor();
    const { name: file } = await saved(page, trend.getByRole('button', { name: /^CSV/ }));
    assert.equal(file, 'trends-market_Home-Living_2026-03-16_2026-06-07_vs_2025-12-22_2026-03-15.csv');
    await panelOf(page, 'ranking')
      .getByText('Not compared: this chart shows the chosen range only.')
      .waitFor();
    await page.getByRole('button', { name: /^List all · 1 point/ }).click();
    const adding = page.getByRole('combobox', { name: 'Add a category' });
    for (const name of ['Home Appliances', 'Pet Supplies', 'Camera & Photo']) {
      await adding.focus();
      await choose(page, 'Add a category', name);
    }
    // Three at most: the list is gone, and the focus moves to the newest name.
    assert.equal(await adding.count(), 0);
    const last = page.getByRole('button', { name: 'Remove Camera & Photo' });
    await getsFocus(last);
    await last.press('Enter');
    await getsFocus(page.getByRole('button', { name: 'Remove Pet Supplies' }));
    await choose(page, 'Add a category', 'Camera & Photo');
    await trend.getByRole('button', { name: 'Add 3 categories · 150 points' }).waitFor();
    await choose(page, 'Compare with', 'year');
    await loadAll(page, 'Load 4 charts · 350 points');
    await until('all five lines are drawn', async () => (await trend.locator('.line').count()) === 5);
    const names = await trend.locator('.line-name').allTextContents();
    assert.deepEqual(names.toSorted(), [
      'Camera & Photo',
      'Home & Living',
      'Home & Living, year before',
      'Home Appliances',
      'Pet Supplies',
    ]);
    await panelOf(page, 'focus').getByText('Change compared with 17 Mar – 8 Jun 2025.').waitFor();
    await choose(page, 'Range', 'all');
    await page.locator('.mdq-bar').getByText('Year before: the data does not cover all of').waitFor();
    const previous = page.getByRole('combobox', { name: 'Compare with' }).locator('[value="previous"]');
    assert.ok(await previous.isDisabled());
    await assertAccessible(page);
  }));

test('sub-categories stand side by side on one scale, at a price of their own', () =>
  place.lookWithKey(HOME, async (page) => {
    const balance = await balanceShown(page);
    const multiples = panelOf(page, 'multiples');
    await multiples.locator('footer').getByText('Up to 360 points').waitFor();
    await multiples.getByRole('button', { name: 'List the sub-categories · 1 point' }).click();
    await multiples.getByText(/^The 6 largest by amount, of \d+\.$/).waitFor();
    await multiples.getByRole('button', { name: 'Load · 360 points' }).click();
    await multiples.locator('.line').nth(5).waitFor();
    await balanceBecomes(page, balance - 361);
    const axes = await Promise.all(
      (await multiples.locator('svg').all()).map(async (chart) =>
        (await chart.locator('text[text-anchor="end"]').allTextContents()).join(' '),
      ),
    );
    assert.equal(new Set(axes).size, 1);
    await multiples.getByRole('button', { name: 'Bedding' }).click();
    await panelOf(page, 'focus').getByText('Key figures of Bedding').waitFor();
  }));

test('a table sorts by the column that is clicked, and says so', () =>
  place.lookWithKey(HOME, async (page) => {
    await loadPanel(page, 'ranking');
    const ranking = panelOf(page, 'ranking');
    await showFace(ranking, 'Table');
    const column = ranking.getByRole('columnheader', { name: 'Orders' });
    const click = async (sorting: 'descending' | 'ascending') => {
      await column.getByRole('button').click();
      assert.equal(await column.getAttribute('aria-sort'), sorting);
      return ranking.locator('tbody tr td:nth-child(3)').allTextContents();
    };
    assert.deepEqual((await click('descending')).toReversed(), await click('ascending'));
    await assertAccessible(page);
  }));

test('a share includes the price of the whole market, is exact, and is kept by an address; so is an index', async () => {
  type Week = { readonly total_amount: number };
  const weeksOf = async (target: string) => {
    const response = await fetch(place.url + target, { headers: { 'x-api-key': place.service.key } });
    return ((await response.json()) as { data: { trend: Week[] } }).data.trend;
  };
  const weeks = await weeksOf('/api/public/trends/market?category=Home%20%26%20Living');
  const market = await weeksOf('/api/public/trends/overview');
  await place.lookWithKey(`${HOME}&scale=share`, async (page) => {
    const balance = await balanceShown(page);
    const trend = panelOf(page, 'trend');
    await trend.getByText('Includes 40 points for the trend of the whole market: shares need it.').waitFor();
    await loadButton(page, 'Load 4 charts · 195 points').waitFor();
    await trend.getByRole('button', { name: 'Load · 90 points' }).click();
    await trend.getByText('Paid 90 points').waitFor();
    await balanceBecomes(page, balance - 90);
    await trend.getByText('Amount per week of Home & Living, share of the whole market').waitFor();
    await showFace(trend, 'Table');
    assert.deepEqual(
      await trend.locator('tbody tr td:nth-child(2)').allTextContents(),
      weeks.map(({ total_amount }, at) => {
        const share = (total_amount / (market[at]?.total_amount ?? 0)) * 100;
        return `${share.toFixed(2)}%`;
      }),
    );
    assert.match(await codeShown(trend, 'curl'), /trends\/market.+trends\/overview/s);

    // The whole market is paid for once, for every measure.
    await choose(page, 'Measure', 'orders-share');
    await trend.getByText('Orders per week of Home & Living, share of the whole market').waitFor();
    await choose(page, 'Measure', 'amount-index');
    await trend.getByText('Amount per week of Home & Living, first week = 100').waitFor();
    assert.match(page.url(), /&scale=index$/);
    await page.reload();
    await trend.getByText('first week = 100').waitFor();
    const measure = page.getByRole('combobox', { name: 'Measure' });
    assert.equal(await measure.inputValue(), 'amount-index');
    await chooseLevel(page, 'Whole market');
    await trend.getByText('Already paid, not charged again').waitFor();
    assert.equal(await measure.locator('option[value$=share]').count(), 0, 'it is no part of itself');
    assert.equal(await measure.locator('option[value$=index]').count(), 3);
  });
});

test('the year before is that of the same weeks or of the same dates, and an address keeps which', () =>
  place.lookWithKey(`${HOME}&compare=year`, async (page) => {
    await loadAll(page, 'Load 4 charts · 250 points');
    const [focus, trend] = [panelOf(page, 'focus'), panelOf(page, 'trend')];
    await focus.getByText('Change compared with 17 Mar – 8 Jun 2025.').waitFor();
    await choose(page, 'Compare with', 'year-dates');
    // What is not paid for is not told, and nothing else in its place.
    await focus.getByText('Key figures of Home & Living, 16 Mar – 7 Jun 2026', { exact: true }).waitFor();
    assert.equal(await focus.locator('.change').count(), 0);
    // The weeks of a trend are the same ones as before, and paid for.
    await trend.getByText('16 Mar – 7 Jun 2026 compared with 17 Mar – 8 Jun 2025').waitFor();
    await trend.getByText('A weekly trend is compared by whole weeks, not by date.').waitFor();
    await choose(page, 'Measure', 'amount-share');
    await loadButton(page, 'Add 1 comparison and the whole market · 85 points').waitFor();
    // Without the whole market, figures stay as they are.
    await trend.getByText('Amount per week of Home & Living, NT$').waitFor();
    await choose(page, 'Measure', 'amount');
    await loadAll(page, 'Add 1 comparison · 45 points');
    await focus.getByText('Change compared with 16 Mar – 7 Jun 2025.').waitFor();
    await page.reload();
    await focus.getByText('Change compared with 16 Mar – 7 Jun 2025.').waitFor();
  }));

test('a price that counts several times says why, and the whole market why it has no dates', () =>
  place.lookWithKey(`${HOME}&start=2026-03-02&end=2026-06-07`, async (page) => {
    const bar = page.locator('.mdq-bar');
    await bar.getByText('98 days begin 2 periods of 84: each price × 2').waitFor();
    await loadButton(page, 'Load 4 charts · 310 points').waitFor();
    await chooseLevel(page, 'Whole market');
    await bar.getByText('The whole market is always the default period.').waitFor();
    assert.equal(await bar.getByText('98 days').count(), 0);
    await page.goto(`${EXPLORER}?level=sub&category=Pet+Supplies`);
    await panelOf(page, 'focus')
      .getByText('Key figures of the largest sub-category of Pet Supplies')
      .waitFor();
  }));

test('on phones and tablets the controls are folded and stay in sight; open, they fit, with their calendars', () =>
  place.lookWithKey({ path: `${HOME}&compare=year&with=Home+Appliances`, ...PHONE }, async (page) => {
    const bar = page.locator('.mdq-bar');
    const position = () => bar.evaluate(positionOf);
    await loadButton(page, 'Load 4 charts · 300 points').waitFor();
    for (const width of [PHONE.viewport.width, 768, 1100]) {
      await resizeTo(page, { width, height: 844 });
      assert.equal(await position(), 'sticky');
      await assertFits(page);
      await bar.getByRole('button', { name: /^Change what you look at: Home & Living/ }).click();
      await choose(page, 'Range', 'custom');
      for (const name of ['From', 'To']) {
        await page.getByRole('button', { name: `${name}: choose from a calendar` }).click();
        const box = await boxOf(page.getByRole('dialog', { name: `${name}: choose` }));
        assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
        await assertFits(page);
        await page.keyboard.press('Escape');
      }
      // Open, the controls scroll away with the page.
      assert.equal(await position(), 'static');
      await assertAccessible(page);
      await bar.getByText('Close', { exact: true }).click();
    }
  }));

function positionOf(element: unknown): string {
  const { getComputedStyle } = globalThis as unknown as {
    getComputedStyle(element: unknown): { position: string };
  };
  return getComputedStyle(element).position;
}

test('what is pressed and then gone leaves the focus where one goes on, not at the top of the page', () =>
  place.look(HOME, async (page) => {
    const [bar, focus] = [page.locator('.mdq-bar'), panelOf(page, 'focus')];
    await page.getByLabel('API key').fill(place.service.key);
    await page.keyboard.press('Enter');
    await getsFocus(bar);
    for (const [button, next] of [
      [
        page.getByRole('button', { name: /^List all · 1 point/ }),
        page.getByRole('combobox', { name: 'Category', exact: true }),
      ],
      [focus.getByRole('button', { name: /^Load/ }), focus],
      [loadButton(page), bar.locator('[data-test="balance"]')],
      [
        page.getByRole('button', { name: 'Forget key' }),
        page.getByText('5 answers that you paid for in this browser will be erased.'),
      ],
      [page.getByRole('button', { name: 'Erase and forget key' }), page.getByLabel('API key')],
    ] as const) {
      await button.focus();
      await page.keyboard.press('Enter');
      await getsFocus(next);
    }
  }));
