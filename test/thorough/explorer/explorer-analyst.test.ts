/** The explorer as an analyst's tool: comparisons, sub-categories side by side, tables, measures, phones. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { PHONE } from '../../support/site/browser.ts';
import {
  assertFits,
  balanceBecomes,
  balanceShown,
  choose,
  chooseLevel,
  HOME,
  isFocused,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
  saved,
  writingIn,
} from '../../support/site/explorer-page.ts';
import { openExplorerPlace } from '../../support/site/explorer-place.ts';
import { test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

const place = await openExplorerPlace();
const { key } = place;

test('a trend is compared with the previous period, the year before and three other names', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadPanel(page, 'trend');
      const trend = panelOf(page, 'trend');
      await choose(page, 'Compare with', 'previous');
      await trend.getByRole('button', { name: 'Add 1 comparison · 50 points' }).click();
      await trend.locator('.line.is-compared').waitFor();
      assert.ok((await writingIn(trend)).includes('Previous period'));
      await page.getByRole('button', { name: /^List all · 1 point/ }).click();
      for (const name of ['Home Appliances', 'Pet Supplies', 'Camera & Photo']) {
        await page.getByRole('combobox', { name: 'Add a category' }).focus();
        await choose(page, 'Add a category', name);
      }
      assert.equal(await page.getByRole('combobox', { name: 'Add a category' }).count(), 0);
      // The list had the focus and is gone.
      await page.locator('.mdq-bar').getByText('in the trend only, 3 at most').waitFor();
      const last = page.getByRole('button', { name: 'Remove Camera & Photo' });
      await until('the focus is on the last name', () => isFocused(last));
      await last.press('Enter');
      const next = page.getByRole('button', { name: 'Remove Pet Supplies' });
      await until('the focus is on the name before it', () => isFocused(next));
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
      await trend
        .getByText('Amount per week of Home & Living, Home Appliances, Pet Supplies and Camera & Photo, NT$')
        .waitFor();
      await page.locator('.mdq-bar').getByText('in the trend only').waitFor();
      await panelOf(page, 'focus').getByText('Change compared with 17 Mar – 8 Jun 2025.').waitFor();
      await choose(page, 'Range', 'all');
      const previous = page.getByRole('combobox', { name: 'Compare with' }).locator('[value="previous"]');
      assert.ok(await previous.isDisabled());
      await assertAccessible(page);
    },
    { key },
  );
});

test('sub-categories stand side by side, at a price of their own', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      const balance = await balanceShown(page);
      const multiples = panelOf(page, 'multiples');
      await multiples.locator('footer').getByText('Up to 360 points').waitFor();
      await multiples.getByRole('button', { name: 'List the sub-categories · 1 point' }).click();
      await multiples.getByText(/^The 6 largest by amount, of \d+\.$/).waitFor();
      await multiples.getByRole('button', { name: 'Load · 360 points' }).click();
      await multiples.locator('.line').nth(5).waitFor();
      await balanceBecomes(page, balance - 361);
      const scales = await multiples.locator('svg').evaluateAll(axesOf);
      assert.equal(new Set(scales).size, 1, 'all have the same scale');
      const { name, content } = await saved(page, multiples.getByRole('button', { name: /^PNG/ }));
      assert.match(name, /^sub-categories_Home-Living_.*\.png$/);
      assert.equal(content.subarray(1, 4).toString(), 'PNG');
      await multiples.getByRole('button', { name: 'Bedding' }).click();
      await panelOf(page, 'focus').getByText('Key figures of Bedding').waitFor();
    },
    { key },
  );
});

/** What stands beside the vertical axis of each. */
function axesOf(charts: readonly unknown[]): string[] {
  return charts.map((chart) => {
    const texts = (
      chart as { querySelectorAll(what: string): Iterable<{ textContent: string }> }
    ).querySelectorAll('text[text-anchor="end"]');
    return [...texts].map(({ textContent }) => textContent).join(' ');
  });
}

