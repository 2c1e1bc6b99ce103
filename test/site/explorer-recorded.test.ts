/** The explorer without a key: recorded answers, on a service that has nothing to answer from. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Service, startService } from '../support/service.ts';
import { assertAccessible } from '../support/site/audit-page.ts';
import { DESKTOP, openBrowser, PHONE, untilTrue } from '../support/site/browser.ts';
import {
  assertFits,
  buildSite,
  CHINESE_EXPLORER,
  choose,
  chooseLevel,
  EXPLORER,
  isDrawn,
  look,
  panelOf,
  showFace,
} from '../support/site/explorer-page.ts';
import { until } from '../support/until.ts';

let service: Service;
let browser: Browser;
const place = () => ({ browser, url: service.url });

before(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(), buildSite()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test('it says that the answers are recorded, and asks the service nothing', async () => {
  await look(place(), EXPLORER, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByText('Recorded demo data up to 7 Jun 2026').waitFor();
    for (const kind of ['trend', 'ranking', 'growth', 'payment']) {
      assert.ok(await isDrawn(panelOf(page, kind)), kind);
    }
    await chooseLevel(page, 'Sub-category');
    await choose(page, 'Category', 'Home Appliances');
    await choose(page, 'Sub-category', 'Vacuum Cleaners');
    await choose(page, 'Range', '52');
    const trend = panelOf(page, 'trend');
    await trend.getByText('Amount per week of Vacuum Cleaners, NT$, 9 Jun 2025 – 7 Jun 2026').waitFor();
    assert.match((await trend.textContent()) ?? '', /300 points with a key/);
    assert.ok(await isDrawn(panelOf(page, 'tags')));
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/')),
      [],
    );
  });
});

test('whatever is picked is there, comparisons too', async () => {
  await look(place(), `${EXPLORER}?level=sub`, async (page) => {
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    assert.ok(await isDrawn(panelOf(page, 'focus')));
    for (const name of await category.locator('option').allInnerTexts()) {
      await category.selectOption(name);
      for (const range of ['4', 'default', '26', '52', 'all']) {
        await choose(page, 'Range', range);
        const files = page.getByRole('button', { name: /^CSV/ });
        await until(`all is there of ${name}, ${range}`, async () => (await files.count()) === 4);
      }
      await choose(page, 'Range', 'default');
      for (const compare of ['previous', 'year', 'none']) {
        await choose(page, 'Compare with', compare);
        const lines = panelOf(page, 'trend').locator('.line');
        const due = compare === 'none' ? 1 : 2;
        await until(`${name} is compared: ${compare}`, async () => (await lines.count()) === due);
      }
    }
    await chooseLevel(page, 'Category');
    await panelOf(page, 'multiples').locator('.line').nth(5).waitFor();
  });
});

test('what is not recorded says so, and leads to what is', async () => {
  await look(place(), `${EXPLORER}?level=category&category=Books`, async (page) => {
    for (const kind of ['focus', 'trend', 'ranking', 'payment', 'multiples']) {
      await panelOf(page, kind).getByText('This is not in the recorded answers.').waitFor();
    }
    assert.equal(await page.locator('.mdq-ghost .under').count(), 0, 'no figures of another category');
    await panelOf(page, 'focus').getByRole('button', { name: 'Show Consumer Electronics' }).click();
    assert.ok(await isDrawn(panelOf(page, 'focus')));
  });
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

test('without a key, a link with days of its own says what they need, and shows the recorded ones', async () => {
  const days = 'start=2026-04-01&end=2026-04-30';
  await look(place(), `${EXPLORER}?level=category&category=Home+Appliances&${days}`, async (page) => {
    const shown = 'the default period of the recorded data, 16 Mar – 7 Jun 2026.';
    await page.getByText(`The dates of this link need a key: shown is ${shown}`).waitFor();
    assert.ok(await isDrawn(panelOf(page, 'trend')));
    assert.ok(page.url().endsWith(days), 'the days are kept for when there is a key');
  });
});

test('in Chinese everything is Chinese: words, names, months and ten thousands', async () => {
  await look(place(), `${CHINESE_EXPLORER}?level=category&compare=previous`, async (page) => {
    const trend = panelOf(page, 'trend');
    await trend.getByText('消費電子的每週交易金額（NT$），2026 年 3 月 16 日至 6 月 7 日').waitFor();
    const written = await page.locator('.mdq-explorer svg text').allTextContents();
    assert.ok(written.some((text) => /^NT\$\d+\s萬$/.test(text)) && written.includes('4 月'));
    assert.deepEqual(latinIn((await page.locator('.mdq-explorer').allInnerTexts()).join('')), []);
    await showFace(panelOf(page, 'ranking'), '表格');
    await panelOf(page, 'ranking').getByRole('columnheader', { name: '平均客單價' }).waitFor();
    await assertAccessible(page);
  });
});

test('a browser that prefers Chinese gets it, and the switch stays on the page and its view', async () => {
  await look(
    place(),
    `${EXPLORER}?level=category`,
    async (page) => {
      await page.waitForURL(`**${CHINESE_EXPLORER}?level=category`);
      await choose(page, '期間', '26');
      await panelOf(page, 'trend').getByText('2025 年 12 月 8 日至 2026 年 6 月 7 日').waitFor();
      await page.getByRole('button', { name: '切換語言' }).hover();
      await page.getByRole('link', { name: 'English' }).first().click();
      await panelOf(page, 'trend').getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
      assert.equal(new URL(page.url()).pathname, EXPLORER);
      await page.reload();
      await panelOf(page, 'trend').getByText('8 Dec 2025 – 7 Jun 2026').waitFor();
    },
    { locale: 'zh-TW' },
  );
});

/** Latin words that are not names of things. */
function latinIn(text: string): string[] {
  const words = text.match(/[A-Za-z]{2,}( [A-Za-z]{2,})*/g) ?? [];
  return words.filter((word) => !/^(API|NT|JSON|CSV|PNG|mdk|ATM|LINE Pay|Apple Pay)$/.test(word));
}

describe('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      test(`on a ${name}, ${colorScheme}`, async () => {
        await look(
          place(),
          `${EXPLORER}?range=all`,
          async (page) => {
            await openFilters(page);
            for (const level of ['Whole market', 'Category', 'Sub-category']) {
              await chooseLevel(page, level);
              assert.ok(await isDrawn(panelOf(page, 'trend')));
              await assertFits(page);
              await assertAccessible(page);
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
            await assertAccessible(page);
          },
          { ...size, colorScheme },
        );
      });
    }
  }
});

/** On a phone the controls are folded away. */
async function openFilters(page: Page): Promise<void> {
  await page.locator('.mdq-bar').waitFor();
  const button = page.getByRole('button', { name: /^Change what you look at/ });
  if (await button.isVisible()) await button.click();
}
