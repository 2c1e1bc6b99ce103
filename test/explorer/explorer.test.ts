/** The explorer with a key, in a real browser, on the real service with the demo data of the documentation. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
  panelOf,
  saved,
  tabTo,
  watchForSecrets,
} from '../support/site/explorer-page.ts';
import { test } from '../support/site/in-browser.ts';
import { DemoPlace } from '../support/site/place.ts';

const place = new DemoPlace();

async function answerOf(target: string, accept = 'application/json') {
  const response = await fetch(place.url + target, { headers: { 'x-api-key': place.service.key, accept } });
  return { text: await response.text(), balance: Number(response.headers.get('x-points-balance')) };
}

/** What a call of the default period costs. */
function priceOf(path: string): number {
  return endpoints.find((endpoint) => endpoint.path === path)?.price.base ?? assert.fail(path);
}

test('every panel tells its price, is charged that, and shows the answer', () =>
  place.lookWithKey(`${EXPLORER}?level=sub&category=Home+%26+Living&sub=Bedding`, async (page) => {
    const charts = panelsOf('sub').map(({ name: kind, path }) => ({ kind, path, price: priceOf(path) }));
    for (const kind of ['focus', 'trend', 'related', 'tags'])
      assert.ok(charts.some((chart) => chart.kind === kind));
    let balance = await balanceShown(page);
    const all = charts.reduce((sum, { price }) => sum + price, 0);
    await loadButton(page, `Load ${charts.length} charts · ${all} points`).waitFor();
    for (const { kind, path, price } of charts) {
      const panel = panelOf(page, kind);
      // What is not paid for has a shape, and nothing in it that could be taken for the answer.
      const ghost = panel.locator('.mdq-ghost');
      await ghost.locator('.under path').waitFor();
      assert.equal((await ghost.locator('.under').textContent())?.trim(), '', kind);
      await panel.getByRole('button', { name: `Load · ${price} points` }).waitFor();
      await loadPanel(page, kind);
      await panel.locator('footer').getByText(`Paid ${price} points`).waitFor();
      await balanceBecomes(page, balance - price);
      const answer = await answerOf(`${path}?category=Home%20%26%20Living&sub=Bedding`);
      assert.deepEqual(await jsonShown(panel), JSON.parse(answer.text));
      assert.ok(await isDrawn(panel), kind);
      balance = answer.balance;
    }
    await assertAccessible(page);
  }));

test('the price of a long range is exact before it is paid, and so is what it leaves', () =>
  place.lookWithKey(`${HOME}&range=all&compare=previous`, async (page) => {
    const balance = await balanceShown(page);
    const left = (balance - 1085).toLocaleString('en-US');
    await page.getByText(`Balance ${balance.toLocaleString('en-US')} → ${left}`, { exact: true }).waitFor();
    await loadAll(page, 'Load 4 charts · 1,085 points');
    await balanceBecomes(page, balance - 1085);
    await panelOf(page, 'focus')
      .getByText('No comparison: the data does not cover both periods in full.')
      .waitFor();
  }));

test('each chart is drawn when its answer is there', () =>
  place.lookWithKey(EXPLORER, async (page) => {
    // Side by side are those of the level below.
    const single = PANELS.filter(({ isSideBySide }) => !isSideBySide);
    assert.equal((await drawEveryChart(page)).length, single.length);
  }));

test('entering a key keeps the view, and says that what it shows is another’s', async () => {
  const path = `${HOME}&start=2026-05-11&end=2026-06-07&compare=year&with=Home+Appliances&metric=orders`;
  await place.look(path, async (page) => {
    const trend = panelOf(page, 'trend');
    assert.ok(await isDrawn(trend));
    const title = await trend.getByRole('heading').textContent();
    await enterKey(page, place.service.key);
    await trend.getByRole('button', { name: /^Load/ }).waitFor();
    await page.locator('[aria-live]', { hasText: 'data and dates are those of this service' }).waitFor();
    assert.equal(await trend.getByRole('heading').textContent(), title);
    assert.ok(page.url().endsWith(path.slice(path.indexOf('?'))), page.url());
  });
});

test('the same days are not paid for twice, however they are chosen', () =>
  place.lookWithKey(HOME, async (page) => {
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
  }));

