/** Charts under a finger, a mouse and the keyboard: what they tell stays in sight and covers nothing that it is about. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type Box, boxOf, PHONE, resizeTo } from '../../support/site/browser.ts';
import { assertFits, EXPLORER, HOME, loadAll, loadPanel, panelOf } from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { DemoPlace } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';

const place = new DemoPlace();
/** A chart that responds at all has done so by then. */
const RESPONSE_MS = 10_000;

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const isApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** The tip stands inside the card, and covers none of what is marked in the chart. */
async function assertTipFits(card: Locator, where: string): Promise<void> {
  const tip = await boxOf(card.locator('.mdq-tip'));
  assert.ok(isInside(tip, await boxOf(card)), `${where}: ${JSON.stringify(tip)} leaves the card`);
  const isBelow = await card.locator('.mdq-tip.is-below').isVisible();
  const marks = isBelow
    ? card.locator('.mdq-chart:has(.mdq-tip) svg')
    : card.locator('.mark').locator('circle, .row');
  for (const mark of await marks.all()) {
    const box = await boxOf(mark);
    assert.ok(isApart(tip, box), `${where}: ${JSON.stringify(tip)} covers ${JSON.stringify(box)}`);
  }
}

/** Taps along a chart, from its first point to its last. */
async function tapAlong(page: Page, card: Locator, shares = [0.35, 0.5, 0.75, 0.92]): Promise<void> {
  const chart = card.locator('.mdq-chart');
  for (const share of shares) {
    await chart.scrollIntoViewIfNeeded();
    const box = await boxOf(chart.locator('svg'));
    const hasTip = () =>
      card
        .locator('.mdq-tip')
        .waitFor({ timeout: RESPONSE_MS })
        .then(
          () => true,
          () => false,
        );
    // A chart drawn at build time is there before it responds; a second tap may lead on, so none is hurried.
    await until(`${card} responds to a tap`, async () => {
      await page.touchscreen.tap(box.x + box.width * share, box.y + box.height * (1 - share * 0.6));
      return hasTip();
    });
    await assertTipFits(card, `${card} at ${share}`);
  }
}

test('on a phone a tip stays after a tap, inside its card and off its point, until a tap elsewhere or Escape', () =>
  place.lookWithKey({ path: `${HOME}&compare=year&with=Home+Appliances`, ...PHONE }, async (page) => {
    await loadAll(page);
    for (const kind of ['trend', 'payment', 'ranking']) await tapAlong(page, panelOf(page, kind));
    const tips = page.locator('.mdq-tip');
    assert.equal(await tips.count(), 1, 'one chart at a time tells something');
    const card = panelOf(page, 'trend');
    for (const close of [() => card.locator('h2').tap(), () => page.keyboard.press('Escape')]) {
      await tapAlong(page, card, [0.5]);
      await close();
      await tips.waitFor({ state: 'detached' });
    }
    await assertFits(page);
    // The first tap on a bar tells its figures, the second leads on.
    const bar = panelOf(page, 'ranking').locator('.name', { hasText: 'Bedding' });
    await bar.tap();
    await panelOf(page, 'ranking').locator('.mdq-tip').getByText('Tap again for Bedding.').waitFor();
    await bar.tap();
    await panelOf(page, 'focus').getByText('Key figures of Bedding').waitFor();
  }));

test('under a mouse a tip goes with it, covers nothing it tells of, and Escape closes it', () =>
  place.lookWithKey(`${HOME}&compare=year`, async (page) => {
    await loadAll(page);
    for (const kind of ['trend', 'ranking', 'payment']) {
      const card = panelOf(page, kind);
      const [chart, tip] = [card.locator('.mdq-chart'), card.locator('.mdq-tip')];
      await chart.scrollIntoViewIfNeeded();
      for (const share of [0.15, 0.5, 0.9]) {
        const { width, height } = await boxOf(chart);
        await chart.hover({ position: { x: width * share, y: height * share } });
        await assertTipFits(card, `${kind} at ${share}`);
      }
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'detached' });
      await chart.hover({ position: { x: 80, y: 20 } });
      await tip.waitFor();
      await card.locator('h2').hover();
      await tip.waitFor({ state: 'detached' });
    }
  }));

test('going back with Shift and Tab, no chart is hidden under the bar that stays', () =>
  place.lookWithKey(HOME, async (page) => {
    await loadAll(page);
    const charts = page.locator('.mdq-panels .mdq-chart');
    for (const width of [1440, 390]) {
      await resizeTo(page, { width, height: 700 });
      const seen = new Set<string>();
      await page.locator('.mdq-panels').getByRole('button').last().focus();
      for (let presses = 0; presses < 60 && seen.size < (await charts.count()); presses++) {
        await page.keyboard.press('Shift+Tab');
        const chart = page.locator('.mdq-chart:focus');
        if ((await chart.count()) === 0) continue;
        seen.add((await chart.getAttribute('aria-label')) ?? '');
        const [bar, { y }] = [await boxOf(page.locator('.mdq-bar')), await boxOf(chart)];
        assert.ok(y >= bar.y + bar.height, `${y} is above ${bar.y + bar.height}`);
      }
      assert.equal(seen.size, 3);
    }
  }));

/** Notes which properties of charts change over time. */
const NOTE_MOVES = `globalThis.chartMoves = [];
addEventListener('transitionrun', ({ target, propertyName }) => {
  if (target.closest('.mdq-chart')) chartMoves.push(propertyName);
});`;

test('other figures move to their place, unless no motion is wanted; at another width they are there at once', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await place.lookWithKey({ path: EXPLORER, reducedMotion }, async (page) => {
      const moves = async () => new Set(await page.evaluate<string[]>('chartMoves')).size;
      await page.addInitScript(NOTE_MOVES);
      await page.reload();
      for (const kind of ['ranking', 'trend']) await loadPanel(page, kind);
      for (const width of [1000, 1200]) await resizeTo(page, { width, height: 860 });
      assert.equal(await moves(), 0);
      await page.getByLabel('Measure').selectOption({ index: 1 });
      await panelOf(page, 'trend').getByText('Orders per week').first().waitFor();
      if (reducedMotion === 'no-preference')
        await until('bars and lines move', async () => (await moves()) >= 2);
      const running = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
      if (reducedMotion === 'reduce') assert.equal(await page.evaluate<number>(running), 0);
    });
  }
});
