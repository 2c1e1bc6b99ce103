/** An index is 100 in the first complete week; a share is relative to the same week of the whole market. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataOf } from '../../call/call.ts';
import { localeOf } from '../../locale/locale.ts';
import { WORDS } from '../../words/words.ts';
import type { Drawn, Figures } from '../panel.ts';
import { trendsMarket } from '../panels/trends-market.ts';
import type { Scale } from '../state/view.ts';
import { scalingOf } from './scaling.ts';
import { type Trend, trendLines } from './trend-lines.ts';

const DAY_MS = 86_400_000;
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Market = DataOf<'trendsMarket'>;

/** Weeks from a Monday on, with these amounts. */
function trendFrom(monday: string, amounts: readonly number[], start = monday): Market {
  const from = Date.parse(monday);
  const trend = amounts.map((amount, week) => ({
    month: dateAt(from + week * 7 * DAY_MS).slice(0, 7),
    week_start: dateAt(from + week * 7 * DAY_MS),
    week_end: dateAt(from + (week * 7 + 6) * DAY_MS),
    ...{ total_amount: amount, trade_count: amount / 10, avg_amount: 10 },
  }));
  const end = dateAt(from + (amounts.length * 7 - 1) * DAY_MS);
  return { type: 'market', granularity: 'week', category: 'Home', start, end, trend };
}
const plain: Drawn = {
  metric: 'amount',
  locale: localeOf(WORDS, 'en', 'en-GB'),
  title: 'A trend',
  coverage: { start: '2025-01-01', end: '2026-12-31' },
};
function drawnIn(scale: Scale, figures: Figures<Trend>, how = plain) {
  const scaling = scalingOf(figures, scale, how);
  return { scaling, lines: trendLines(figures, { ...how, scaling }) };
}
const valuesOf = ({ points }: { points: readonly { value: number | undefined }[] }) =>
  points.map(({ value }) => value);

test('an index has 100 in the first week of every line, and tells the figure beside it', () => {
  const data = trendFrom('2026-03-16', [200, 300, 100]);
  const compared = trendFrom('2025-03-17', [400, 500, 100]);
  const { lines, scaling } = drawnIn('index', { data, compared });
  assert.ok(lines.isIndex);
  assert.deepEqual(lines.lines.map(valuesOf), [
    [100, 150, 50],
    [100, 125, 25],
  ]);
  assert.deepEqual(lines.tell(1).rows, [
    ['Amount', '150.00 · 300.00'],
    ['24 – 30 Mar 2025', '125.00 · 500.00'],
    ['Change', '−40.0%'],
  ]);
  assert.equal(lines.label, 'A trend: from 100.00 in the first week to 50.00 in the last, −50.0%.');
  const { columns, rows } = trendsMarket.file({ data, compared }, scaling);
  const place = columns.indexOf('total_amount_index');
  assert.deepEqual(
    rows.map((row) => row[place]),
    [100, 150, 50, 100, 125, 25],
  );
});

test('a week that the data begin in is nothing to measure by', () => {
  const data = trendFrom('2026-03-16', [20, 200, 300]);
  const coverage = { start: '2026-03-20', end: '2026-12-31' };
  const { lines } = drawnIn('index', { data }, { ...plain, coverage });
  assert.deepEqual(lines.lines.map(valuesOf), [[10, 100, 150]]);
});

test('a share is of the same week of the whole market; where that is not shown, there is none', () => {
  const data = trendFrom('2026-03-23', [20, 30, 40]);
  const whole = trendFrom('2026-03-16', [1000, 200, 0, 400]);
  const trend = whole.trend.map((point, week) =>
    week === 2 ? { ...point, suppressed: true as const } : point,
  );
  const market = { ...whole, trend };
  const { lines, scaling } = drawnIn('share', { data, market });
  assert.deepEqual(lines.lines.map(valuesOf), [[10, undefined, 10]]);
  assert.deepEqual(lines.tell(0).rows, [
    ['Amount', '10.00% · 20.00'],
    ['Whole market', '200.00'],
  ]);
  assert.deepEqual(lines.tell(1).rows[0], ['Amount', '30.00']);
  const table = trendsMarket.table({ data, market }, 'amount', plain.locale, scaling);
  assert.deepEqual(
    table.columns.map(({ label }) => label),
    ['Week from', 'Share', 'Amount', 'Orders', 'Average order'],
  );
  assert.deepEqual(
    table.rows.map((row) => row[1]?.text),
    ['10.00%', '–', '10.00%'],
  );
  const { columns, rows } = trendsMarket.file({ data, market }, scaling);
  assert.deepEqual(columns.slice(-2), ['market_total_amount', 'total_amount_share']);
  assert.deepEqual(rows[1]?.slice(-2), [null, null]);
});

test('between two weeks a share changes by percentage points', () => {
  const data = trendFrom('2026-03-16', [20, 50]);
  const market = trendFrom('2026-03-16', [200, 400]);
  const { lines } = drawnIn('share', { data, market });
  assert.deepEqual(lines.tell(1).rows.at(-1), ['Change', '+2.50 percentage points']);
});

test('without the whole market figures stay as they are', () => {
  assert.equal(drawnIn('share', { data: trendFrom('2026-03-16', [20]) }).scaling, undefined);
});
