import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costLabel, costOf, sumOf } from './price.ts';

const trend = { path: '/api/public/trends/market', base: 50, kind: 'per-period' } as const;
const related = { path: '/api/public/sub-market/related-purchases', base: 60, kind: 'fixed' } as const;

test('a price is the base for every period; a fixed one is the base', () => {
  assert.deepEqual(costOf(trend, { least: 3, most: 3 }), { least: 150, most: 150 });
  assert.deepEqual(costOf(related, { least: 3, most: Infinity }), { least: 60, most: 60 });
});

test('what is not known is not made up', () => {
  assert.equal(costLabel(costOf(trend, { least: 1, most: 1 })), '50 points');
  assert.equal(costLabel(costOf(trend, { least: 2, most: 3 })), '100–150 points');
  assert.equal(costLabel(costOf(trend, { least: 1, most: Infinity })), 'from 50 points');
  assert.equal(costLabel({ least: 1, most: 1 }), '1 point');
});

test('a sum is as sure as its least sure part', () => {
  const costs = [costOf(trend, { least: 1, most: Infinity }), costOf(related, { least: 1, most: 1 })];
  assert.equal(costLabel(sumOf(costs)), 'from 110 points');
  assert.equal(costLabel(sumOf([])), '0 points');
});
