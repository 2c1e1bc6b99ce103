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
import { openBrowser } from './support/browser.ts';
import { openDataFolder } from './support/data-folder.ts';
import {
  balanceShown,
  buildSite,
  codeShown,
  drawEveryChart,
  EXPLORER,
  isDrawn,
  jsonShown,
  loadPanel,
  look,
  panelOf,
  saved,
  tabTo,
  watchForSecrets,
} from './support/explorer-page.ts';
import { type ServerProcess, spawnServer } from './support/server-process.ts';

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
      await page.getByRole('button', { name: 'Load all · 285 points' }).waitFor();
      for (const [kind, price] of Object.entries({ focus: 65, trend: 60, tags: 100, related: 60 })) {
        const panel = panelOf(page, kind);
        await panel.getByRole('button', { name: `Load · ${price} points` }).waitFor();
        await loadPanel(page, kind);
        assert.match((await panel.textContent()) ?? '', new RegExp(`${price} points charged`));
        assert.equal(await balanceShown(page), balance - price);
        const endpoint = (await panel.locator('footer code').textContent())?.replace('GET ', '');
        const answer = await answerOf(`${endpoint}?category=Home%20%26%20Living&sub=Bedding`);
        assert.deepEqual(await jsonShown(panel), answer.body);
        assert.ok(await isDrawn(panel), kind);
        balance = answer.balance;
      }
      await assertAccessible(page);
    },
    { key },
  );
});

test('each of the twelve charts is drawn when its answer is there', async () => {
  const drawAll = async (page: Page) => assert.equal((await drawEveryChart(page)).length, 12);
  await look(place(), EXPLORER, drawAll, { key });
});

test('a second look within the hour is free, also after a reload', async () => {
  await look(
    place(),
    `${EXPLORER}?level=category`,
    async (page) => {
      const category = page.getByRole('combobox', { name: 'Category' });
      await page.getByRole('button', { name: /^List all · 1 point/ }).click();
      await category.selectOption("Women's Fashion");
      await loadPanel(page, 'payment');
      const balance = await balanceShown(page);
      await page.reload();
      await panelOf(page, 'payment').getByText('Free: paid for within the hour').waitFor();
      assert.equal(await balanceShown(page), balance);
      assert.equal(await category.inputValue(), "Women's Fashion");
      await page.getByRole('button', { name: 'Forget key' }).click();
      await page.reload();
      await page.getByText('You are looking at recorded demo data').waitFor();
    },
    { key },
  );
});

test('a price that cannot be known yet is asked for, never paid unseen', async () => {
  await look(
    place(),
    `${EXPLORER}?level=category&range=all`,
    async (page) => {
      const balance = await balanceShown(page);
      const trend = panelOf(page, 'trend');
      await trend.getByRole('button', { name: 'Load · from 50 points' }).click();
      await trend.getByText('This costs 350 points').waitFor();
      assert.equal(await balanceShown(page), balance);
      await page.getByRole('button', { name: 'Load all · 1,085 points' }).waitFor();
      await loadPanel(page, 'trend');
      assert.equal(await balanceShown(page), balance - 350);
    },
    { key, expected: /status of 402/ },
  );
});

test('a link shows the same view to someone else', async () => {
  let link = '';
  let seen: unknown;
  await look(
    place(),
    `${EXPLORER}?level=category&category=Home+%26+Living`,
    async (page) => {
      await loadPanel(page, 'focus');
      await page.getByText('26 weeks').click();
      await page.locator('label', { hasText: /^Orders$/ }).click();
      await loadPanel(page, 'trend');
      await loadPanel(page, 'payment');
      seen = await jsonShown(panelOf(page, 'trend'));
      await page.getByRole('button', { name: 'Copy link' }).click();
      link = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.equal(link, page.url());
    },
    { key, permissions: ['clipboard-read', 'clipboard-write'] },
  );
  await look(place(), link, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    assert.deepEqual(await jsonShown(panelOf(page, 'trend')), seen);
    assert.equal(await panelOf(page, 'ranking').locator('canvas').count(), 0);
    assert.ok(await page.getByRole('radio', { name: 'Orders', exact: true }).isChecked());
    assert.ok(await page.getByRole('radio', { name: '26 weeks' }).isChecked());
    assert.equal(page.url(), link);
  });
  await look(
    place(),
    link,
    async (page) => {
      await page.getByRole('button', { name: 'Load the 2 of the link · from 75 points' }).click();
      await page.getByRole('button', { name: 'Load the 2 of the link · 225 points' }).click();
      assert.ok(await isDrawn(panelOf(page, 'payment')));
      assert.deepEqual(await jsonShown(panelOf(page, 'trend')), seen);
    },
    { key, expected: /status of 402/ },
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

test('the keyboard is enough, and the key is nowhere but in the tab', async () => {
  await look(place(), EXPLORER, async (page) => {
    const secrets = watchForSecrets(page);
    await tabTo(page, page.getByLabel('API key'));
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    const forget = page.getByRole('button', { name: 'Forget key' });
    await forget.waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Whole market' }));
    await page.keyboard.press('ArrowRight');
    const focus = panelOf(page, 'focus');
    await tabTo(page, focus.getByRole('button', { name: /^Load/ }));
    await page.keyboard.press('Enter');
    await focus.getByText('45 points charged').waitFor();
    await page.getByRole('radio', { name: 'Chart' }).first().focus();
    await page.keyboard.press('ArrowRight');
    await focus.getByRole('table').waitFor();

    await secrets.assertUnknown(key);
    assert.equal(await page.evaluate<string>(`sessionStorage.getItem('mdq-key')`), key);
    await forget.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('API key').waitFor();
    assert.ok(!(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes(key));
  });
});
