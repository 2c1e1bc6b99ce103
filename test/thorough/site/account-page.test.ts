/** The account page, in a real browser on the real service: balance, usage and prices, and what can go wrong. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Call } from '../../../site/.vitepress/theme/account/calls.ts';
import type { Usage } from '../../../site/.vitepress/theme/account/usage.ts';
import { TOOL_WORDS } from '../../../site/.vitepress/theme/words/tool-words.ts';
import { newKey } from '../../../src/accounts/key.ts';
import { endpoints } from '../../../src/endpoints/index.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { ask } from '../../support/http/raw-http.ts';
import { row } from '../../support/reference/made-cases.ts';
import { sameDay } from '../../support/same-day.ts';
import { spawnServer } from '../../support/server-process.ts';
import { type NewKey, startService } from '../../support/service.ts';
import { assertAccessible, assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { DESKTOP, type Look, look, PHONE } from '../../support/site/browser.ts';
import {
  ACCOUNT,
  assertFits,
  balanceBecomes,
  balanceShown,
  enterKey,
  isDrawn,
  panelOf,
  saved,
  showFace,
  tabTo,
  watchForSecrets,
} from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';

const NAMES = TOOL_WORDS.en.paths;

/** Someone who has made a few calls. */
let user: NewKey;
const place = new Place(async () => {
  await sameDay();
  const order = row({ order_id: '1', ordered_at: '2026-06-01', category: 'Home', sub_category: 'Beds' });
  const env = { MDQ_CONTACT: 'https://shop.example/points', MDQ_POINT_PRICE: '0.05 USD' };
  const service = await startService({ rows: [order], env });
  user = await service.createKey(5000);
  const asked = 'market/focus?category=Home&start=2026-06-01&end=2026-06-01';
  for (const path of ['market/focus', asked, 'meta/categories', 'sub-market/tags'])
    await service.get(`/api/public/${path}`, { key: user.key });
  return service;
});

const open = (how: Partial<Look>, work: (page: Page) => Promise<void>) =>
  place.look({ path: ACCOUNT, ...how }, work);
const openAsUser = (how: Partial<Look>, work: (page: Page) => Promise<void>) =>
  open({ key: user.key, ...how }, work);

async function told<Data>(path: string): Promise<Data> {
  const { body } = await place.service.get(`/api/account/${path}`, { key: user.key });
  return (body as { data: Data }).data;
}
const usage = () => told<Usage>('usage');
const lastCalls = async () => (await told<{ calls: Call[] }>('calls')).calls;

test('without a key it asks for one, says what for, and shows an account of the sandbox, which is said to be made up', () =>
  open({}, async (page) => {
    await page.getByText('Enter your key to see your account').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Usage' }).count(), 0);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'See an account of the sandbox' }).click();
    await balanceBecomes(page, 100_000);
    await page.getByText('Sandbox: balance and usage are made up, and nothing is charged.').waitFor();
    await page.getByRole('heading', { name: 'Recent calls' }).waitFor();
  }));

test('balance, usage and prices are what the API says, and the key is nowhere else', () =>
  open({}, async (page) => {
    const secrets = watchForSecrets(page);
    await tabTo(page, page.getByLabel('API key'));
    await page.keyboard.type(user.key);
    await page.keyboard.press('Enter');
    await page.getByText('191 points for 4 calls').waitFor();
    await balanceBecomes(page, 5000 - 191);
    const { paths, start, end } = await usage();
    const panel = panelOf(page, 'path');
    for (const side of ['day', 'path']) assert.ok(await isDrawn(panelOf(page, side)));
    const { name, content } = await saved(page, panel.getByRole('button', { name: /^CSV/ }));
    assert.equal(name, `usage_path_${start}_${end}.csv`);
    const lines = paths.map(({ path, calls, points }) => `${path},${calls},${points}\r\n`);
    assert.equal(content.toString(), `\uFEFFpath,calls,points\r\n${lines.join('')}`);
    await showFace(panel, 'Table');
    const cells = await panel.locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      cells.map((line) => line.split('\t')),
      paths.map(({ path, calls, points }) => [NAMES[path], String(calls), String(points)]),
    );
    const prices = page.getByRole('article', { name: 'Prices' }).locator('tbody tr');
    assert.equal(await prices.count(), endpoints.length);
    const described = await prices.first().getByRole('link').getAttribute('href');
    assert.equal((await ask(place.url + described)).status, 200, `${described} is no page`);
    await secrets.assertUnknown(user.key);
  }));

