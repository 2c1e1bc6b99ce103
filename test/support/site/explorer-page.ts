import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { madeOnce } from '../shared/once.ts';
import { until } from '../until.ts';

export const EXPLORER = '/developers/explorer';
/** A category of the demo data. */
export const HOME = `${EXPLORER}?level=category&category=Home+%26+Living`;
export const ACCOUNT = '/developers/account';
export const CHINESE_EXPLORER = '/developers/zh/explorer';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the developer site if its sources have changed since; checked once for all tests. */
export async function buildSite(): Promise<void> {
  await madeOnce('site', async () => {
    await promisify(execFile)(process.execPath, ['scripts/site.mjs'], { cwd: root });
  });
}

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
}

/** Forgets the key and what it has paid for. */
export async function forgetKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Forget key' }).click();
  await page.getByRole('button', { name: 'Erase and forget key' }).click();
}

/** The panel of one kind, such as `trend`. */
export function panelOf(page: Page, kind: string): Locator {
  return page.locator(`[data-panel="${kind}"]`);
}

export async function showFace(
  panel: Locator,
  face: 'Chart' | 'Table' | 'JSON' | 'Code' | '表格',
): Promise<void> {
  await panel.locator('label', { hasText: new RegExp(`^${face}$`) }).click();
}

/** Loads a panel and waits until it has its figures. */
export async function loadPanel(page: Page, kind: string): Promise<void> {
  const panel = panelOf(page, kind);
  await panel.getByRole('button', { name: /^(Load|Try again)/ }).click();
  await panel.getByRole('button', { name: /^CSV/ }).waitFor();
}

/** The button of the bar that loads what is not there yet, such as `Load 4 charts · 155 points`. */
export function loadButton(page: Page, text?: string | RegExp): Locator {
  const button = page.locator('.mdq-bar .load .is-main');
  return text === undefined ? button : button.and(page.getByRole('button', { name: text }));
}

/** Loads everything that the bar offers, and waits until it is there. */
export async function loadAll(page: Page, text?: string | RegExp): Promise<void> {
  await loadButton(page, text).click();
  await page.locator('.mdq-bar .load .is-main').waitFor({ state: 'detached' });
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
}

export async function chooseLevel(page: Page, level: string): Promise<void> {
  await page.locator('.mdq-bar .level label', { hasText: new RegExp(`^${level}$`) }).click();
}

/** The points left, as the page says. */
export async function balanceShown(page: Page): Promise<number> {
  return Number(await page.locator('[data-test="balance"]').getAttribute('data-points'));
}

/** The page says so many points are left: once everything that was paid for is counted. */
export async function balanceBecomes(page: Page, points: number): Promise<void> {
  await page.locator(`[data-test="balance"][data-points="${points}"]`).waitFor({ state: 'attached' });
}

/** The JSON that a panel shows beside its chart. */
export async function jsonShown(panel: Locator): Promise<unknown> {
  await showFace(panel, 'JSON');
  const json = JSON.parse((await panel.locator('pre').textContent()) ?? '');
  await showFace(panel, 'Chart');
  return json;
}

export async function codeShown(panel: Locator, language: 'curl' | 'TypeScript'): Promise<string> {
  await showFace(panel, 'Code');
  await panel.getByRole('tab', { name: language }).click();
  const code = (await panel.getByRole('tabpanel').textContent()) ?? '';
  await showFace(panel, 'Chart');
  return code;
}

/** What a click on a download button saves. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** What a page says where a machine was too busy for its patience, or for the service's. */
const TOO_BUSY = /^(No answer within|The service is busy|Too many calls)/;

/** Whether something was drawn: a line, bars, or figures in large type. A page that gave up on a busy machine is told to ask again. */
export async function isDrawn(panel: Locator): Promise<boolean> {
  const drawn = panel.locator('.body > :not(.mdq-ghost)').locator('.line, .bar, .mdq-tiles .value');
  const alone = panel.locator('.body > .mdq-chart').locator('.line, .bar');
  const figures = drawn.or(alone).first();
  const gaveUp = panel.getByRole('alert').filter({ hasText: TOO_BUSY });
  await until('it is drawn', async () => {
    // A line of equal weeks has no height, so it counts as not visible.
    await figures.or(gaveUp).first().waitFor({ state: 'attached' });
    if ((await figures.count()) > 0) return true;
    await panel.getByRole('button', { name: /^Try again/ }).click();
    await gaveUp.waitFor({ state: 'detached' });
    return false;
  });
  return true;
}

/** Draws every chart there is, one after the other: how long each took from its answer, in milliseconds. */
export async function drawEveryChart(page: Page): Promise<number[]> {
  for (const level of ['Whole market', 'Category', 'Sub-category']) {
    await chooseLevel(page, level);
    for (const kind of await page.locator('[data-panel]').evaluateAll(kindsOf)) {
      // Several of those that are drawn one by one.
      if (kind === 'multiples') continue;
      await loadPanel(page, kind);
      assert.ok(await isDrawn(panelOf(page, kind)));
    }
  }
  const entries = await page.evaluate(() =>
    performance.getEntriesByName('mdq-answer-to-drawn').map((entry) => {
      const { path } = (entry as unknown as { detail: { path: string } }).detail;
      return [path, entry.duration] as const;
    }),
  );
  // A chart that was drawn again counts with its first time.
  return [...new Map(entries.reverse()).values()];
}

function kindsOf(panels: readonly unknown[]): string[] {
  return panels.map((panel) => (panel as { dataset: { panel: string } }).dataset.panel);
}

/** A page that is wider than its window has to be pushed to and fro. */
export async function assertFits(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(content <= window, `${page.url()} is ${content} wide in a window of ${window}`);
}

type KeptId = [at: number, bytes: number, holder: string, version: string, target: string];

/** Everything that was paid for and is kept in this browser, the oldest first. */
export function keptIn(page: Page): Promise<[id: KeptId, answer: unknown][]> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('mdq');
    opening.onupgradeneeded = () => opening.result.createObjectStore('paid');
    opening.onsuccess = () => {
      const store = opening.result.transaction('paid').objectStore('paid');
      const [ids, answers] = [store.getAllKeys(), store.getAll()];
      answers.onsuccess = () => {
        opening.result.close();
        resolve(ids.result.map((id, at) => [id, answers.result[at]]));
      };
    };
  })`);
}

/** Notes everything that could give a key away: addresses, bodies, headers apart from its own, the console. */
export function watchForSecrets(page: Page): { assertUnknown(key: string): Promise<void> } {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  page.on('request', (request) => {
    const { 'x-api-key': _key, ...headers } = request.headers();
    seen.push(request.url(), request.postData() ?? '', JSON.stringify(headers));
  });
  return {
    async assertUnknown(key) {
      const kept = await page.evaluate<string>(
        `JSON.stringify([location.href, history.state, document.cookie, {...localStorage}, name])`,
      );
      const paid = JSON.stringify(await keptIn(page));
      for (const text of [...seen, kept, paid, await page.content()]) {
        assert.ok(!text.includes(key), text.slice(0, 200));
      }
    },
  };
}

export async function isFocused(place: Locator): Promise<boolean> {
  return await place.evaluate(
    (element) =>
      (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement === element,
  );
}

/** Goes on with Tab until something has the focus. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 40 && !(await isFocused(place)); presses++)
    await page.keyboard.press('Tab');
  assert.ok(await isFocused(place), `Tab does not lead to ${place}`);
}
