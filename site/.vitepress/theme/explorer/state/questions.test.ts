/** The explorer requests no days outside the data, and the price shown before a call is exact. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '../../../../../src/lib/calendar.ts';
import { targetOf } from '../../call/call.ts';
import { datasetOf } from '../../call/dataset.ts';
import { costOf } from '../../call/price.ts';
import { PANELS } from '../panels/list.ts';
import { asRanked } from '../shapes/side-by-side.ts';
import { allOf, questionsOf } from './questions.ts';
import {
  comparedDays,
  datesOf,
  daysOf,
  earlierDays,
  presetOf,
  presetsOf,
  rangeOfPreset,
  whyMoved,
} from './ranges.ts';
import { FIRST_VIEW, type View } from './view.ts';

const dataset = datasetOf({
  version: 3,
  coverage: { start: '2025-01-06', end: '2026-06-10' },
  default_period: { start: '2026-03-16', end: '2026-06-07' },
  period_days: 84,
  default_category: 'Home',
  default_sub: 'Beds',
  currency: 'TWD',
});
const prices = [
  { path: '/api/public/trends/market', base: 50, kind: 'per-period' },
  { path: '/api/public/sub-market/related-purchases', base: 60, kind: 'fixed' },
] as const;

function panelOf(kind: string, level: string) {
  const found = PANELS.find((panel) => panel.name === kind && panel.level === level);
  assert.ok(found);
  return found;
}
const targetsOf = (kind: string, view: Partial<View> & Pick<View, 'level'>) => {
  const asked = questionsOf(panelOf(kind, view.level), { ...FIRST_VIEW, ...view }, dataset, [
    'Beds',
    'Lamps',
  ]);
  return allOf(asked).map(targetOf);
};
const dates = (start: string, end: string) => ({ kind: 'dates', start, end }) as const;

test('the default period is asked for without dates, and dates that were chosen are sent', () => {
  const undated = '/api/public/trends/market?category=Home';
  for (const view of [{}, { category: 'Home' }])
    assert.deepEqual(targetsOf('trend', { level: 'category', ...view }), [undated]);
  // Of newer data, the default period is another.
  const chosen: Partial<View>[] = [
    { range: dates('2026-03-16', '2026-06-07') },
    { range: rangeOfPreset('12', dataset) },
    { range: dates('2026-03-16', '') },
  ];
  for (const view of chosen)
    assert.deepEqual(targetsOf('trend', { level: 'category', ...view }), [
      `${undated}&start=2026-03-16&end=2026-06-07`,
    ]);
  assert.deepEqual(
    targetsOf('trend', { level: 'category', range: { kind: 'all' } }),
    targetsOf('trend', { level: 'category', range: dates('2020-01-01', '2030-01-01') }),
  );
});

test('it is known why other days are shown than an address names', () => {
  const whys = [
    dates('2026-01-01', '2026-02-01'),
    dates('', '2026-02-01'),
    dates('2025-01-06', '2026-06-10'),
    dates('2025-01-05', '2026-02-01'),
    dates('2026-01-01', '2026-06-11'),
    dates('2030-01-01', '2030-02-01'),
    dates('2026-02-01', '2026-01-01'),
    dates('soon', ''),
  ].map((range) => whyMoved(range, dataset));
  assert.deepEqual(whys, [
    ...[undefined, undefined, undefined],
    ...['outside', 'outside', 'elsewhere'],
    ...['no-range', 'no-range'],
  ]);
  assert.equal(whyMoved({ kind: 'all' }, dataset), undefined);
  // Whole weeks reach beyond data that begin in the middle of one: nobody asked for those days.
  const inWeeks = {
    ...dataset,
    isInWeeks: true,
    coverage: { ...dataset.coverage, start: dataset.coverage.start + 2 },
  };
  assert.equal(whyMoved(dates('2025-01-08', '2026-02-01'), inWeeks), undefined);
});

test('days outside the data are never asked for, and a mistake in an address is not either', () => {
  const days = (start: string, end: string) => datesOf(daysOf(dates(start, end), dataset));
  assert.deepEqual(days('2020-01-01', '2026-06-30'), { start: '2025-01-06', end: '2026-06-10' });
  assert.deepEqual(days('2027-01-01', '2027-02-01'), { start: '2026-03-16', end: '2026-06-07' });
  assert.deepEqual(days('2026-02-30', '2026-06-07'), { start: '2026-03-16', end: '2026-06-07' });
  assert.deepEqual(days('2026-06-07', '2026-06-01'), { start: '2026-03-16', end: '2026-06-07' });
});

test('a comparison is offered for days that the data have', () => {
  const days = daysOf({ kind: 'default' }, dataset);
  const before = comparedDays(days, 'previous', dataset);
  assert.deepEqual(before && datesOf(before), { start: '2025-12-22', end: '2026-03-15' });
  const year = comparedDays(days, 'year', dataset);
  // Monday to Sunday again: 52 weeks earlier.
  assert.deepEqual(year && datesOf(year), { start: '2025-03-17', end: '2025-06-08' });
  const dates = comparedDays(days, 'year-dates', dataset);
  assert.deepEqual(dates && datesOf(dates), { start: '2025-03-16', end: '2025-06-07' });
  // Where figures are of whole weeks, there are only weeks to compare with.
  assert.deepEqual(comparedDays(days, 'year-dates', { ...dataset, isInWeeks: true }), year);
  assert.equal(comparedDays(daysOf({ kind: 'all' }, dataset), 'previous', dataset), undefined);
});

test('a date that the year before has not is the last of its month', () => {
  const february = { start: parseDay('2024-02-29') ?? 0, end: parseDay('2024-02-29') ?? 0 };
  assert.equal(datesOf(earlierDays(february, 'year-dates', dataset)).start, '2023-02-28');
});

test('a share asks for the whole market too, and for no other days, inside the default period only', () => {
  const share = { level: 'category', scale: 'share', compare: 'year' } as const;
  assert.deepEqual(targetsOf('trend', share), [
    '/api/public/trends/market?category=Home',
    '/api/public/trends/overview',
  ]);
  assert.deepEqual(targetsOf('multiples', share).at(0), '/api/public/trends/overview');
  assert.equal(targetsOf('focus', share).length, 2, 'key figures have no share');
  const outside: Partial<View>[] = [
    { range: { kind: 'all' } },
    { metric: 'average' },
    { range: dates('2026-03-15', '2026-06-07') },
  ];
  for (const view of outside) {
    const targets = targetsOf('trend', { ...share, ...view });
    assert.ok(!targets.includes('/api/public/trends/overview'), targets.join(' '));
  }
  assert.equal(targetsOf('trend', { ...share, range: dates('2026-05-11', '2026-06-07') }).length, 2);
  assert.equal(targetsOf('trend', { level: 'overall', scale: 'share' }).length, 1);
});

test('a comparison asks for one more trend; key figures bring their previous period along', () => {
  assert.deepEqual(targetsOf('trend', { level: 'category', compare: 'previous', others: ['Garden'] }), [
    '/api/public/trends/market?category=Home',
    '/api/public/trends/market?category=Home&start=2025-12-22&end=2026-03-15',
    '/api/public/trends/market?category=Garden',
  ]);
  // The weeks of the year before are drawn either way: whoever has paid for them is not asked to pay again.
  assert.deepEqual(
    targetsOf('trend', { level: 'category', compare: 'year-dates' }),
    targetsOf('trend', { level: 'category', compare: 'year' }),
  );
  assert.equal(targetsOf('focus', { level: 'category', compare: 'previous' }).length, 1);
  assert.equal(targetsOf('focus', { level: 'category', compare: 'year' }).length, 2);
  assert.deepEqual(targetsOf('multiples', { level: 'category' }), [
    '/api/public/trends/sub-market?category=Home&sub=Beds',
    '/api/public/trends/sub-market?category=Home&sub=Lamps',
  ]);
});

test('a trend within one week is compared with no days of the same week', () => {
  const view = { level: 'category', compare: 'previous' } as const;
  const fridayToSunday = { ...view, range: dates('2026-05-08', '2026-05-10') };
  assert.equal(targetsOf('trend', fridayToSunday).length, 1);
  assert.equal(targetsOf('trend', { ...fridayToSunday, compare: 'year' }).length, 2);
  assert.equal(targetsOf('trend', { ...view, range: dates('2026-05-04', '2026-05-06') }).length, 2);
  const monthly = { ...dataset, isWeeklyBuilt: false };
  const inMay = { ...FIRST_VIEW, ...view, range: dates('2026-05-20', '2026-05-25') };
  assert.equal(allOf(questionsOf(panelOf('trend', 'category'), inMay, monthly, [])).length, 1);
});

test('a panel that takes no dates is sent none', () => {
  assert.deepEqual(targetsOf('related', { level: 'sub', range: { kind: 'all' }, compare: 'year' }), [
    '/api/public/sub-market/related-purchases?category=Home&sub=Beds',
  ]);
  assert.deepEqual(targetsOf('ranking', { level: 'overall', range: { kind: 'all' } }), [
    '/api/public/overview/ranking',
  ]);
});

test('a price is exact before the call: the base for every period begun, a fixed one once', () => {
  const cost = (kind: string, view: Partial<View> & Pick<View, 'level'>) => {
    const { main } = questionsOf(panelOf(kind, view.level), { ...FIRST_VIEW, ...view }, dataset, []);
    assert.ok(main);
    return costOf(prices, main, dataset);
  };
  assert.equal(cost('trend', { level: 'category' }), 50);
  assert.equal(cost('trend', { level: 'category', range: dates('2026-03-15', '2026-06-07') }), 100);
  // 521 days, of which no day outside the data is paid for.
  assert.equal(cost('trend', { level: 'category', range: dates('2000-01-01', '2030-01-01') }), 350);
  assert.equal(cost('related', { level: 'sub', range: { kind: 'all' } }), 60);
});

test('presets that would be the same days are offered once', () => {
  assert.deepEqual(presetsOf(dataset), ['default', '4', '26', '48', 'all']);
  assert.equal(presetOf(dates('2026-03-16', '2026-06-07'), dataset), 'default');
  assert.equal(presetOf(dates('2026-03-17', '2026-06-07'), dataset), undefined);
});

test('where figures are of whole weeks, the days asked for are too, and so is the price', () => {
  const inWeeks = {
    ...dataset,
    isInWeeks: true,
    coverage: { ...dataset.coverage, end: dataset.coverage.end - 3 },
  };
  const range = { kind: 'dates', start: '2026-03-18', end: '2026-06-04' } as const;
  assert.deepEqual(datesOf(daysOf(range, inWeeks)), { start: '2026-03-16', end: '2026-06-07' });
  const longer = { kind: 'dates', start: '2026-03-11', end: '2026-06-02' } as const;
  const question = { path: '/api/public/trends/market', parameters: {}, days: daysOf(longer, inWeeks) };
  assert.equal(costOf(prices, question as never, inWeeks), 100);
  assert.equal(costOf(prices, { ...question, days: daysOf(longer, dataset) } as never, dataset), 50);
});

test('side by side stand the largest, in the order of the ranking, the same ones in every measure', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const ranked = names.map((name, place) => ({
    name,
    producttypename: name,
    total_amount: 100 - place,
    trade_count: place,
    avg_amount: 1,
    top_subs: [],
  }));
  assert.deepEqual(asRanked(names, ranked, 'amount'), names);
  assert.deepEqual(asRanked(names, ranked, 'orders'), ['F', 'E', 'D', 'C', 'B', 'A', 'G', 'H']);
  assert.deepEqual(asRanked(names, [], 'orders'), names);
});
