/** The site for all who come: in any light, without a mouse, with a screen reader; in a real browser. */
import assert from 'node:assert/strict';
import { assertAccessibleInAnyLight, inAnyLight } from '../../support/site/audit-page.ts';
import { openPage, PHONE, untilTrue } from '../../support/site/browser.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const LOOKED_AT = [
  'quickstart',
  'api/market/focus',
  'operating',
  'changelog',
  'zh/',
  'zh/api/sub-market/tags',
];

/** Pieces of code with less than 4.5:1 between their colour and the ground of a block. */
const PALE_CODE = `(() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const all = [...document.querySelectorAll('.vp-doc .vp-code span:not(:has(*))')];
  const pale = all.flatMap((piece) => {
    const ground = light(getComputedStyle(piece.closest('[class*=language-]')).backgroundColor);
    const ink = light(getComputedStyle(piece).color);
    const contrast = Math.max(ground, ink) / Math.min(ground, ink);
    return contrast < 4.5 && piece.textContent.trim() ? [piece.textContent + ' ' + contrast.toFixed(2)] : [];
  });
  return { pieces: all.length, pale };
})()`;

const place = new Place(() => startOnYear({ MDQ_OPERATOR_PAGES: 'on' }));

test('is dark for who likes it dark, on every page', () =>
  place.look({ path: '/developers/', colorScheme: 'dark' }, async (page) => {
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    assert.equal(await background(), 'rgb(22, 25, 26)');
    await page.getByRole('switch').first().click();
    await until('it is light', async () => (await background()) === 'rgb(255, 255, 255)');
    await page.goto('/developers/api/market/focus');
    assert.equal(await background(), 'rgb(255, 255, 255)', 'the choice holds for every page');
  }));

test('can be used with the keyboard alone', () =>
  place.look('/developers/points', async (page) => {
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(
      await page.evaluate('document.activeElement.closest("#VPContent") !== null'),
      'nothing was skipped',
    );
    await page.keyboard.press('/');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('rate limit');
    await page.getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilTrue(page, 'document.activeElement.tagName !== "BODY"');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('how much does a call cost');
    await page
      .getByRole('option', { name: /points and receipts/i })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/developers\/points(#|$)/);
  }));

test('landmarks are named in the language of the page, also after it was changed', () =>
  place.look('/developers/zh/points', async (page) => {
    const named = (...names: readonly string[]) =>
      Promise.all(names.map((name) => page.getByRole('navigation', { name, exact: true }).waitFor()));
    await named('主選單', '側邊選單', '上一頁與下一頁');
    await page.getByRole('button', { name: '切換語言' }).hover();
    await page.getByRole('link', { name: 'English' }).click();
    await named('Main navigation', 'Sidebar navigation', 'Previous and next page');
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: 'Site navigation' }).waitFor();
  }));

test('code can be read in any light, on its own ground', () =>
  place.look('/developers/', async (page) => {
    for (const path of ['points', 'agents', 'errors']) {
      await openPage(page, `/developers/${path}`);
      await inAnyLight(page, async (scheme) => {
        const { pieces, pale } = await page.evaluate<{ pieces: number; pale: string[] }>(PALE_CODE);
        assert.ok(pieces > 0, path);
        assert.deepEqual(pale, [], `${path}, ${scheme}`);
      });
    }
  }));

test('nothing on it is hard to use for some', () =>
  place.look({ path: '/developers/', expected: /404/ }, async (page) => {
    for (const path of [...LOOKED_AT, 'nothing-here']) {
      await openPage(page, `/developers/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await assertAccessibleInAnyLight(page);
    }
    await openPage(page, '/developers/points');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('points');
    await page.getByRole('option').first().waitFor();
    await assertAccessibleInAnyLight(page);
  }));
