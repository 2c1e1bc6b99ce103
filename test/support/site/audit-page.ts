import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { untilTrue } from './browser.ts';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

/** Whether nothing is on its way from one look to another: halfway, colours are those of neither. */
const IS_AT_REST = `document.getAnimations().every(({ playState, effect }) =>
  playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`;

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The rules that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Audit {
  /** The part of the page that is looked at. */
  readonly within?: string;
  /** Without these, all rules. */
  readonly rules?: readonly string[];
}

/** Fails when axe finds something wrong on the page as it is, once it has come to rest. */
export async function assertAccessible(page: Page, { within, rules }: Audit = {}): Promise<void> {
  await untilTrue(page, IS_AT_REST);
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE);
  // What it found to be in order is most of its work to write down.
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules });
  const part = within === undefined ? 'document' : JSON.stringify(within);
  const violations = await page.evaluate<Finding[]>(
    `axe.run(${part}, ${options}).then((found) => found.violations)`,
  );
  const report = violations.map(
    ({ id, nodes: [first, ...more] }) =>
      `${id}: ${JSON.stringify(first?.target)} and ${more.length} more. ${first?.failureSummary}`,
  );
  assert.deepEqual(report, [], `${page.url()} is hard to use for some`);
}

/** Looks at a page in light and in dark, in one visit: only its colours are others. */
export async function inAnyLight(
  page: Page,
  see: (scheme: 'light' | 'dark') => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const isDark = `document.documentElement.classList.contains('dark')`;
    await untilTrue(page, `${isDark} === ${colorScheme === 'dark'}`);
    await untilTrue(page, IS_AT_REST);
    await see(colorScheme);
  }
}

export const assertAccessibleInAnyLight = (page: Page, audit: Pick<Audit, 'within'> = {}) =>
  inAnyLight(page, (scheme) =>
    assertAccessible(page, scheme === 'dark' ? { ...audit, rules: OF_COLOURS } : audit),
  );

/** What a fresh visitor's browser has transferred, and when it had painted the largest thing. */
export async function measureFirstVisit(
  page: Page,
  path: string,
): Promise<{ bytes: number; paintMs: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return { bytes, paintMs: await page.evaluate<number>(LARGEST_PAINT) };
}

/** Runs in the page, whose types this project does not know. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
})`;
