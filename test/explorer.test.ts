/** The explorer with a key, in a real browser, on the real service with the demo data of the documentation. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { record, recordingFile } from '../scripts/record-explorer.ts';
import { RECORDED_UNTIL } from '../site/.vitepress/theme/explorer/recording.ts';
import { assertAccessible } from './support/audit-page.ts';
import { openBrowser, PHONE } from './support/browser.ts';
import { openDataFolder } from './support/data-folder.ts';
import {
  assertFits,
  balanceShown,
  buildSite,
  choose,
  chooseLevel,
  codeShown,
  drawEveryChart,
  EXPLORER,
  enterKey,
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
  writingIn,
} from './support/explorer-page.ts';
import { type ServerProcess, spawnServer } from './support/server-process.ts';

const HOME = `${EXPLORER}?level=category&category=Home+%26+Living`;

const data = await openDataFolder();
let server: ServerProcess;
let browser: Browser;
let key: string;
const place = () => ({ browser, url: server.url });

before(async () => {
  const [made] = await Promise.all([
    data.succeed('demo', '--until', RECORDED_UNTIL, '--json'),
    buildSite(),
    openBrowser().then((opened) => {
      browser = opened;
    }),
  ]);
  key = (JSON.parse(made) as { key: string }).key;
  server = await spawnServer(data.env);
});
after(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  await data.remove();
});

async function answerOf(target: string): Promise<{ body: unknown; balance: number }> {
  const response = await fetch(server.url + target, { headers: { 'x-api-key': key } });
  return { body: await response.json(), balance: Number(response.headers.get('x-points-balance')) };
}

test('what is recorded is what the service answers today', async () => {
  const isFresh =
    (await record({ url: server.url, key }, 'en')) === (await readFile(recordingFile('en'), 'utf8'));
  assert.ok(isFresh, 'run "npm run record"');
});

test('every panel tells its price, is charged that, and shows the answer', async () => {
  const path = `${EXPLORER}?level=sub&category=Home+%26+Living&sub=Bedding`;
  await look(
    place(),
    path,
    async (page) => {
      let balance = await balanceShown(page);
      await loadButton(page, '4 panels · 285 points · Load').waitFor();
      for (const [kind, [price, topic]] of Object.entries({
        focus: [65, 'sub-market/focus'],
        trend: [60, 'trends/sub-market'],
        tags: [100, 'sub-market/tags'],
        related: [60, 'sub-market/related-purchases'],
      })) {
        const panel = panelOf(page, kind);
        await panel.getByRole('button', { name: `Load · ${price} points` }).waitFor();
        await loadPanel(page, kind);
        assert.match((await panel.locator('footer').textContent()) ?? '', new RegExp(`Paid ${price} points`));
        assert.equal(await balanceShown(page), balance - Number(price));
        const answer = await answerOf(`/api/public/${topic}?category=Home%20%26%20Living&sub=Bedding`);
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
    place(),
    `${HOME}&range=all`,
    async (page) => {
      const balance = await balanceShown(page);
      const left = (balance - 1085).toLocaleString('en-US');
      await page.getByText(`leaves ${left} points`).waitFor();
      await loadAll(page, '4 panels · 1,085 points · Load');
      assert.equal(await balanceShown(page), balance - 1085);
    },
    { key },
  );
});

test('each of the twelve charts is drawn when its answer is there', async () => {
  const drawAll = async (page: Page) => assert.equal((await drawEveryChart(page)).length, 12);
  await look(place(), EXPLORER, drawAll, { key });
});

test('entering a key keeps the view', async () => {
  const path = `${HOME}&start=2026-05-11&end=2026-06-07&compare=year&with=Home+Appliances&metric=orders`;
  await look(place(), path, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    const title = await panelOf(page, 'trend').getByRole('heading').textContent();
    await enterKey(page, key);
    await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).waitFor();
    assert.equal(await panelOf(page, 'trend').getByRole('heading').textContent(), title);
    assert.ok(page.url().endsWith(path.slice(path.indexOf('?'))), page.url());
  });
});

test('the same days are not paid for twice, however they are chosen', async () => {
  await look(
    place(),
    HOME,
    async (page) => {
      await loadAll(page, '4 panels · 155 points · Load');
      const balance = await balanceShown(page);
      await choose(page, 'Range', 'custom');
      await page.getByLabel('From', { exact: true }).waitFor();
      assert.ok(await isDrawn(panelOf(page, 'trend')));
      assert.equal(await loadButton(page).count(), 0);
      await page.goto(`${HOME}&start=2026-03-16&end=2026-06-07`);
      await panelOf(page, 'trend').getByText('Paid within the hour').waitFor();
      assert.equal(await loadButton(page).count(), 0);
      assert.equal(await balanceShown(page), balance);
    },
    { key },
  );
});

test('dates of one’s own are days that have data, and their price is exact', async () => {
  await look(
    place(),
    HOME,
    async (page) => {
      await choose(page, 'Range', 'custom');
      const from = page.getByLabel('From', { exact: true });
      const to = page.getByLabel('To', { exact: true });
      assert.equal(await from.getAttribute('min'), '2024-12-02');
      assert.equal(await to.getAttribute('max'), '2026-06-07');
      await from.fill('2020-01-01');
      await from.press('Tab');
      assert.equal(await from.inputValue(), '2024-12-02');
      await loadButton(page, '4 panels · 1,085 points · Load').waitFor();
      await from.fill('2026-03-15');
      await loadButton(page, '4 panels · 310 points · Load').waitFor();
      await panelOf(page, 'trend').getByText('15 Mar – 7 Jun 2026').waitFor();
      await loadPanel(page, 'trend');
      // The first week begins before the range, which is not to be overlooked.
      assert.equal(await panelOf(page, 'trend').locator('.hatch').count(), 1);
      await panelOf(page, 'trend').getByText('Hatched weeks reach beyond').waitFor();
    },
    { key },
  );
});

test('back and forward go through what was looked at, and a drill-down starts at the top', async () => {
  await look(
    place(),
    EXPLORER,
    async (page) => {
      await loadPanel(page, 'ranking');
      const ranking = panelOf(page, 'ranking');
      await ranking.locator('.name', { hasText: 'Home & Living' }).click();
      await panelOf(page, 'focus').getByText('Key figures of Home & Living').waitFor();
      assert.equal(await page.evaluate<number>('scrollY'), 0);
      await choose(page, 'Range', '4');
      await panelOf(page, 'focus').getByText('11 May – 7 Jun 2026').waitFor();
      await page.goBack();
      await panelOf(page, 'focus').getByText('16 Mar – 7 Jun 2026').waitFor();
      await page.goBack();
      assert.ok(await isDrawn(ranking));
      await page.goForward();
      await panelOf(page, 'focus').getByText('Key figures of Home & Living, 16 Mar').waitFor();
      assert.match(page.url(), /level=category&category=Home/);
    },
    { key },
  );
});

test('a trend is compared with the previous period, the year before and three other names', async () => {
  await look(
    place(),
    HOME,
    async (page) => {
      await loadPanel(page, 'trend');
      const trend = panelOf(page, 'trend');
      await choose(page, 'Compare with', 'previous');
      await trend.getByRole('button', { name: 'Add the comparison · 50 points' }).click();
      await trend.locator('.line.is-compared').waitFor();
      assert.ok((await writingIn(trend)).includes('22 Dec 2025 – 15 Mar 2026'));
      await page.getByRole('button', { name: /^List all · 1 point/ }).click();
      for (const name of ['Home Appliances', 'Pet Supplies', 'Camera & Photo']) {
        await choose(page, 'Add a category', name);
      }
      assert.equal(await page.getByRole('combobox', { name: 'Add a category' }).count(), 0);
      await choose(page, 'Compare with', 'year');
      await loadAll(page, '4 panels · 350 points · Load');
      const lines = await trend.locator('.line').count();
      assert.equal(lines, 5);
      const names = await trend.locator('.line-name').allTextContents();
      assert.deepEqual(names.toSorted(), [
        '17 Mar – 8 Jun 2025',
        'Camera & Photo',
        'Home & Living',
        'Home Appliances',
        'Pet Supplies',
      ]);
      await panelOf(page, 'focus').getByText('Change against 17 Mar – 8 Jun 2025.').waitFor();
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
    place(),
    HOME,
    async (page) => {
      const balance = await balanceShown(page);
      const multiples = panelOf(page, 'multiples');
      await multiples.getByRole('button', { name: 'List the sub-categories · 1 point' }).click();
      await multiples.getByRole('button', { name: 'Load · 360 points' }).click();
      await multiples.locator('.line').nth(5).waitFor();
      assert.equal(await balanceShown(page), balance - 361);
      const scales = await multiples.locator('svg').evaluateAll(axesOf);
      assert.equal(new Set(scales).size, 1, 'all have the same scale');
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
    place(),
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
    place(),
    HOME,
    async (page) => {
      await loadAll(page);
      const trend = panelOf(page, 'trend');
      const heading = trend.getByRole('heading', { level: 2 });
      assert.equal(await heading.textContent(), 'Amount per week of Home & Living, NT$, 16 Mar – 7 Jun 2026');
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
      await panelOf(page, 'growth').getByText('Change in average order, by category').waitFor();
    },
    { key },
  );
});

test('a link shows the same view to someone else', async () => {
  let link = '';
  let seen: unknown;
  await look(
    place(),
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
    },
    { key, permissions: ['clipboard-read', 'clipboard-write'] },
  );
  await look(place(), link, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    assert.deepEqual(await jsonShown(panelOf(page, 'trend')), seen);
    assert.equal(await page.getByRole('combobox', { name: 'Measure' }).inputValue(), 'orders');
    assert.equal(await page.getByRole('combobox', { name: 'Range' }).inputValue(), '26');
    assert.equal(page.url(), link);
  });
});

test('a second look within the hour is free, also after a reload', async () => {
  await look(
    place(),
    `${EXPLORER}?level=category`,
    async (page) => {
      const category = page.getByRole('combobox', { name: 'Category', exact: true });
      await page.getByRole('button', { name: /^List all · 1 point/ }).click();
      await category.selectOption("Women's Fashion");
      await loadPanel(page, 'payment');
      const balance = await balanceShown(page);
      await page.reload();
      await panelOf(page, 'payment').getByText('Paid within the hour').waitFor();
      assert.equal(await balanceShown(page), balance);
      assert.equal(await category.inputValue(), "Women's Fashion");
      await page.getByRole('button', { name: 'Forget key' }).click();
      await page.reload();
      await page.getByText('Recorded demo data').waitFor();
    },
    { key },
  );
});

test('files and code give what the API answers', async () => {
  await look(
    place(),
    `${EXPLORER}?level=category&category=Women%27s+Fashion`,
    async (page) => {
      await loadPanel(page, 'ranking');
      const ranking = panelOf(page, 'ranking');
      const name = encodeURIComponent("Women's Fashion");
      const { body } = await answerOf(`/api/public/market/sub-ranking?category=${name}`);
      const { items } = (body as { data: { items: Record<string, unknown>[] } }).data;
      const names = ['name', 'total_amount', 'trade_count', 'avg_amount'];
      const lines = [names, ...items.map((item) => names.map((field) => item[field]))];

      const csv = await saved(page, ranking.getByRole('button', { name: /^CSV/ }));
      assert.equal(csv.name, 'market-sub-ranking_Women-s-Fashion_2026-03-16_2026-06-07.csv');
      assert.equal(csv.content.toString(), `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`);

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
  await look(place(), EXPLORER, async (page) => {
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
    await page.getByLabel('API key').waitFor();
    assert.ok(!(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes(key));
  });
});

test('with a key it fits a phone, and everything is within reach of a finger', async () => {
  await look(
    place(),
    `${HOME}&compare=year&with=Home+Appliances`,
    async (page) => {
      await loadButton(page, '4 panels · 300 points · Load').waitFor();
      await assertFits(page);
      await page.getByRole('button', { name: /^Change what you look at: Home & Living/ }).click();
      await choose(page, 'Range', 'custom');
      await page.getByLabel('From', { exact: true }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
    },
    { key, ...PHONE },
  );
});

test('nothing moves for who wants no motion', async () => {
  await look(
    place(),
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