test('dates of one’s own are whole days that have data, and their price is exact', () =>
  place.lookWithKey(HOME, async (page) => {
    await choose(page, 'Range', 'custom');
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    const trend = panelOf(page, 'trend');
    const assertRefused = async (mistake: string) => {
      await page.locator('.mdq-bar').getByRole('alert').getByText(mistake).waitFor();
      assert.ok(await loadButton(page).isDisabled());
      assert.ok(await trend.getByRole('button', { name: /^Load/ }).isDisabled());
    };
    // No other days are bought in place of an invalid range.
    await from.fill('2020-01-01');
    await assertRefused('The data covers 2 Dec 2024 – 7 Jun 2026.');
    await from.fill('2024-12-02');
    await loadButton(page, 'Load 4 charts · 1,085 points').waitFor();
    await to.fill('2025-01-05');
    await trend.getByText('2 Dec 2024 – 5 Jan 2025').waitFor();
    await from.fill('2026-03-15');
    await assertRefused('The first day must not be after the last.');
    await trend.getByText('2 Dec 2024 – 5 Jan 2025').waitFor();
    await to.fill('2026-06-07');
    await loadButton(page, 'Load 4 charts · 310 points').waitFor();
    // A day is requested once it is typed in full.
    await from.fill('');
    const before = page.url();
    await page.keyboard.type('2026-03-1');
    assert.equal(page.url(), before);
    await page.locator('.mdq-bar').getByText('Not a date. Write it as YYYY-MM-DD.').waitFor();
    await page.keyboard.type('5');
    await trend.getByText('15 Mar – 7 Jun 2026').waitFor();
    await loadPanel(page, 'trend');
    // The first week begins before the range, which is not to be overlooked.
    assert.equal(await trend.locator('.hatch').count(), 1);
    await trend.getByText('Hatched weeks reach beyond').waitFor();
  }));

test('back and forward go through what was looked at, and a drill-down starts at the top', () =>
  place.lookWithKey(EXPLORER, async (page) => {
    await loadPanel(page, 'ranking');
    const [ranking, focus] = [panelOf(page, 'ranking'), panelOf(page, 'focus')];
    await ranking.locator('.name', { hasText: 'Home & Living' }).click();
    await focus.getByText('Key figures of Home & Living').waitFor();
    await untilTrue(page, 'scrollY === 0');
    await choose(page, 'Range', '4');
    await focus.getByText('11 May – 7 Jun 2026').waitFor();
    await page.goBack();
    await focus.getByText('16 Mar – 7 Jun 2026').waitFor();
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
    await focus.getByText('Key figures of Home & Living, 16 Mar').waitFor();
    assert.match(page.url(), /level=category&category=Home/);
  }));

test('a link shows the same view to someone else', async () => {
  let link = '';
  let seen: unknown;
  const permissions = ['clipboard-read', 'clipboard-write'];
  await place.lookWithKey({ path: HOME, permissions }, async (page) => {
    const copyLink = async () => {
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByRole('button', { name: 'Link copied' }).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    await choose(page, 'Range', '26');
    await choose(page, 'Measure', 'orders');
    await loadPanel(page, 'trend');
    seen = await jsonShown(panelOf(page, 'trend'));
    link = await copyLink();
    assert.equal(link, page.url());
    // A view without names and days changes with the data, so its link names them.
    await page.goto(`${EXPLORER}?level=sub`);
    const named = /\?level=sub&category=Consumer\+Electronics&sub=Laptops&start=2026-03-16&end=2026-06-07$/;
    assert.match(await copyLink(), named);
  });
  await place.look(link, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    assert.deepEqual(await jsonShown(panelOf(page, 'trend')), seen);
    assert.equal(await page.getByRole('combobox', { name: 'Measure' }).inputValue(), 'orders');
    assert.equal(await page.getByRole('combobox', { name: 'Range' }).inputValue(), '26');
    assert.equal(page.url(), link);
  });
});

test('a second look is free, also after a reload, until the key is forgotten', () =>
  place.lookWithKey(`${EXPLORER}?level=category`, async (page) => {
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
  }));

test('files and code give what the API answers', () =>
  place.lookWithKey(`${EXPLORER}?level=category&category=Women%27s+Fashion`, async (page) => {
    await loadPanel(page, 'ranking');
    const ranking = panelOf(page, 'ranking');
    const target = `/api/public/market/sub-ranking?category=${encodeURIComponent("Women's Fashion")}`;

    const csv = await saved(page, ranking.getByRole('button', { name: /^CSV/ }));
    assert.equal(csv.name, 'market-sub-ranking_Women-s-Fashion_2026-03-16_2026-06-07.csv');
    assert.equal(csv.content.toString(), `\uFEFF${(await answerOf(target, 'text/csv')).text}`);

    const png = await saved(page, ranking.getByRole('button', { name: /^PNG/ }));
    assert.equal(png.content.toString('latin1', 1, 4), 'PNG');
    assert.equal(png.content.readUInt32BE(16), 2000);

    const curl = await codeShown(ranking, 'curl');
    const env = { ...process.env, MDQ_KEY: place.service.key };
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent`], { env });
    assert.deepEqual(JSON.parse(stdout), JSON.parse((await answerOf(target)).text));
    assert.match(await codeShown(ranking, 'TypeScript'), /process\.env\.MDQ_KEY/);
  }));

test('the keyboard is enough, in charts too, and the key is nowhere but in the tab', () =>
  place.look(EXPLORER, async (page) => {
    const { key } = place.service;
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
    await tabTo(page, ranking.getByRole('group', { name: /Consumer Electronics leads with NT\$/ }));
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
  }));
