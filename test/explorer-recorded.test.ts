/** The explorer without a key: recorded answers, on a service that has nothing to answer from. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible } from './support/audit-page.ts';
import { DESKTOP, openBrowser, PHONE } from './support/browser.ts';
import {
  assertFits,
  buildSite,
  EXPLORER,
  isDrawn,
  look,
  panelOf,
  showFace,
} from './support/explorer-page.ts';
import { type Service, startService } from './support/service.ts';

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
    await page.getByText('You are looking at recorded demo data').waitFor();
    for (const kind of ['trend', 'ranking', 'growth', 'payment']) {
      assert.ok(await isDrawn(panelOf(page, kind)), kind);
    }
    await page.locator('label', { hasText: 'Sub-category' }).first().click();
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Home Appliances');
    await page.getByRole('combobox', { name: 'Sub-category' }).selectOption('Vacuum Cleaners');
    await page.getByText('52 weeks').click();
    await panelOf(page, 'trend')
      .getByText('Home Appliances · Vacuum Cleaners · 9 Jun 2025 – 7 Jun 2026')
      .waitFor();
    assert.match((await panelOf(page, 'trend').textContent()) ?? '', /300 points with a key/);
    assert.ok(await isDrawn(panelOf(page, 'tags')));
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/')),
      [],
    );
  });
});

test('whatever is picked is there', async () => {
  await look(place(), `${EXPLORER}?level=sub`, async (page) => {
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    assert.ok(await isDrawn(panelOf(page, 'focus')));
    for (const name of await category.locator('option').allInnerTexts()) {
      await category.selectOption(name);
      for (const range of ['4 weeks', '12 weeks', '26 weeks', 'All']) {
        await page.locator('.mdq-filters label', { hasText: range }).click();
        await page.getByText(`${name} · `).nth(3).waitFor();
        assert.equal(await page.getByRole('button', { name: /^CSV/ }).count(), 4, `${name}, ${range}`);
      }
    }
  });
});

test('what is not recorded says so', async () => {
  await look(place(), `${EXPLORER}?level=category&category=Books`, async (page) => {
    await page.getByText('Not in the recorded answers').nth(3).waitFor();
  });
});

test('a click on a bar leads to what it stands for', async () => {
  await look(place(), EXPLORER, async (page) => {
    const ranking = panelOf(page, 'ranking');
    assert.ok(await isDrawn(ranking));
    await ranking.locator('canvas').click({ position: { x: 200, y: 20 } });
    await panelOf(page, 'focus').getByText('Consumer Electronics · 16 Mar').waitFor();
    assert.ok(await isDrawn(ranking));
    await ranking.locator('canvas').click({ position: { x: 200, y: 50 } });
    await panelOf(page, 'tags').getByText('Consumer Electronics · Smartphones').waitFor();
  });
});

describe('it fits and is usable for all', { concurrency: 2 }, () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      test(`on a ${name}, ${colorScheme}`, async () => {
        await look(
          place(),
          `${EXPLORER}?range=all`,
          async (page) => {
            for (const level of ['Whole market', 'Category', 'Sub-category']) {
              await page.locator('.mdq-filters label', { hasText: level }).first().click();
              assert.ok(await isDrawn(panelOf(page, 'trend')));
              await assertFits(page);
              await assertAccessible(page);
            }
            await showFace(panelOf(page, 'focus'), 'Table');
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
