/** The explorer without a key: live answers of the sandbox, also on a service that has no data of its own. */
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { startService } from '../../support/service.ts';
import { assertAccessible, assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { DESKTOP, look, PHONE, untilTrue } from '../../support/site/browser.ts';
import {
  assertFits,
  CHINESE_EXPLORER,
  choose,
  chooseLevel,
  codeShown,
  EXPLORER,
  isDrawn,
  isFocused,
  jsonShown,
  loadButton,
  panelOf,
  showFace,
} from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';

const place = new Place(() => startService({ env: { MDQ_SANDBOX_RATE: '10000' } }));

test('it says that it is the sandbox, asks it live, and shows what it answers with the price with a key', () =>
  place.look(EXPLORER, async (page) => {
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.locator('.mdq-access').getByText('Sandbox: a made-up market').waitFor();
    await page.locator('.mdq-bar').getByText('Sandbox · nothing is paid').waitFor();
    for (const kind of ['trend', 'ranking', 'growth', 'payment'])
      assert.ok(await isDrawn(panelOf(page, kind)), kind);
    await chooseLevel(page, 'Sub-category');
    await choose(page, 'Category', 'Home Appliances');
    await choose(page, 'Sub-category', 'Vacuum Cleaners');
    await choose(page, 'Range', '48');
    const trend = panelOf(page, 'trend');
    await trend.getByText('Amount per week of Vacuum Cleaners, NT$, 7 Jul 2025 – 7 Jun 2026').waitFor();
    await trend.getByText('240 points with a key').waitFor();
    const query = 'category=Home%20Appliances&sub=Vacuum%20Cleaners&start=2025-07-07&end=2026-06-07';
    const { body } = await place.service.get(`/api/public/trends/sub-market?${query}`, {
      key: 'mdk_test_ok',
    });
    assert.deepEqual(await jsonShown(trend), body);
    assert.match(await codeShown(trend, 'curl'), /mdk_test_ok/, 'the code runs as it is');
    assert.equal(await loadButton(page).count(), 0, 'there is nothing to pay for');
    await choose(page, 'Range', 'default');
    await choose(page, 'Compare with', 'previous');
    await trend.locator('.line.is-compared').waitFor({ state: 'attached' });
    for (const request of sent.filter((one) => one.url().includes('/api/')))
      assert.equal(request.headers()['x-api-key'], 'mdk_test_ok');
  }));

test('a link to days that the sandbox has not says what is shown in their place, and asks for a key', async () => {
  const days = 'start=2026-08-24&end=2026-11-15';
  await place.look(`${EXPLORER}?level=category&${days}`, async (page) => {
    await page.getByText('Below is the sandbox, a made-up market, 16 Mar – 7 Jun 2026.').waitFor();
    await panelOf(page, 'trend').getByText('16 Mar – 7 Jun 2026').waitFor();
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    await until('names are listed', async () => (await page.locator('.mdq-bar .name option').count()) > 5);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY', 'nothing took the focus');
    await page.locator('.mdq-moved').getByRole('button', { name: 'Enter your key' }).click();
    await until('the key can be typed', () => isFocused(page.getByLabel('API key')));
    assert.ok(page.url().endsWith(days), 'with a key they are what is shown');
    await assertAccessible(page);
  });
});

test('where the sandbox is off, there are shapes and a way to enter a key, and nothing is asked', async (t) => {
  const closed = await startService({ env: { MDQ_SANDBOX: 'off' } });
  t.after(() => closed.stop());
  await look({ browser: place.browser, url: closed.url }, EXPLORER, async (page) => {
    await page.getByText('This service has no sandbox to try out.').waitFor();
    const ranking = panelOf(page, 'ranking');
    await ranking.locator('.under path').waitFor();
    await ranking.getByRole('button', { name: /^Enter your key/ }).click();
    await untilTrue(page, `document.activeElement.placeholder === 'mdk_…'`);
    const asked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length`;
    assert.equal(await page.evaluate<number>(asked), 0);
    await assertFits(page);
    await assertAccessible(page);
  });
});

test('where the sandbox cannot be asked, it says so, and tries again', async () => {
  const { page, leave } = await place.visit({ expected: /Failed to load resource/ });
  await page.route('**/api/account', (route) => route.abort(), { times: 1 });
  await page.goto(EXPLORER);
  await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  assert.ok(await isDrawn(panelOf(page, 'trend')));
  await leave();
});

test('in Chinese everything is Chinese: words, names, months and ten thousands', () =>
  place.look(`${CHINESE_EXPLORER}?level=category&compare=previous`, async (page) => {
    const trend = panelOf(page, 'trend');
    await trend.getByText('消費電子的每週交易金額（NT$），2026 年 3 月 16 日至 6 月 7 日').waitFor();
    for (const written of [/^NT\$\d+\s萬$/, /^4 月$/])
      await trend.locator('svg text', { hasText: written }).first().waitFor();
    const latin = (await page.locator('.mdq-explorer').innerText()).match(/[A-Za-z]{2,}( [A-Za-z]{2,})*/g);
    const isName = (word: string) => /^(API|NT|JSON|CSV|PNG|mdk|ATM|LINE Pay|Apple Pay)$/.test(word);
    assert.deepEqual(
      latin?.filter((word) => !isName(word)),
      [],
    );
    await assertAccessible(page);
  }));

test('a browser that prefers Chinese gets it; the switch stays on the page and its view, a link shows its own', () =>
  place.look({ path: `${EXPLORER}?level=category`, locale: 'zh-TW' }, async (page) => {
    await page.waitForURL(`**${CHINESE_EXPLORER}?level=category`);
    await choose(page, '區間', '26');
    const trend = panelOf(page, 'trend');
    await trend.getByText('2025 年 12 月 8 日至 2026 年 6 月 7 日').waitFor();
    await page.getByRole('button', { name: '切換語言' }).hover();
    await page.getByRole('link', { name: 'English' }).first().click();
    await trend.getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
    assert.equal(new URL(page.url()).pathname, EXPLORER);
    await page.reload();
    await trend.getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = '${CHINESE_EXPLORER}?level=overall&metric=orders';
      document.body.append(link);
      link.click();
    })()`);
    await trend.getByRole('heading', { name: /^每週交易筆數/ }).waitFor();
    assert.equal(new URL(page.url()).search, '?metric=orders');
  }));

suite('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`on a ${name}, in light and dark`, () =>
      place.look({ path: `${EXPLORER}?range=all`, ...size }, async (page) => {
        await openFilters(page);
        for (const level of ['Whole market', 'Category', 'Sub-category']) {
          await chooseLevel(page, level);
          assert.ok(await isDrawn(panelOf(page, 'trend')));
          await assertFits(page);
          await assertAccessibleInAnyLight(page);
        }
        for (const kind of ['focus', 'related']) {
          await showFace(panelOf(page, kind), 'Table');
          const table = panelOf(page, kind).locator('.mdq-table');
          const hidden = await table.evaluate<number, { scrollWidth: number; clientWidth: number }>(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          );
          assert.ok(hidden <= 0, `${hidden} pixels of the table of ${kind} are out of sight`);
        }
        await showFace(panelOf(page, 'trend'), 'JSON');
        await showFace(panelOf(page, 'tags'), 'Code');
        await assertFits(page);
        await assertAccessibleInAnyLight(page);
      }));
  }
});

/** On a phone the controls are folded away. */
async function openFilters(page: Page): Promise<void> {
  await page.locator('.mdq-bar').waitFor();
  const button = page.getByRole('button', { name: /^Change what you look at/ });
  if (await button.isVisible()) await button.click();
}
