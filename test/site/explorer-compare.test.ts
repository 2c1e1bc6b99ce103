/** Which days are looked at, what they are compared with, and the code of it all. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/site/audit-page.ts';
import { PHONE } from '../support/site/browser.ts';
import {
  ACCOUNT,
  assertFits,
  choose,
  EXPLORER,
  isFocused,
  loadButton,
  look,
  panelOf,
} from '../support/site/explorer-page.ts';
import { openExplorerPlace } from '../support/site/explorer-place.ts';

const HOME = `${EXPLORER}?level=category&category=Home+%26+Living`;

const place = await openExplorerPlace();
after(() => place.close());
const { key } = place;

test('a day is chosen from a calendar that knows which days have data, with the keyboard too', async () => {
  await look(
    place,
    `${HOME}&start=2026-05-12&end=2026-06-07`,
    async (page) => {
      const opener = page.getByRole('button', { name: 'To: choose from a calendar' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const calendar = page.getByRole('dialog', { name: 'To: choose from a calendar' });
      await calendar.getByText('Data: 2 Dec 2024 – 7 Jun 2026').waitFor();
      const day = (date: string) => calendar.locator(`[data-date="${date}"]`);
      assert.ok(await isFocused(day('2026-06-07')), 'it opens at the day that was chosen');
      assert.equal(await day('2026-06-08').getAttribute('aria-disabled'), 'true');
      await assertAccessible(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await calendar.waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await panelOf(page, 'trend').getByText('12 May – 31 May 2026').waitFor();
      assert.ok(await isFocused(opener));
      assert.match(page.url(), /start=2026-05-12&end=2026-05-31/);
      await opener.click();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      assert.ok(await isFocused(opener));
    },
    { key },
  );
});

test('on a phone a calendar stays in the window, and so it does for the usage of an account', async () => {
  const openBoth = async (page: Parameters<typeof assertFits>[0]) => {
    for (const name of ['From', 'To']) {
      await page.getByRole('button', { name: `${name}: choose from a calendar` }).click();
      const box = await page.getByRole('dialog', { name: `${name}: choose` }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
      await assertFits(page);
      await page.keyboard.press('Escape');
    }
  };
  await look(
    place,
    HOME,
    async (page) => {
      await loadButton(page).waitFor();
      await page.getByRole('button', { name: /^Change what you look at: Home & Living/ }).click();
      await choose(page, 'Range', 'custom');
      await openBoth(page);
    },
    { key, ...PHONE },
  );
  await look(
    place,
    ACCOUNT,
    async (page) => {
      await page.locator('label', { hasText: 'Custom' }).click();
      await openBoth(page);
      await page.getByRole('button', { name: 'From: choose from a calendar' }).click();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await assertAccessible(page);
    },
    { key, ...PHONE },
  );
});
