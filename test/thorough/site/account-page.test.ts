/** The account page, in a real browser on the real service: balance, usage and prices, and what can go wrong. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TOOL_WORDS } from '../../../site/.vitepress/theme/words/tool-words.ts';
import { newKey } from '../../../src/accounts/key.ts';
import { endpoints } from '../../../src/endpoints/index.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { ask } from '../../support/http/raw-http.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { sameDay } from '../../support/same-day.ts';
import { spawnServer } from '../../support/server-process.ts';
import { type NewKey, type Service, startService } from '../../support/service.ts';
import { assertAccessible, assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { DESKTOP, openBrowser, PHONE } from '../../support/site/browser.ts';
import {
  ACCOUNT,
  assertFits,
  balanceBecomes,
  balanceShown,
  buildSite,
  CHINESE_ACCOUNT,
  enterKey,
  isDrawn,
  type Look,
  look,
  panelOf,
  saved,
  showFace,
  tabTo,
  watchForSecrets,
} from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';

const NAMES = TOOL_WORDS.en.paths;

interface Used {
  readonly calls: number;
  readonly points: number;
}

interface Usage {
  readonly start: string;
  readonly end: string;
  readonly calls: number;
  readonly points: number;
  readonly days: readonly (Used & { day: string; paths: readonly (Used & { path: string })[] })[];
  readonly paths: readonly (Used & { path: string })[];
}

let folder: string;
let service: Service;
let browser: Browser;
/** Someone who has made a few calls. */
let user: NewKey;

