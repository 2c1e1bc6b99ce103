/** Averages, shares and growth rates round half away from zero and stay exact up to 2^53. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { average, growthRate, percent, percentText, ratio } from './figures.ts';

test('halves are rounded away from zero', () => {
  assert.equal(average(5, 2), 0.03);
  assert.equal(average(100_005, 10), 100.01);
  assert.equal(ratio(1, 8), 0.13);
  assert.equal(percent(1, 2000), 0.1);
  assert.equal(growthRate(1999, 2000), -0.1);
  assert.equal(growthRate(19_999, 20_000), 0);
  assert.equal(growthRate(20_001, 20_000), 0);
});

test('nothing divided by zero is zero', () => {
  assert.equal(average(0, 0), 0);
  assert.equal(ratio(5, 0), 0);
  assert.equal(percentText(0, 0), '0.0%');
  assert.equal(growthRate(0, 0), 0);
});

test('growth from nothing to something is 100, to nothing is -100', () => {
  assert.equal(growthRate(1, 0), 100);
  assert.equal(growthRate(0, 1), -100);
});

test('figures near 2^53 stay exact', () => {
  const large = Number.MAX_SAFE_INTEGER;
  assert.equal(average(large, 2), 45_035_996_273_704.96);
  assert.equal(growthRate(large, large - 1), 0);
  assert.equal(growthRate(9_000_000_000_000_000, 8_000_000_000_000_000), 12.5);
  assert.equal(growthRate(8_003_999_999_999_999, 8_000_000_000_000_000), 0);
  assert.equal(growthRate(8_004_000_000_000_000, 8_000_000_000_000_000), 0.1);
  assert.equal(percent(large, large), 100);
});

test('a share is printed with one decimal, whole numbers too', () => {
  assert.equal(percentText(1, 1), '100.0%');
  assert.equal(percentText(1, 3), '33.3%');
  assert.equal(percentText(453, 1000), '45.3%');
});
