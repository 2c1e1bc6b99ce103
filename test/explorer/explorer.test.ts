/** The explorer with a key, in a real browser, on the real service with the demo data of the documentation. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { PANELS, panelsOf } from '../../site/.vitepress/theme/explorer/panels/list.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { assertAccessible } from '../support/site/audit-page.ts';
import { untilTrue } from '../support/site/browser.ts';
import {
  balanceBecomes,
  balanceShown,
  choose,
  codeShown,
  drawEveryChart,
  EXPLORER,
  enterKey,
  forgetKey,
  HOME,
  isDrawn,
  jsonShown,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
  saved,
  tabTo,
  watchForSecrets,
} from '../support/site/explorer-page.ts';
import { openExplorerPlace } from '../support/site/explorer-place.ts';
import { test } from '../support/site/in-browser.ts';

const place = await openExplorerPlace();
const { key } = place;

async function answerOf(target: string): Promise<{ body: unknown; balance: number }> {
  const response = await fetch(place.url + target, { headers: { 'x-api-key': key } });
  return { body: await response.json(), balance: Number(response.headers.get('x-points-balance')) };
}

/** What a call of the default period costs. */
function priceOf(path: string): number {
  return endpoints.find((endpoint) => endpoint.path === path)?.price.base ?? assert.fail(path);
}

test('every panel tells its price, is charged that, and shows the answer', async () => {
  const charts = panelsOf('sub').map(({ name: kind, path }) => ({ kind, path, price: priceOf(path) }));
  for (const kind of ['focus', 'trend', 'related', 'tags'])
    assert.ok(charts.some((chart) => chart.kind === kind));
  await look(
    place,
    `${EXPLORER}?level=sub&category=Home+%26+Living&sub=Bedding`,
    async (page) => {
      let balance = await balanceShown(page);
      const all = charts.reduce((sum, { price }) => sum + price, 0);
      await loadButton(page, `Load ${charts.length} charts · ${all} points`).waitFor();
      // What is not paid for has a shape, and nothing in it that could be taken for the answer.
      for (const { kind } of charts) {
        const ghost = panelOf(page, kind).locator('.mdq-ghost');
        await ghost.locator('.under path').waitFor();
        assert.equal((await ghost.locator('.under').textContent())?.trim(), '', kind);
        assert.match((await ghost.textContent())?.trim() ?? '', /^Load · \d+ points, [A-Z][a-z ]+$/);
      }
      for (const { kind, path, price } of charts) {
        const panel = panelOf(page, kind);
        await panel.getByRole('button', { name: `Load · ${price} points` }).waitFor();
        await loadPanel(page, kind);
        assert.match((await panel.locator('footer').textContent()) ?? '', new RegExp(`Paid ${price} points`));
        await balanceBecomes(page, balance - price);
        const answer = await answerOf(`${path}?category=Home%20%26%20Living&sub=Bedding`);
        assert.deepEqual(await jsonShown(panel), answer.body);
        assert.ok(await isDrawn(panel), kind);
        balance = answer.balance;
      }
      await assertAccessible(page);
    },
    { key },
  );
});

test('the price of a long range is exact before it is paid, and so is what it leaves', async () => {
  await look(
    place,
    `${HOME}&range=all&compare=previous`,
    async (page) => {
      const balance = await balanceShown(page);
      const left = (balance - 1085).toLocaleString('en-US');
      await page.getByText(`Balance ${balance.toLocaleString('en-US')} → ${left}`, { exact: true }).waitFor();
      await loadAll(page, 'Load 4 charts · 1,085 points');
      await balanceBecomes(page, balance - 1085);
      await panelOf(page, 'focus')
        .getByText('No comparison: the data does not cover both periods in full.')
        .waitFor();
    },
    { key },
  );
});

test('each chart is drawn when its answer is there', async () => {
  // Side by side are those of the level below.
  const single = PANELS.filter(({ isSideBySide }) => !isSideBySide);
  const drawAll = async (page: Page) => assert.equal((await drawEveryChart(page)).length, single.length);
  await look(place, EXPLORER, drawAll, { key });
});

test('entering a key keeps the view, and says that what it shows is another’s', async () => {
  const path = `${HOME}&start=2026-05-11&end=2026-06-07&compare=year&with=Home+Appliances&metric=orders`;
  await look(place, path, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    const title = await panelOf(page, 'trend').getByRole('heading').textContent();
    await enterKey(page, key);
    await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).waitFor();
    await page.locator('[aria-live]', { hasText: 'data and dates are those of this service' }).waitFor();
    assert.equal(await panelOf(page, 'trend').getByRole('heading').textContent(), title);
    assert.ok(page.url().endsWith(path.slice(path.indexOf('?'))), page.url());
  });
});

