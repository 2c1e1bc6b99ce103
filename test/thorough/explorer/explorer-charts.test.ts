/** Charts under a finger, a mouse and the keyboard: what they tell stays in sight and covers nothing that it is about. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { inAnyLight } from '../../support/site/audit-page.ts';
import { type Box, boxOf, PHONE, resizeTo, untilAlive } from '../../support/site/browser.ts';
import {
  ACCOUNT,
  assertFits,
  CHINESE_EXPLORER,
  EXPLORER,
  HOME,
  loadAll,
  loadPanel,
  look,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { openExplorerPlace } from '../../support/site/explorer-place.ts';
import { test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

const place = await openExplorerPlace();
const { key } = place;
/** A chart that answers at all has done so by then. */
const ANSWER_MS = 10_000;

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const isApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Its tip is told, stands inside the card, and covers none of what is marked in the chart. */
async function assertTipFits(card: Locator, where: string): Promise<void> {
  const tip = await boxOf(card.locator('.mdq-tip'));
  assert.ok(isInside(tip, await boxOf(card)), `${where}: ${JSON.stringify(tip)} leaves the card`);
  const isBelow = await card.locator('.mdq-tip.is-below').isVisible();
  const marks = await (isBelow
    ? card.locator('.mdq-chart:has(.mdq-tip) svg')
    : card.locator('.mark').locator('circle, .row')
  ).all();
  for (const mark of marks) {
    const box = await boxOf(mark);
    assert.ok(isApart(tip, box), `${where}: ${JSON.stringify(tip)} covers ${JSON.stringify(box)}`);
  }
}

const FIRST_TO_LAST = [0.35, 0.5, 0.75, 0.92];

/** Taps along a chart, from its first point to its last. */
async function tapAlong(
  page: Page,
  card: Locator,
  where: string,
  shares: readonly number[] = FIRST_TO_LAST,
): Promise<void> {
  const chart = card.locator('.mdq-chart');
  for (const share of shares) {
    await chart.scrollIntoViewIfNeeded();
    const box = await boxOf(chart.locator('svg'));
    // What was drawn at build time is there before it answers; a second tap may lead on, so it is not hurried.
    await until(`${where} answers to a tap`, async () => {
      await page.touchscreen.tap(box.x + box.width * share, box.y + box.height * (1 - share * 0.6));
      return card
        .locator('.mdq-tip')
        .waitFor({ timeout: ANSWER_MS })
        .then(
          () => true,
          () => false,
        );
    });
    await assertTipFits(card, `${where} at ${share}`);
  }
}

test('on a phone a tip stays after a tap, inside its card and off its point, until a tap elsewhere or Escape', async () => {
  await look(
    place,
    `${HOME}&compare=year&with=Home+Appliances`,
    async (page) => {
      await loadAll(page);
      for (const kind of ['trend', 'payment', 'ranking']) {
        await tapAlong(page, panelOf(page, kind), kind);
      }
      const tips = page.locator('.mdq-tip');
      assert.equal(await tips.count(), 1, 'one chart at a time tells something');
      const card = panelOf(page, 'trend');
      await tapAlong(page, card, 'trend', [0.5]);
      await card.locator('h2').tap();
      await tips.waitFor({ state: 'detached' });
      await tapAlong(page, card, 'trend', [0.5]);
      await page.keyboard.press('Escape');
      await tips.waitFor({ state: 'detached' });
      await assertFits(page);
    },
    { key, ...PHONE },
  );
});

test('under a finger the first tap on a bar tells its figures, the second leads on', async () => {
  await look(
    place,
    HOME,
    async (page) => {
      await loadPanel(page, 'ranking');
      const card = panelOf(page, 'ranking');
      await card.locator('.name', { hasText: 'Bedding' }).tap();
      await card.locator('.mdq-tip').getByText('Tap again for Bedding.').waitFor();
      await assertTipFits(card, 'ranking');
      await card.locator('.name', { hasText: 'Bedding' }).tap();
      await panelOf(page, 'focus').getByText('Key figures of Bedding').waitFor();
    },
    { key, ...PHONE },
  );
});

test('in Chinese, in the dark, on the account and on pages of endpoints tips behave the same', async () => {
  await look(
    place,
    ACCOUNT,
    async (page) => {
      for (const side of ['day', 'path']) {
        const card = panelOf(page, side);
        await card.locator('.bar').first().waitFor();
        await tapAlong(page, card, side);
      }
    },
    { key, ...PHONE },
  );
  for (const path of ['api/trends/market', 'api/overview/ranking', 'zh/api/trends/market']) {
    await look(
      place,
      `/developers/${path}`,
      async (page) => {
        const card = page.locator('figure.answer-picture').first();
        await card.locator('.line, .bar').first().waitFor({ state: 'attached' });
        await untilAlive(page);
        await tapAlong(page, card, page.url());
      },
      { ...PHONE, colorScheme: 'dark' },
    );
  }
});