test('a table sorts by the column that is clicked, and says so', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadPanel(page, 'ranking');
      const ranking = panelOf(page, 'ranking');
      await ranking.locator('label', { hasText: 'Table' }).click();
      const orders = async () => {
        const cells = await ranking.locator('tbody tr td:nth-child(3)').allTextContents();
        return cells.map((cell) => Number(cell.replaceAll(',', '')));
      };
      const column = ranking.getByRole('columnheader', { name: 'Orders' });
      await column.getByRole('button').click();
      assert.equal(await column.getAttribute('aria-sort'), 'descending');
      assert.deepEqual(
        await orders(),
        (await orders()).toSorted((a, b) => b - a),
      );
      await column.getByRole('button').click();
      assert.equal(await column.getAttribute('aria-sort'), 'ascending');
      assert.deepEqual(
        await orders(),
        (await orders()).toSorted((a, b) => a - b),
      );
      await assertAccessible(page);
    },
    { key },
  );
});

test('the measure and its currency stand on titles, axes, tiles and tips', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadAll(page);
      const trend = panelOf(page, 'trend');
      const heading = 'Amount per week of Home & Living, NT$, 16 Mar – 7 Jun 2026';
      await trend.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
      assert.ok((await writingIn(trend)).some((text) => /^NT\$[\d.]+[KM]$/.test(text)));
      assert.match((await panelOf(page, 'focus').locator('.value').first().textContent()) ?? '', /^NT\$/);
      await trend.locator('.mdq-chart').hover();
      assert.match((await trend.locator('.mdq-tip').textContent()) ?? '', /Amount.*NT\$[\d,]+\.\d\d/);
      await choose(page, 'Measure', 'orders');
      await trend.getByText('Orders per week of Home & Living, 16 Mar').waitFor();
      assert.ok(!(await writingIn(trend)).some((text) => text.includes('NT$')));
      await choose(page, 'Measure', 'average');
      await chooseLevel(page, 'Whole market');
      await loadPanel(page, 'growth');
      await panelOf(page, 'growth').getByText('Growth of the average order, by category').waitFor();
    },
    { key },
  );
});

test('with a key it fits a phone, and everything is within reach of a finger', async () => {
  await look(
    place,
    `${HOME}&compare=year&with=Home+Appliances`,
    async (page) => {
      await loadButton(page, 'Load 4 charts · 300 points').waitFor();
      await assertFits(page);
      await page.getByRole('button', { name: /^Change what you look at: Home & Living/ }).click();
      await choose(page, 'Range', 'custom');
      await page.getByLabel('From', { exact: true }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
      // Open, the controls scroll away with the page; folded, their summary stays.
      const bar = page.locator('.mdq-bar');
      const position = () =>
        page.evaluate<string>('getComputedStyle(document.querySelector(".mdq-bar")).position');
      assert.equal(await position(), 'static');
      await bar.getByText('Close', { exact: true }).click();
      await bar.getByText('Change', { exact: true }).waitFor();
      assert.equal(await position(), 'sticky');
    },
    { key, ...PHONE },
  );
});

test('nothing moves for who wants no motion', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadPanel(page, 'ranking');
      await choose(page, 'Measure', 'orders');
      const moving = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
      assert.equal(await page.evaluate<number>(moving), 0);
    },
    { key, reducedMotion: 'reduce' },
  );
});

test('what is pressed and then gone leaves the focus where one goes on, not at the top of the page', async () => {
  await look(place, HOME, async (page) => {
    const [bar, focus] = [page.locator('.mdq-bar'), panelOf(page, 'focus')];
    const pressOn = async (button: Locator) => {
      await button.focus();
      await page.keyboard.press('Enter');
    };
    const goesTo = (next: Locator) => until(`the focus is on ${next}`, () => isFocused(next));
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await goesTo(bar);
    await pressOn(page.getByRole('button', { name: /^List all · 1 point/ }));
    await goesTo(page.getByRole('combobox', { name: 'Category', exact: true }));
    await pressOn(focus.getByRole('button', { name: /^Load/ }));
    await goesTo(focus);
    await pressOn(loadButton(page));
    await goesTo(bar.locator('[data-test="balance"]'));
    await pressOn(page.getByRole('button', { name: 'Forget key' }));
    await goesTo(page.getByText('5 answers that you paid for in this browser will be erased.'));
    await pressOn(page.getByRole('button', { name: 'Erase and forget key' }));
    await goesTo(page.getByLabel('API key'));
  });
});