test('the last calls are those that the API lists, newest first, on the reader’s clock, and can be taken along', () =>
  openAsUser({ timezoneId: 'Asia/Taipei' }, async (page) => {
    const calls = await lastCalls();
    const panel = panelOf(page, 'calls');
    const rows = panel.locator('tbody tr');
    await rows.nth(calls.length - 1).waitFor();
    const cells = await rows.allInnerTexts();
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
    const { time = '' } = calls[0] ?? {};
    const inTaipei = new Date(Date.parse(time) + 8 * 3_600_000).toISOString();
    const shown = panel.locator('tbody th').first();
    assert.ok((await shown.textContent())?.includes(inTaipei.slice(11, 19)));
    assert.equal(await shown.getAttribute('title'), `${time.replace('T', ' ').slice(0, 19)} UTC`);
    await panel.getByRole('columnheader', { name: /^Time \(GMT/ }).waitFor();
    const again = await rows.nth(2).getByRole('link', { name: 'Ask again' }).getAttribute('href');
    assert.equal(again, '/developers/api/market/focus?category=Home&start=2026-06-01&end=2026-06-01');
    const { name, content } = await saved(page, panel.getByRole('button', { name: /^CSV/ }));
    assert.match(name, /^calls_[\d-]+_[\d-]+\.csv$/);
    const lines = calls.map(({ time, path, parameters, key, points, request_id }) =>
      [time, path, new URLSearchParams(parameters ?? {}), key.id, key.last4, points, request_id].join(','),
    );
    const header = 'time,path,parameters,key_id,key_last4,points,request_id';
    assert.equal(content.toString(), `\uFEFF${[header, ...lines].join('\r\n')}\r\n`);

    await place.service.get('/api/public/overview/payment', { key: user.key });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await rows.nth(calls.length).waitFor();
    await rows.first().getByText('Whole market: payment methods').waitFor();
  }));

test('a list that is full says that it is of the newest, and on a phone it moves with the page', () =>
  openAsUser(PHONE, async (page) => {
    const text = 'The 50 newest charged calls. A key with limits sees only its own.';
    await panelOf(page, 'calls').locator('tbody tr').first().waitFor();
    assert.equal(await page.getByText(text).count(), 0);
    const [first] = await lastCalls();
    const calls = Array.from({ length: 50 }, () => first);
    await page.route('**/api/account/calls', (route) =>
      route.fulfill({ json: { code: 200, data: { calls } } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(text).waitFor();
    const older = page.getByRole('link', { name: 'Find an older one by its request id' });
    assert.equal((await ask(place.url + (await older.getAttribute('href')))).status, 200);
    const table = panelOf(page, 'calls').locator('.mdq-table');
    assert.deepEqual((await table.evaluate(hiddenOf))[1], 0, 'it does not scroll inside of the page');
    for (const target of await page.locator('.mdq-table :is(a, thead button)').all())
      assert.ok(((await target.boundingBox())?.height ?? 24) >= 24, await target.innerText());
  }));

/** How many pixels of an element are out of sight, to the right and below. */
function hiddenOf(element: unknown): [number, number] {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element as Record<string, number>;
  return [Number(scrollWidth) - Number(clientWidth), Number(scrollHeight) - Number(clientHeight)];
}

test('what an account has and has used is told at a glance, for the days that are chosen', () =>
  openAsUser({}, async (page) => {
    const balance = await balanceShown(page);
    const shown = page.getByRole('region', { name: 'Balance' });
    await shown.getByText(balance.toLocaleString('en-US')).first().waitFor();
    await shown.getByText(`worth US$${(balance * 0.05).toFixed(2)}`).waitFor();
    const way = shown.getByRole('link', { name: 'Top up' });
    assert.equal(await way.getAttribute('href'), 'https://shop.example/points');
    // A day is a stack of the paths that were called.
    const day = panelOf(page, 'day');
    assert.ok(await isDrawn(day));
    const { days, end } = await usage();
    const parts = await day.locator('.bar').evaluateAll(partsOf);
    const paths = days.at(-1)?.paths.map(({ path }) => NAMES[path] ?? path) ?? [];
    assert.deepEqual(parts.toSorted(), paths.toSorted());
    await day.locator('.mdq-chart').focus();
    await page.keyboard.press('End');
    const [tags, focus] = ['sub-market/tags', 'market/focus'].map((path) => NAMES[`/api/public/${path}`]);
    await day.getByText(new RegExp(`Total \\d+, ${tags} 100, ${focus} 90`)).waitFor({ state: 'attached' });

    // While other days are on their way, their sum is not yet told.
    const sum = page.locator('[data-test=used]');
    await sum.getByText(/for \d+ calls/).waitFor();
    const held = await holdBack(page, '**/api/account/usage*');
    await page.locator('label', { hasText: '90 days' }).click();
    await sum.getByText('Loading…').waitFor();
    await held.letGo();
    await sum.getByText(/for \d+ calls/).waitFor();

    await page.locator('label', { hasText: 'Custom' }).click();
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await from.fill('2026-01-01');
    await to.fill('2026-01-31');
    await page.getByText('No usage on these days.').waitFor();
    await to.fill(end);
    await day.waitFor();
    // What the service would refuse is not asked for.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [start, why] of [
      ['2030-01-01', 'The first day must not be after the last.'],
      ['2024-01-01', 'At most 366 days at a time.'],
    ] as const) {
      await from.fill(start);
      await page.getByRole('alert').getByText(why).waitFor();
    }
    await Promise.all([
      page.waitForResponse('**/api/account/usage*'),
      page.locator('label', { hasText: '7 days' }).click(),
    ]);
    assert.ok(!asked.some((url) => /start=20(30|24)-01-01/.test(url)), String(asked));
  }));

function partsOf(bars: readonly unknown[]): string[] {
  return bars.map((bar) => (bar as { dataset: { part: string } }).dataset.part);
}

test('who has points for less than a week is told so, and nobody else', () =>
  open({ key: 'mdk_test_nopoints' }, async (page) => {
    const warning = page.getByText('Your points last less than a day.');
    await panelOf(page, 'day').locator('.bar').first().waitFor();
    assert.equal(await warning.count(), 1);
    await page.getByRole('button', { name: 'Forget key' }).click();
    await enterKey(page, 'mdk_test_ok');
    await balanceBecomes(page, 100_000);
    await panelOf(page, 'day').locator('.bar').first().waitFor();
    assert.equal(await warning.count(), 0);
  }));

test('where points came from, and until when they are valid; a key with limits is not told', async () => {
  const { account, key } = await place.service.createKey(900);
  const bonus = ['--kind', 'promotional', '--reference', 'SPRING', '--expires', '2099-12-31'];
  await place.service.succeed('points', 'grant', account, '300', ...bonus);
  await place.service.succeed('points', 'take', account, '50', '--note', 'paid twice');
  await open({ key }, async (page) => {
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
    await place.service.succeed('points', 'grant', account, '7');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await rows.nth(3).waitFor();
  });
  const limited = await place.service.succeed('key', 'create', account, '--per-day', '10', '--json');
  await open({ key: JSON.parse(limited).key, expected: /403/ }, async (page) => {
    await Promise.all([
      ...['points', 'statement'].map((path) => page.waitForResponse(`**/api/account/${path}`)),
      page.getByRole('button', { name: 'Refresh' }).click(),
    ]);
    await page.getByRole('article', { name: 'Prices' }).waitFor();
    assert.equal(await page.getByText('Where your points come from').count(), 0);
  });
});

test('a wrong key and an inactive one are told apart', async () => {
  const { key, account } = await place.service.createKey(10);
  await place.service.succeed('account', 'deactivate', account);
  await open({ expected: /status of 40[13]/ }, async (page) => {
    await enterKey(page, newKey('').key);
    const alert = page.getByRole('alert');
    await alert.getByText('This key is unknown. Nothing was charged.').waitFor();
    const field = page.getByLabel('API key');
    assert.notEqual(await field.inputValue(), '', 'what is to be checked is still there');
    // It is said at the field, and nowhere else.
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('.mdq-notice').count(), 0);
    await enterKey(page, key);
    await alert.getByText('The account of this key was deactivated. Nothing was charged.').waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('sessionStorage.length'), 0);
  });
});