test('under a mouse a tip goes with it, covers nothing it tells of, and Escape closes it', async () => {
  await look(
    place,
    `${HOME}&compare=year`,
    async (page) => {
      await loadAll(page);
      for (const kind of ['trend', 'ranking', 'payment']) {
        const card = panelOf(page, kind);
        const chart = card.locator('.mdq-chart');
        await chart.scrollIntoViewIfNeeded();
        for (const share of [0.15, 0.5, 0.9]) {
          const { width, height } = await boxOf(chart);
          await chart.hover({ position: { x: width * share, y: height * share } });
          await assertTipFits(card, `${kind} at ${share}`);
        }
        await page.keyboard.press('Escape');
        await card.locator('.mdq-tip').waitFor({ state: 'detached' });
        await chart.hover({ position: { x: 80, y: 20 } });
        await card.locator('.mdq-tip').waitFor();
        await card.locator('h2').hover();
        await card.locator('.mdq-tip').waitFor({ state: 'detached' });
      }
    },
    { key, viewport: { width: 1440, height: 900 } },
  );
});

test('going back with Shift and Tab, no chart is hidden under the bar that stays', async () => {
  await look(
    place,
    HOME,
    async (page) => {
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
    },
    { key },
  );
});

test('titles, rules and cards share their edges', async () => {
  const edgesOf = async (part: Locator) => {
    const { x, width } = await boxOf(part);
    return [x, x + width];
  };
  for (const size of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
    await look(
      place,
      HOME,
      async (page) => {
        const card = await edgesOf(panelOf(page, 'trend'));
        assert.deepEqual(await edgesOf(page.locator('.mdq-bar')), card);
        assert.equal((await edgesOf(page.locator('.mdq-head h1')))[0], card[0]);
        if (size === PHONE) assert.equal(card[0], (await edgesOf(page.locator('.VPNavBarTitle .title')))[0]);
        await assertFits(page);
      },
      { key, ...size },
    );
  }
});

test('no choice in the bar is cut off, on a phone or a desktop, in both languages', async () => {
  const path =
    '?level=sub&category=Home+%26+Living&sub=Bedding&compare=year-dates&scale=index&start=2026-03-17';
  for (const size of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
    await look(
      place,
      EXPLORER + path,
      async (page) => {
        const bar = page.locator('.mdq-bar');
        const assertWhole = async () => {
          await bar.locator('select').nth(3).waitFor({ state: 'attached' });
          await assertFits(page);
          if (size === PHONE) await bar.locator('.summary').click();
          await bar.locator('.mdq-dates').waitFor();
          assert.deepEqual(await page.evaluate<string[]>(CUT_OFF), []);
          await assertFits(page);
        };
        await assertWhole();
        await page.goto(CHINESE_EXPLORER + path);
        await assertWhole();
      },
      { key, ...size },
    );
  }
});

/** What is chosen in a list and wider than its field. */
const CUT_OFF = `[...document.querySelectorAll('.mdq-bar .field select')].flatMap((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  const text = select.selectedOptions[0].textContent.trim();
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(text).width > room ? [text] : [];
})`;

test('other figures move to their place; at another width, the same ones are there at once', async () => {
  const moves = (page: Page) => page.evaluate<string[]>('chartMoves');
  const measured = (page: Page) => page.locator('.mdq-chart svg:not([width="100%"])').first().waitFor();
  const seeing = (path: string, work: (page: Page) => Promise<void>) =>
    look(place, path, work, { reducedMotion: 'no-preference' });
  await seeing('/developers/api/overview/ranking', async (page) => {
    await page.addInitScript(NOTE_MOVES);
    await page.reload();
    await measured(page);
    await resizeTo(page, { width: 700, height: 860 });
    assert.deepEqual(await moves(page), [], 'it was drawn before it was measured');
  });
  await seeing(EXPLORER, async (page) => {
    await page.addInitScript(NOTE_MOVES);
    await page.reload();
    await panelOf(page, 'ranking').locator('.bar').first().waitFor();
    await panelOf(page, 'trend').locator('.line').first().waitFor();
    await resizeTo(page, { width: 1000, height: 860 });
    await resizeTo(page, { width: 1200, height: 860 });
    assert.deepEqual(await moves(page), []);
    await page.getByLabel('Measure').selectOption({ index: 1 });
    await until('bars and lines move', async () => new Set(await moves(page)).size >= 2);
  });
});

/** Which properties of charts go over from one figure to another. */
const NOTE_MOVES = `globalThis.chartMoves = [];
addEventListener('transitionrun', ({ target, propertyName }) => {
  if (target.closest('.mdq-chart')) chartMoves.push(propertyName);
});`;

test('charts of the explorer and of endpoints have the accent of the site', async () => {
  const drawn = { light: new Set<string>(), dark: new Set<string>() };
  const note = async (page: Page) => {
    const bar = page.locator('.mdq-chart .bar').first();
    await bar.waitFor();
    await inAnyLight(page, async (scheme) => {
      drawn[scheme].add(await bar.evaluate(fillOf));
      drawn[scheme].add(await page.evaluate<string>(ACCENT));
    });
  };
  await look(place, '/developers/api/overview/ranking', note);
  const inExplorer = async (page: Page) => {
    await loadPanel(page, 'ranking');
    await note(page);
  };
  await look(place, EXPLORER, inExplorer, { key });
  for (const colours of Object.values(drawn)) assert.equal(colours.size, 1, [...colours].join(' '));
  assert.notDeepEqual(drawn.light, drawn.dark);
});

/** Runs in the page, whose types this project does not know. */
function fillOf(shape: unknown): string {
  const { getComputedStyle } = globalThis as unknown as {
    getComputedStyle(shape: unknown): { fill: string };
  };
  return getComputedStyle(shape).fill;
}
const ACCENT = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--vp-c-brand-1)';
  return getComputedStyle(probe).color;
})()`;
