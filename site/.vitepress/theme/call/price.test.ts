/** A quote on the site charges no days outside the data, and an invalid date range has no quote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PricesAndData, quoteFromFacts } from './price.ts';

const PATH = '/api/public/market/focus';
const BUILT = { base: 45, kind: 'per-period' } as const;
const FACTS: PricesAndData = {
  prices: [],
  data: {
    // To a Sunday.
    coverage: { start: '2024-12-04', end: '2026-06-07' },
    default_period: { start: '2026-03-16', end: '2026-06-07' },
    period_days: 84,
    granularity: 'week',
    privacy: null,
  },
};
const PRIVACY = { min_people: 5, min_merchants: 0, max_share: 100 };
const IN_WEEKS = { ...FACTS, data: FACTS.data && { ...FACTS.data, privacy: PRIVACY } };

function quote(asked: { start?: string; end?: string }, facts = FACTS): unknown[] {
  const { points, start, end, days } = quoteFromFacts(PATH, BUILT, facts, asked) ?? {};
  return [points, start, end, days];
}

test('a range without a day in the data is free', () => {
  assert.deepEqual(quote({}), [45, '2026-03-16', '2026-06-07', 84]);
  assert.deepEqual(quote({ start: '2026-06-07', end: '2026-06-30' }), [45, '2026-06-07', '2026-06-30', 1]);
  assert.deepEqual(quote({ start: '2026-06-08', end: '2026-06-30' }), [0, '2026-06-08', '2026-06-30', 0]);
  assert.deepEqual(quote({ start: '2024-12-01', end: '2024-12-03' }), [0, '2024-12-01', '2024-12-03', 0]);
  assert.deepEqual(
    quoteFromFacts(PATH, { ...BUILT, kind: 'fixed' }, FACTS, {})?.points,
    45,
    'a fixed price has no days',
  );
});

test('where ranges are whole weeks, so is the end from which a missing start is counted back', () => {
  assert.deepEqual(quote({ end: '2026-06-03' }), [45, '2026-03-12', '2026-06-03', 84]);
  assert.deepEqual(quote({ end: '2026-06-03' }, IN_WEEKS), [45, '2026-03-16', '2026-06-07', 84]);
  assert.deepEqual(quote({ start: '2024-12-03', end: '2024-12-03' }, IN_WEEKS), [
    45,
    '2024-12-02',
    '2024-12-08',
    5,
  ]);
  assert.deepEqual(quote({ start: '2026-06-09', end: '2026-06-09' }, IN_WEEKS)[0], 0);
});

test('dates that are no range yet have no price', () => {
  assert.equal(quoteFromFacts(PATH, BUILT, FACTS, { start: '2026-06' }), undefined);
  assert.equal(quoteFromFacts(PATH, BUILT, FACTS, { start: '2026-06-02', end: '2026-06-01' }), undefined);
});