test('a service that has gone is said to be, and is found again', async (t) => {
  const data = await dataFolderFor(t, { PORT: String(await lastingPort()) });
  await data.succeed('account', 'create', 'acme', '--points', '10');
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const server = await spawnServer(data.env);
  const how = { path: ACCOUNT, key, expected: /ERR_CONNECTION_REFUSED/ };
  await look({ browser: place.browser, url: server.url }, how, async (page) => {
    const gone = page.getByRole('alert').getByText('The service cannot be reached; trying again');
    await page.getByText('No usage on these days.').waitFor();
    await server.end('SIGTERM');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await gone.waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await enterKey(page, key);
    await gone.waitFor();
    const back = await spawnServer(data.env);
    t.after(() => back.end('SIGTERM'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No usage on these days.').waitFor();
  });
});

suite('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`on a ${name}, in light and dark`, () =>
      openAsUser(size, async (page) => {
        assert.ok(await isDrawn(panelOf(page, 'day')));
        await assertFits(page);
        await showFace(panelOf(page, 'path'), 'Table');
        await assertFits(page);
        const calls = panelOf(page, 'calls').locator('.mdq-table');
        assert.equal((await calls.evaluate(hiddenOf))[0], 0, 'calls are read without scrolling sideways');
        await assertAccessibleInAnyLight(page);
      }));
  }
});