test('the same days are not paid for twice, however they are chosen', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadAll(page, 'Load 4 charts · 155 points');
      const balance = await balanceShown(page);
      await choose(page, 'Range', 'custom');
      await page.getByLabel('From', { exact: true }).waitFor();
      assert.ok(await isDrawn(panelOf(page, 'trend')));
      assert.equal(await loadButton(page).count(), 0);
      await page.goto(`${HOME}&start=2026-03-16&end=2026-06-07`);
      await panelOf(page, 'trend').getByText('Already paid, not charged again').waitFor();
      assert.equal(await loadButton(page).count(), 0);
      await balanceBecomes(page, balance);
    },
    { key },
  );
});

test('dates of one’s own are days that have data, and their price is exact', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await choose(page, 'Range', 'custom');
      const from = page.getByLabel('From', { exact: true });
      const to = page.getByLabel('To', { exact: true });
      const mistake = page.locator('.mdq-bar').getByRole('alert');
      // What is no range of days with data is told, and no other days are bought in their place.
      await from.fill('2020-01-01');
      await mistake.getByText('The data covers 2 Dec 2024 – 7 Jun 2026.').waitFor();
      assert.ok(await loadButton(page).isDisabled());
      assert.ok(await panelOf(page, 'focus').getByRole('button', { name: /^Load/ }).isDisabled());
      await from.fill('2024-12-02');
      await loadButton(page, 'Load 4 charts · 1,085 points').waitFor();
      await to.fill('2025-01-05');
      await panelOf(page, 'trend').getByText('2 Dec 2024 – 5 Jan 2025').waitFor();
      await from.fill('2026-03-15');
      await mistake.getByText('The first day must not be after the last.').waitFor();
      await page
        .locator('[data-test=balance]')
        .getByText('Correct the dates first', { exact: true })
        .waitFor();
      await panelOf(page, 'trend').getByText('2 Dec 2024 – 5 Jan 2025').waitFor();
      assert.ok(await loadButton(page).isDisabled());
      await to.fill('2026-06-07');
      await mistake.waitFor({ state: 'detached' });
      await loadButton(page, 'Load 4 charts · 310 points').waitFor();
      await panelOf(page, 'trend').getByText('15 Mar – 7 Jun 2026').waitFor();
      await loadPanel(page, 'trend');
      // The first week begins before the range, which is not to be overlooked.
      assert.equal(await panelOf(page, 'trend').locator('.hatch').count(), 1);
      await panelOf(page, 'trend').getByText('Hatched weeks reach beyond').waitFor();
    },
    { key },
  );
});

test('a day is typed digit by digit, and taken once it is whole', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await choose(page, 'Range', 'custom');
      const before = page.url();
      await page.getByLabel('From', { exact: true }).fill('');
      await page.keyboard.type('2026-04-0');
      assert.equal(page.url(), before, 'a day that is not whole is asked for');
      await page.locator('.mdq-bar').getByText('Not a date. Write it as YYYY-MM-DD.').waitFor();
      await page.keyboard.type('1');
      await panelOf(page, 'trend').getByText('1 Apr – 7 Jun 2026').waitFor();
      assert.match(page.url(), /start=2026-04-01&end=2026-06-07/);
    },
    { key },
  );
});

test('back and forward go through what was looked at, and a drill-down starts at the top', async () => {
  await look(
    place,
    EXPLORER,
    async (page) => {
      await loadPanel(page, 'ranking');
      const ranking = panelOf(page, 'ranking');
      await ranking.locator('.name', { hasText: 'Home & Living' }).click();
      await panelOf(page, 'focus').getByText('Key figures of Home & Living').waitFor();
      await untilTrue(page, 'scrollY === 0');
      await choose(page, 'Range', '4');
      await panelOf(page, 'focus').getByText('11 May – 7 Jun 2026').waitFor();
      await page.goBack();
      await panelOf(page, 'focus').getByText('16 Mar – 7 Jun 2026').waitFor();
      await choose(page, 'Compare with', 'year');
      await choose(page, 'Measure', 'orders');
      await page.waitForURL(/compare=year&metric=orders$/);
      await page.goBack();
      // A measure is a step of its own.
      await page.waitForURL(/compare=year$/);
      await page.goBack();
      await page.goBack();
      assert.ok(await isDrawn(ranking));
      await page.goForward();
      await panelOf(page, 'focus').getByText('Key figures of Home & Living, 16 Mar').waitFor();
      assert.match(page.url(), /level=category&category=Home/);
    },
    { key },
  );
});

