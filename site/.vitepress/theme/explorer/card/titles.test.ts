/** Panel titles name the exact days of the figures and of their comparison, also for figures of older data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datasetOf } from '../../call/dataset.ts';
import { localeOf } from '../../locale/locale.ts';
import { TOOL_WORDS } from '../../words/tool-words.ts';
import type { Figures } from '../panel.ts';
import { marketFocus } from '../panels/market-focus.ts';
import { overviewGrowth } from '../panels/overview-growth.ts';
import { trendsMarket } from '../panels/trends-market.ts';
import { FIRST_VIEW, type View } from '../state/view.ts';
import { missingText, saidIn, titleOf, weeksText } from './titles.ts';

const english = localeOf(TOOL_WORDS, 'en', 'en-US', 'TWD');
const chinese = localeOf(TOOL_WORDS, 'zh-TW', 'zh-TW', 'TWD');
const data = {
  version: 3,
  coverage: { start: '2025-01-06', end: '2026-06-10' },
  default_period: { start: '2026-03-16', end: '2026-06-07' },
  ...{ period_days: 84, default_category: 'Home', default_sub: 'Beds', currency: 'TWD' },
};
const dataset = datasetOf(data);
const view: View = { ...FIRST_VIEW, level: 'category', compare: 'previous' };
const since = (start: string, end: string): View => ({ ...view, range: { kind: 'dates', start, end } });
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test('figures of older data are titled with the days that they were compared with', () => {
  const older = saidIn({ data: { start: '2026-03-09', end: '2026-05-31' } }, true);
  const title = (about: typeof older) => spaced(titleOf(marketFocus, view, dataset, about, english));
  assert.match(title(saidIn(undefined, false)), /22 Dec 2025 – 15 Mar 2026/);
  assert.match(title(older), /15 Dec 2025 – 8 Mar 2026/);
});

test('growth is titled with the days that it is of, and with those that the answer compares with', () => {
  const young = datasetOf({
    ...data,
    coverage: { start: '2026-03-02', end: '2026-06-07' },
  });
  const title = (of: typeof young, figures?: Figures) =>
    spaced(titleOf(overviewGrowth, { ...view, level: 'overall' }, of, saidIn(figures, false), english));
  const answer = { start: '2026-04-20', end: '2026-06-07' };
  const against = { start: '2026-03-02', end: '2026-04-19' };
  assert.equal(
    title(young, { data: answer, against }),
    'Growth of the amount, by category, 20 Apr – 7 Jun 2026 compared with 2 Mar – 19 Apr 2026',
  );
  assert.equal(title(young), 'Growth of the amount, by category, 20 Apr – 7 Jun 2026');
  assert.match(title(dataset), /, 16 Mar – 7 Jun 2026$/);
});

test('a week in both periods is the reason for one that is missing, and for no more', () => {
  const textsOf = (of: View, { market = dataset, locale = english } = {}) =>
    weeksText(trendsMarket, of, market, saidIn(undefined, false), locale).map(spaced);
  assert.deepEqual(textsOf(since('2026-05-01', '2026-06-07')), [
    'Whole weeks are counted: 27 Apr – 7 Jun 2026.',
    'One week fewer to compare with: 27 Apr – 3 May 2026 is in both periods.',
  ]);
  assert.deepEqual(textsOf(since('2026-05-01', '2026-06-07'), { locale: chinese }), [
    '以整週計算：2026 年 4 月 27 日至 6 月 7 日。',
    '比較期間少 1 週：2026 年 4 月 27 日至 5 月 3 日同時落在兩段期間。',
  ]);
  // Its first week is in both periods, too, and yet there are as many before it.
  assert.deepEqual(textsOf(since('2026-05-12', '2026-06-07')), [
    'Whole weeks are counted: 11 May – 7 Jun 2026.',
  ]);
  assert.deepEqual(textsOf(since('2026-05-01', '2026-05-11')), [
    'Whole weeks are counted: 27 Apr – 17 May 2026.',
    '2 weeks fewer to compare with.',
  ]);
  assert.match(textsOf(since('2026-06-03', '2026-06-04')).at(-1) ?? '', /same week\.$/);
  const monthly = datasetOf({ ...data, granularity: 'month' });
  assert.equal(
    textsOf(since('2026-04-01', '2026-05-01'), { market: monthly }).at(-1),
    'One month fewer to compare with.',
  );
});

test('what a view asks for and the data do not have is said in full', () => {
  const all: View = { ...view, range: { kind: 'all' }, compare: 'year' };
  const year = 'Year before: the data does not cover all of 8 Jan 2024 – 11 Jun 2025.';
  assert.deepEqual(missingText(all, dataset, english).map(spaced), [year]);
  const share: View = { ...view, scale: 'share', compare: 'none' };
  assert.deepEqual(missingText(share, dataset, english), []);
  assert.match(
    missingText({ ...share, compare: 'previous' }, dataset, english).join(),
    /^A share cannot be compared/,
  );
  assert.match(
    spaced(missingText({ ...share, range: { kind: 'all' } }, dataset, english).join()),
    /16 Mar – 7 Jun 2026 only\. To see shares, choose days in that range\.$/,
  );
});