before(async () => {
  await sameDay();
  folder = await mkdtemp(join(tmpdir(), 'mdq-files-'));
  const order = row({ order_id: '1', ordered_at: '2026-06-01', category: 'Home', sub_category: 'Beds' });
  const file = await writeCsv(join(folder, 'orders.csv'), [order]);
  const env = { MDQ_CONTACT: 'https://shop.example/points', MDQ_POINT_PRICE: '0.05 USD' };
  [service, browser] = await Promise.all([startService({ files: [file], env }), openBrowser(), buildSite()]);
  user = await service.createKey(5000);
  const asked = 'market/focus?category=Home&start=2026-06-01&end=2026-06-01';
  for (const path of ['market/focus', asked, 'meta/categories', 'sub-market/tags']) {
    await service.get(`/api/public/${path}`, { key: user.key });
  }
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (work: (page: Page) => Promise<void>, options: Look = {}) =>
  look({ browser, url: service.url }, ACCOUNT, work, options);

async function usageOf(query = ''): Promise<Usage> {
  const { body } = await service.get(`/api/account/usage${query}`, { key: user.key });
  return (body as { data: Usage }).data;
}

test('without a key it asks for one, says what for, and shows an account of the sandbox, which is said to be made up', async () => {
  await open(async (page) => {
    await page.getByText('Enter your key to see your account').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Usage' }).count(), 0);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'See an account of the sandbox' }).click();
    await balanceBecomes(page, 100_000);
    await page.getByText('Sandbox: balance and usage are made up, and nothing is charged.').waitFor();
    await page.getByRole('heading', { name: 'Recent calls' }).waitFor();
  });
});

test('balance, usage and prices are what the API says, and the key is nowhere else', async () => {
  await open(async (page) => {
    const secrets = watchForSecrets(page);
    await tabTo(page, page.getByLabel('API key'));
    await page.keyboard.type(user.key);
    await page.keyboard.press('Enter');
    const { points, days, paths, start, end } = await usageOf();
    await page.getByText('191 points for 4 calls').waitFor();
    await balanceBecomes(page, 5000 - 191);
    assert.equal(points, 191);
    for (const side of ['day', 'path']) assert.ok(await isDrawn(panelOf(page, side)));

    const byDay = await saved(page, panelOf(page, 'day').getByRole('button', { name: /^CSV/ }));
    assert.equal(byDay.name, `usage_day_${start}_${end}.csv`);
    assert.equal(
      byDay.content.toString(),
      csv(
        'day,path',
        days.flatMap(({ day, paths }) =>
          paths.map(({ path, ...used }) => ({ of: `${day},${path}`, ...used })),
        ),
      ),
    );
    const byPath = await saved(page, panelOf(page, 'path').getByRole('button', { name: /^CSV/ }));
    assert.equal(
      byPath.content.toString(),
      csv(
        'path',
        paths.map(({ path, ...used }) => ({ of: path, ...used })),
      ),
    );

    await showFace(panelOf(page, 'path'), 'Table');
    const cells = await panelOf(page, 'path').locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      cells.map((line) => line.split('\t')),
      paths.map(({ path, calls, points }) => [NAMES[path], String(calls), String(points)]),
    );
    const prices = page.getByRole('article', { name: 'Prices' }).locator('tbody tr');
    assert.equal(await prices.count(), endpoints.length);
    const described = await prices.first().getByRole('link').getAttribute('href');
    assert.equal((await ask(service.url + described)).status, 200, `${described} is no page`);
    await secrets.assertUnknown(user.key);
  });
});

function csv(name: string, rows: readonly { of: string; calls: number; points: number }[]): string {
  const lines = rows.map(({ of, calls, points }) => `${of},${calls},${points}\r\n`);
  return `\uFEFF${name},calls,points\r\n${lines.join('')}`;
}

interface Call {
  readonly time: string;
  readonly path: string;
  readonly parameters: Record<string, string> | null;
  readonly key: { readonly id: string; readonly last4: string };
  readonly points: number;
  readonly request_id: string;
}

test('the last calls are those that the API lists, newest first, and can be taken along', async () => {
  await open(
    async (page) => {
      const { body } = await service.get('/api/account/calls', { key: user.key });
      const { calls } = (body as { data: { calls: Call[] } }).data;
      assert.equal(calls[0]?.path, '/api/public/sub-market/tags');
      const panel = panelOf(page, 'calls');
      await panel
        .locator('tbody tr')
        .nth(calls.length - 1)
        .waitFor();
      const cells = await panel.locator('tbody tr').allInnerTexts();
      assert.deepEqual(
        cells.map((line) => line.split('\t').slice(1)),
        calls.map(({ path, points, key, request_id }, index) => [
          NAMES[path],
          // What was asked explains what it cost.
          index === 2 ? 'Home · 1\u00a0Jun\u00a02026' : path.includes('/meta/') ? '–' : 'Default period',
          String(points),
          `mdk_…${key.last4}`,
          request_id,
          'Ask again',
        ]),
      );
      const isWhole = `((table) => table.scrollWidth <= table.clientWidth)(document.querySelector('[data-panel=calls] .mdq-table'))`;
      assert.ok(await page.evaluate<boolean>(isWhole), 'the last column is in sight');
      // Nobody looks for an order of links.
      const sorted = (await panel.locator('thead button').allInnerTexts())
        .map((text) => text.trim())
        .slice(1);
      assert.deepEqual(sorted, ['Question', 'Asked for', 'Points', 'Key']);
      // Times name their zone, and the same question is one click away.
      await panel.getByRole('columnheader', { name: /^Time \((UTC|GMT.*)\)/ }).waitFor();
      const again = panel.locator('tbody tr').nth(2).getByRole('link', { name: 'Ask again' });
      assert.equal(
        await again.getAttribute('href'),
        '/developers/api/market/focus?category=Home&start=2026-06-01&end=2026-06-01',
      );
      const { name, content } = await saved(page, panel.getByRole('button', { name: /^CSV/ }));
      assert.match(name, /^calls_[\d-]+_[\d-]+\.csv$/);
      const lines = calls.map(({ time, path, parameters, key, points, request_id }) =>
        [time, path, new URLSearchParams(parameters ?? {}), key.id, key.last4, points, request_id].join(','),
      );
      const header = 'time,path,parameters,key_id,key_last4,points,request_id';
      assert.equal(content.toString(), `\uFEFF${[header, ...lines].join('\r\n')}\r\n`);

      await service.get('/api/public/overview/payment', { key: user.key });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await panel.locator('tbody tr').nth(calls.length).waitFor();
      assert.match(
        (await panel.locator('tbody tr').first().textContent()) ?? '',
        /Whole market: payment methods/,
      );
    },
    { key: user.key },
  );
});

test('a list that is full says that it is of the newest, and on a phone it moves with the page', async () => {
  await open(
    async (page) => {
      const text = 'The 50 newest charged calls. A key with limits sees only its own.';
      await panelOf(page, 'calls').locator('tbody tr').first().waitFor();
      assert.equal(await page.getByText(text).count(), 0);
      await page.route('**/api/account/calls', async (route) => {
        const response = await route.fetch();
        const { code, data } = (await response.json()) as { code: number; data: { calls: Call[] } };
        const calls = Array.from({ length: 50 }, () => data.calls[0]);
        await route.fulfill({ response, json: { code, data: { calls } } });
      });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText(text).waitFor();
      const older = await page
        .getByRole('link', { name: 'Find an older one by its request id' })
        .getAttribute('href');
      assert.equal((await ask(service.url + older)).status, 200, `${older} is no page`);
      const table = panelOf(page, 'calls').locator('.mdq-table');
      assert.ok(await table.evaluate(isAsHighAsItsRows), 'it does not scroll inside of the page');
      for (const target of await page.locator('.mdq-table :is(a, thead button)').all())
        assert.ok(((await target.boundingBox())?.height ?? 24) >= 24, await target.innerText());
    },
    { ...PHONE, key: user.key },
  );
});

function isAsHighAsItsRows(element: unknown): boolean {
  const { scrollHeight, clientHeight } = element as { scrollHeight: number; clientHeight: number };
  return scrollHeight <= clientHeight;
}

test('what an account has and has used is told at a glance, for the days that are chosen', async (t) => {
  await open(
    async (page) => {
      await t.test(
        'the balance comes first, with what it is worth and where there is more; a day of use is no rate',
        async () => {
          const balance = await balanceShown(page);
          const shown = page.getByRole('region', { name: 'Balance' });
          assert.match((await shown.textContent()) ?? '', new RegExp(balance.toLocaleString('en-US')));
          await shown.getByText(`worth US$${(balance * 0.05).toFixed(2)}`).waitFor();
          await panelOf(page, 'day').waitFor();
          const { days } = await usageOf();
          // A few minutes of use are no rate; where midnight has passed since the first call, there is one.
          assert.equal((await shown.getByText('at the rate of the last').count()) > 0, days.length > 1);
          const way = shown.getByRole('link', { name: 'Top up' });
          assert.equal(await way.getAttribute('href'), 'https://shop.example/points');
          const sizes = await page.locator('.mdq-account p, .mdq-account h1').evaluateAll(typeSizes);
          assert.equal(Math.max(...sizes), (await shown.locator('.number').evaluateAll(typeSizes))[0]);
        },
      );
      await t.test('a day is a stack of the paths that were called', async () => {
        const day = panelOf(page, 'day');
        assert.ok(await isDrawn(day));
        const parts = await day.locator('.bar').evaluateAll(partsOf);
        const { days } = await usageOf();
        const paths = days.at(-1)?.paths.map(({ path }) => NAMES[path] ?? path) ?? [];
        assert.deepEqual(parts.toSorted(), paths.toSorted());
        await day.locator('.mdq-chart').focus();
        await page.keyboard.press('End');
        const [tags, focus] = ['sub-market/tags', 'market/focus'].map((path) => NAMES[`/api/public/${path}`]);
        const told = new RegExp(`Total \\d+, ${tags} 100, ${focus} 90`);
        await day.getByText(told).waitFor({ state: 'attached' });
      });
      await t.test('while other days are on their way, their sum is not yet told', async () => {
        const sum = page.locator('[data-test=used]');
        await sum.getByText(/for \d+ calls/).waitFor();
        const held = await holdBack(page, '**/api/account/usage*');
        await page.locator('label', { hasText: '90 days' }).click();
        await sum.getByText('Loading…').waitFor();
        await held.letGo();
        await sum.getByText(/for \d+ calls/).waitFor();
      });
      await t.test('other days are other usage', async () => {
        const { end } = await usageOf();
        await page.locator('label', { hasText: '7 days' }).click();
        await page.getByRole('heading', { name: /^Points by day, \d+ \w+( \d+)? – / }).waitFor();
        const custom = page.locator('label', { hasText: 'Custom' });
        const before = await custom.boundingBox();
        await custom.click();
        await page.getByLabel('From', { exact: true }).waitFor();
        assert.deepEqual(await custom.boundingBox(), before, 'it stays under the pointer');
        await page.getByLabel('From', { exact: true }).fill('2026-01-01');
        await page.getByLabel('To', { exact: true }).fill('2026-01-31');
        await page.getByText('No usage on these days.').waitFor();
        await page.getByLabel('To', { exact: true }).fill(end);
        await panelOf(page, 'day').waitFor();
        await page.getByLabel('From', { exact: true }).fill('2030-01-01');
        await page.getByRole('alert').getByText('The first day must not be after the last.').waitFor();
        // What the service would refuse is not asked for.
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.getByLabel('From', { exact: true }).fill('2024-01-01');
        await page.getByRole('alert').getByText('At most 366 days at a time.').waitFor();
        await Promise.all([
          page.waitForResponse('**/api/account/usage*'),
          page.locator('label', { hasText: '7 days' }).click(),
        ]);
        assert.deepEqual(
          asked.filter((url) => url.includes('start=2024-01-01')),
          [],
        );
      });
    },
    { key: user.key },
  );
});

function typeSizes(elements: readonly unknown[]): number[] {
  const { getComputedStyle } = globalThis as unknown as {
    getComputedStyle(element: unknown): { fontSize: string };
  };
  return elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
}

function partsOf(bars: readonly unknown[]): string[] {
  return bars.map((bar) => (bar as { dataset: { part: string } }).dataset.part);
}

test('who has points for less than a week is told so, and nobody else', async () => {
  await open(
    async (page) => {
      const told = page.getByText('Your points last less than a day.');
      await panelOf(page, 'day').locator('.bar').first().waitFor();
      assert.equal(await told.count(), 1);
      await page.getByRole('button', { name: 'Forget key' }).click();
      await enterKey(page, 'mdk_test_ok');
      await balanceBecomes(page, 100_000);
      await panelOf(page, 'day').locator('.bar').first().waitFor();
      assert.equal(await told.count(), 0);
    },
    { key: 'mdk_test_nopoints' },
  );
});

test('times are those of the reader’s clock, with UTC for who points at them', async () => {
  await open(
    async (page) => {
      const { body } = await service.get('/api/account/calls', { key: user.key });
      const [last] = (body as { data: { calls: Call[] } }).data.calls;
      assert.ok(last);
      const time = panelOf(page, 'calls').locator('tbody th').first();
      const inTaipei = new Date(Date.parse(last.time) + 8 * 3_600_000).toISOString();
      assert.ok((await time.textContent())?.includes(inTaipei.slice(11, 19)));
      assert.equal(await time.getAttribute('title'), `${last.time.replace('T', ' ').slice(0, 19)} UTC`);
    },
    { key: user.key, timezoneId: 'Asia/Taipei' },
  );
});

test('where points came from, and until when they are valid', async () => {
  const { account, key } = await service.createKey(900);
  const bonus = ['--kind', 'promotional', '--reference', 'SPRING', '--expires', '2099-12-31'];
  await service.mdq('points', 'grant', account, '300', ...bonus);
  await service.mdq('points', 'take', account, '50', '--note', 'paid twice');
  await open(
    async (page) => {
      const rows = panelOf(page, 'points').locator('tbody tr');
      await rows.nth(2).waitFor();
      const cells = (await rows.allInnerTexts()).map((line) =>
        line.replaceAll('\u00a0', ' ').split('\t').slice(1),
      );
      assert.deepEqual(cells, [
        ['Taken back', '-50', '–', '–'],
        ['Promotional · SPRING', '300', '250', '31 Dec 2099'],
        ['Bought', '900', '900', 'No end'],
      ]);
      await service.mdq('points', 'grant', account, '7');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await rows.nth(3).waitFor();
    },
    { key },
  );
});

test('a key with limits sees its page without what is of the account as a whole', async () => {
  const { stdout } = await service.mdq('key', 'create', user.account, '--per-day', '10', '--json');
  const { key } = JSON.parse(stdout) as { key: string };
  await open(
    async (page) => {
      await Promise.all([
        ...['points', 'statement'].map((path) => page.waitForResponse(`**/api/account/${path}`)),
        page.getByRole('button', { name: 'Refresh' }).click(),
      ]);
      await page.getByRole('article', { name: 'Prices' }).waitFor();
      assert.equal(await page.getByText('Where your points come from').count(), 0);
    },
    { key, expected: /403/ },
  );
});

test('in Chinese the account is Chinese', async () => {
  await look({ browser, url: service.url }, CHINESE_ACCOUNT, async (page) => {
    await page.getByLabel('API 金鑰').fill(user.key);
    await page.getByRole('button', { name: '使用金鑰' }).click();
    await page.getByRole('heading', { name: /^每日點數，\d{4} 年/ }).waitFor();
    await page.getByRole('heading', { name: '最近的呼叫' }).waitFor();
    // The end of a key is of random letters, which may look like a word.
    const shown = (await page.locator('.mdq-account').allInnerTexts()).join('').replaceAll(/…\w+/g, '…');
    const words = shown.match(/\b[A-Z][a-z]+\b/g) ?? [];
    assert.deepEqual(
      words.filter((word) => word !== 'Home'),
      [],
    );
    await assertAccessible(page);
  });
});

test('the key that the explorer was given is known here, until it is forgotten', async () => {
  await open(
    async (page) => {
      await page.getByRole('link', { name: 'Explorer', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Explorer' }).waitFor();
      await page.getByRole('button', { name: 'Forget key' }).waitFor();
      await page.getByRole('link', { name: 'Account', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      await page.getByRole('button', { name: 'Forget key' }).click();
      const asks = page.getByText('Enter your key to see your account');
      await asks.waitFor();
      await page.reload();
      await asks.waitFor();
    },
    { key: user.key },
  );
});

test('an account without usage says so, and where to begin', async () => {
  const { key } = await service.createKey(10);
  await open(
    async (page) => {
      await page.getByText('No usage on these days.').waitFor();
      await assertAccessible(page);
      assert.match(
        (await page.getByRole('link', { name: 'Open the explorer' }).getAttribute('href')) ?? '',
        /explorer$/,
      );
    },
    { key },
  );
});

test('a wrong key and an inactive one are told apart', async () => {
  const { key, account } = await service.createKey(10);
  await service.mdq('account', 'deactivate', account);
  await open(
    async (page) => {
      await enterKey(page, newKey('').key);
      await page
        .getByRole('alert')
        .getByText(
          'This key is unknown. Nothing was charged. Check it for missing characters, or use another key.',
        )
        .waitFor();
      const field = page.getByLabel('API key');
      assert.notEqual(await field.inputValue(), '', 'what is to be checked is still there');
      // It is said at the field, and nowhere else.
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.locator('.mdq-notice').count(), 0);
      await enterKey(page, key);
      await page
        .getByRole('alert')
        .getByText('The account of this key was deactivated. Nothing was charged.')
        .waitFor();
      await assertAccessible(page);
      assert.equal(await page.evaluate<number>('sessionStorage.length'), 0);
    },
    { expected: /status of 40[13]/ },
  );
});

test('a service that has gone is said to be, and is found again', async (t) => {
  const data = await dataFolderFor(t, { PORT: String(await lastingPort()) });
  await data.succeed('account', 'create', 'acme', '--points', '10');
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const server = await spawnServer(data.env);
  const work = async (page: Page) => {
    await page.getByText('No usage on these days.').waitFor();
    await server.end('SIGTERM');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page
      .getByRole('alert')
      .getByText('The service cannot be reached; trying again never charges twice.')
      .waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await enterKey(page, key);
    await page
      .getByRole('alert')
      .getByText('The service cannot be reached; trying again never charges twice.')
      .waitFor();
    const back = await spawnServer(data.env);
    t.after(() => back.end('SIGTERM'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No usage on these days.').waitFor();
  };
  await look({ browser, url: server.url }, ACCOUNT, work, { key, expected: /ERR_CONNECTION_REFUSED/ });
});

suite('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`on a ${name}, in light and dark`, async () => {
      await open(
        async (page) => {
          assert.ok(await isDrawn(panelOf(page, 'day')));
          await assertFits(page);
          await assertAccessibleInAnyLight(page);
          await showFace(panelOf(page, 'path'), 'Table');
          await assertFits(page);
          const calls = panelOf(page, 'calls').locator('.mdq-table');
          assert.ok(await calls.evaluate(fitsItself), 'the last calls are read without scrolling sideways');
          await assertAccessibleInAnyLight(page);
        },
        { ...size, key: user.key },
      );
    });
  }
});

function fitsItself(element: unknown): boolean {
  const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
  return scrollWidth <= clientWidth;
}