test('a link shows the same view to someone else', async () => {
  let link = '';
  let seen: unknown;
  await look(
    place,
    HOME,
    async (page) => {
      await choose(page, 'Range', '26');
      await choose(page, 'Measure', 'orders');
      await loadPanel(page, 'trend');
      seen = await jsonShown(panelOf(page, 'trend'));
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByRole('button', { name: 'Link copied' }).waitFor();
      link = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.equal(link, page.url());

      // What a view without names and days shows changes with the data: a link has them.
      await page.goto(`${EXPLORER}?level=sub`);
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByRole('button', { name: 'Link copied' }).waitFor();
      assert.match(
        await page.evaluate<string>('navigator.clipboard.readText()'),
        /\?level=sub&category=Consumer\+Electronics&sub=Laptops&start=2026-03-16&end=2026-06-07$/,
      );
    },
    { key, permissions: ['clipboard-read', 'clipboard-write'] },
  );
  await look(place, link, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    assert.deepEqual(await jsonShown(panelOf(page, 'trend')), seen);
    assert.equal(await page.getByRole('combobox', { name: 'Measure' }).inputValue(), 'orders');
    assert.equal(await page.getByRole('combobox', { name: 'Range' }).inputValue(), '26');
    assert.equal(page.url(), link);
  });
});

test('a second look within the hour is free, also after a reload', async () => {
  await look(
    place,
    `${EXPLORER}?level=category`,
    async (page) => {
      const category = page.getByRole('combobox', { name: 'Category', exact: true });
      await page.getByRole('button', { name: /^List all · 1 point/ }).click();
      await category.selectOption("Women's Fashion");
      await loadPanel(page, 'payment');
      const balance = await balanceShown(page);
      await page.reload();
      await panelOf(page, 'payment').getByText('Already paid, not charged again').waitFor();
      await balanceBecomes(page, balance);
      assert.equal(await category.inputValue(), "Women's Fashion");
      await forgetKey(page);
      await page.reload();
      await page.getByText('Sandbox: a made-up market').waitFor();
    },
    { key },
  );
});

test('files and code give what the API answers', async () => {
  await look(
    place,
    `${EXPLORER}?level=category&category=Women%27s+Fashion`,
    async (page) => {
      await loadPanel(page, 'ranking');
      const ranking = panelOf(page, 'ranking');
      const name = encodeURIComponent("Women's Fashion");
      const { body } = await answerOf(`/api/public/market/sub-ranking?category=${name}`);
      const asCsv = await fetch(`${place.url}/api/public/market/sub-ranking?category=${name}`, {
        headers: { 'x-api-key': key, accept: 'text/csv' },
      });

      const csv = await saved(page, ranking.getByRole('button', { name: /^CSV/ }));
      assert.equal(csv.name, 'market-sub-ranking_Women-s-Fashion_2026-03-16_2026-06-07.csv');
      assert.equal(csv.content.toString(), `\uFEFF${await asCsv.text()}`);

      const png = await saved(page, ranking.getByRole('button', { name: /^PNG/ }));
      assert.equal(png.content.toString('latin1', 1, 4), 'PNG');
      assert.equal(png.content.readUInt32BE(16), 2000);

      const curl = await codeShown(ranking, 'curl');
      const env = { ...process.env, MDQ_KEY: key };
      const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent`], { env });
      assert.deepEqual(JSON.parse(stdout), body);
      assert.match(await codeShown(ranking, 'TypeScript'), /process\.env\.MDQ_KEY/);
    },
    { key },
  );
});

test('the keyboard is enough, in charts too, and the key is nowhere but in the tab', async () => {
  await look(place, EXPLORER, async (page) => {
    const secrets = watchForSecrets(page);
    await tabTo(page, page.getByLabel('API key'));
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    const forget = page.getByRole('button', { name: 'Forget key' });
    await forget.waitFor();
    const ranking = panelOf(page, 'ranking');
    await tabTo(page, ranking.getByRole('button', { name: /^Load/ }));
    await page.keyboard.press('Enter');
    await ranking.getByText('Paid 30 points').waitFor();
    const chart = ranking.getByRole('group', { name: /Consumer Electronics leads with NT\$/ });
    await tabTo(page, chart);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^Home Appliances, Amount NT\$[\d,.]+, Orders/).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await panelOf(page, 'focus').getByText('Key figures of Home Appliances').waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Category', exact: true }));
    await page.keyboard.press('ArrowRight');
    await panelOf(page, 'tags').waitFor();

    await secrets.assertUnknown(key);
    assert.equal(await page.evaluate<string>(`sessionStorage.getItem('mdq-key')`), key);
    await forget.focus();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Erase and forget key' }));
    await page.keyboard.press('Enter');
    await page.getByLabel('API key').waitFor();
    assert.ok(!(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes(key));
  });
});
