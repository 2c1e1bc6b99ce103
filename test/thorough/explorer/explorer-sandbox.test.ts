/** The explorer without a key: live answers of the sandbox, also on a service that has no data of its own. */
import assert from 'node:assert/strict';
import type { Browser, Page, Request } from 'playwright-core';
import { type Service, startService } from '../../support/service.ts';
import { assertAccessible, assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { DESKTOP, openBrowser, PHONE, untilTrue, visit } from '../../support/site/browser.ts';
import {
  assertFits,
  buildSite,
  CHINESE_EXPLORER,
  choose,
  chooseLevel,
  codeShown,
  EXPLORER,
  isDrawn,
  isFocused,
  jsonShown,
  loadButton,
  look,
  panelOf,
  showFace,
} from '../../support/site/explorer-page.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

let service: Service;
let browser: Browser;
const place = () => ({ browser, url: service.url });

before(async () => {
  [service, browser] = await Promise.all([
    startService({ env: { MDQ_SANDBOX_RATE: '10000' } }),
    openBrowser(),
    buildSite(),
  ]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** What the sandbox answers, to compare with what is shown. */
async function answerOf(target: string, key = 'mdk_test_ok'): Promise<unknown> {
  const { body } = await service.get(target, { key });
  return body;
}

test('it says that it is the sandbox, asks it live, and shows what it answers with the price with a key', async () => {
  await look(place(), EXPLORER, async (page) => {
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    await page.locator('.mdq-access').getByText('Sandbox: a made-up market').waitFor();
    await page.locator('.mdq-bar').getByText('Sandbox · nothing is paid').waitFor();
    for (const kind of ['trend', 'ranking', 'growth', 'payment']) {
      assert.ok(await isDrawn(panelOf(page, kind)), kind);
    }
    await chooseLevel(page, 'Sub-category');
    await choose(page, 'Category', 'Home Appliances');
    await choose(page, 'Sub-category', 'Vacuum Cleaners');
    await choose(page, 'Range', '48');
    const trend = panelOf(page, 'trend');
    await trend.getByText('Amount per week of Vacuum Cleaners, NT$, 7 Jul 2025 – 7 Jun 2026').waitFor();
    await trend.getByText('240 points with a key').waitFor();
    const query = 'category=Home%20Appliances&sub=Vacuum%20Cleaners&start=2025-07-07&end=2026-06-07';
    assert.deepEqual(await jsonShown(trend), await answerOf(`/api/public/trends/sub-market?${query}`));
    const curl = await codeShown(trend, 'curl');
    assert.match(curl, /mdk_test_ok/, 'the code runs as it is');
    assert.equal(await loadButton(page).count(), 0, 'there is nothing to pay for');
    for (const request of asked.filter((one) => one.url().includes('/api/')))
      assert.equal(request.headers()['x-api-key'], 'mdk_test_ok');
  });
});

test('a link to days that the sandbox has not says what is shown in their place, and asks for a key', async () => {
  const days = 'start=2026-08-24&end=2026-11-15';
  await look(place(), `${EXPLORER}?level=category&${days}`, async (page) => {
    await page
      .getByText(
        'This link is to the data of this service, which you see with a key. Below is the sandbox, a made-up market, 16 Mar – 7 Jun 2026.',
      )
      .waitFor();
    await panelOf(page, 'trend').getByText('16 Mar – 7 Jun 2026').waitFor();
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    await until('names are listed', async () => (await page.locator('.mdq-bar .name option').count()) > 5);
    assert.equal(
      await page.evaluate('document.activeElement.tagName'),
      'BODY',
      'nobody has pressed anything',
    );
    await page.locator('.mdq-moved').getByRole('button', { name: 'Enter your key' }).click();
    await until('the key can be typed', () => isFocused(page.getByLabel('API key')));
    assert.ok(page.url().endsWith(days), 'with a key they are what is shown');
    await assertAccessible(page);
  });
});

test('everything works as with a key: every name, days of one’s own, comparisons, side by side', async () => {
  await look(place(), `${EXPLORER}?level=sub&category=Books+%26+Stationery`, async (page) => {
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    assert.ok(await isDrawn(panelOf(page, 'focus')));
    await category.locator('option').nth(10).waitFor({ state: 'attached' });
    await choose(page, 'Range', 'custom');
    await page.getByLabel('From', { exact: true }).fill('2026-04-01');
    await panelOf(page, 'trend').getByText('1 Apr – 7 Jun 2026').waitFor();
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    for (const compare of ['previous', 'year', 'none']) {
      await choose(page, 'Compare with', compare);
      const lines = panelOf(page, 'trend').locator('.line');
      const due = compare === 'none' ? 1 : 2;
      await until(`it is compared: ${compare}`, async () => (await lines.count()) === due);
    }
    await chooseLevel(page, 'Category');
    await panelOf(page, 'multiples').locator('.line').nth(4).waitFor();
    await choose(page, 'Add a category', 'Home Appliances');
    await until('both are drawn', async () => (await panelOf(page, 'trend').locator('.line').count()) === 2);
  });
});

test('a name that the sandbox does not have leads to those that it has', async () => {
  await look(place(), `${EXPLORER}?level=category&category=Gnomes`, async (page) => {
    await page.getByRole('alert').getByText('“Gnomes” is not in the sandbox').waitFor();
    const names = page.getByRole('list', { name: 'categories' });
    await assertAccessible(page);
    await names.getByRole('button', { name: 'Pet Supplies' }).click();
    assert.ok(await isDrawn(panelOf(page, 'trend')));
  });
});

test('where the sandbox is off, there are shapes and a way to enter a key, and nothing is asked', async (t) => {
  const closed = await startService({ env: { MDQ_SANDBOX: 'off' } });
  t.after(() => closed.stop());
  await look({ browser, url: closed.url }, EXPLORER, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByText('This service has no sandbox to try out.').waitFor();
    const ranking = panelOf(page, 'ranking');
    await ranking.locator('.under path').waitFor();
    await ranking.getByRole('button', { name: /^Enter your key/ }).click();
    await untilTrue(page, `document.activeElement.placeholder === 'mdk_…'`);
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/')),
      [],
    );
    await assertFits(page);
    await assertAccessible(page);
  });
});

test('where the sandbox cannot be asked, it says so, and tries again', async () => {
  const { page, leave } = await visit(browser, service.url, { expected: /Failed to load resource/ });
  await page.route('**/api/account', (route) => route.abort(), { times: 1 });
  await page.goto(EXPLORER);
  await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  assert.ok(await isDrawn(panelOf(page, 'trend')));
  await leave();
});

test('a click on a bar leads to what it stands for', async () => {
  await look(place(), EXPLORER, async (page) => {
    const ranking = panelOf(page, 'ranking');
    assert.ok(await isDrawn(ranking));
    await ranking.locator('.bar').first().click();
    await panelOf(page, 'focus').getByText('Key figures of Consumer Electronics, 16 Mar').waitFor();
    assert.ok(await isDrawn(ranking));
    await ranking.locator('.bar').nth(1).click();
    await panelOf(page, 'trend').getByText('Amount per week of Smartphones').waitFor();
  });
});

test('the bar stays in sight while scrolling', async () => {
  await look(place(), `${EXPLORER}?level=category`, async (page) => {
    assert.ok(await isDrawn(panelOf(page, 'payment')));
    await panelOf(page, 'payment').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    await untilTrue(page, 'scrollY > 500');
    assert.ok(await page.getByRole('combobox', { name: 'Measure' }).isVisible());
    const { y = -1 } = (await page.locator('.mdq-bar').boundingBox()) ?? {};
    assert.ok(y >= 0 && y < 100, `the bar is at ${y}`);
  });
});

test('in Chinese everything is Chinese: words, names, months and ten thousands', async () => {
  await look(place(), `${CHINESE_EXPLORER}?level=category&compare=previous`, async (page) => {
    const trend = panelOf(page, 'trend');
    await trend.getByText('消費電子的每週交易金額（NT$），2026 年 3 月 16 日至 6 月 7 日').waitFor();
    for (const written of [/^NT\$\d+\s萬$/, /^4 月$/])
      await trend.locator('svg text', { hasText: written }).first().waitFor();
    assert.deepEqual(latinIn((await page.locator('.mdq-explorer').allInnerTexts()).join('')), []);
    await showFace(panelOf(page, 'ranking'), '表格');
    await panelOf(page, 'ranking').getByRole('columnheader', { name: '平均客單價' }).waitFor();
    await assertAccessible(page);
  });
});

test('a browser that prefers Chinese gets it, and the switch stays on the page and its view', async () => {
  await place.look({ path: `${EXPLORER}?level=category`, locale: 'zh-TW' }, async (page) => {
    await page.waitForURL(`**${CHINESE_EXPLORER}?level=category`);
    await choose(page, '區間', '26');
    await panelOf(page, 'trend').getByText('2025 年 12 月 8 日至 2026 年 6 月 7 日').waitFor();
    await page.getByRole('button', { name: '切換語言' }).hover();
    await page.getByRole('link', { name: 'English' }).first().click();
    await panelOf(page, 'trend').getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
    assert.equal(new URL(page.url()).pathname, EXPLORER);
    await page.reload();
    await panelOf(page, 'trend').getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
  });
});

test('a link into the other language shows what it names, not what was looked at before', async () => {
  await look(place(), `${EXPLORER}?level=category`, async (page) => {
    await panelOf(page, 'trend').waitFor();
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = '${CHINESE_EXPLORER}?level=overall&metric=orders';
      document.body.append(link);
      link.click();
    })()`);
    await panelOf(page, 'trend')
      .getByRole('heading', { name: /^每週交易筆數/ })
      .waitFor();
    assert.equal(new URL(page.url()).search, '?metric=orders');
  });
});

/** Latin words that are not names of things. */
function latinIn(text: string): string[] {
  const words = text.match(/[A-Za-z]{2,}( [A-Za-z]{2,})*/g) ?? [];
  return words.filter((word) => !/^(API|NT|JSON|CSV|PNG|mdk|ATM|LINE Pay|Apple Pay)$/.test(word));
}

suite('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`on a ${name}, in light and dark`, async () => {
      await place.look({ path: `${EXPLORER}?range=all`, ...size }, async (page) => {
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
      });
    });
  }
});

/** On a phone the controls are folded away. */
async function openFilters(page: Page): Promise<void> {
  await page.locator('.mdq-bar').waitFor();
  const button = page.getByRole('button', { name: /^Change what you look at/ });
  if (await button.isVisible()) await button.click();
}
