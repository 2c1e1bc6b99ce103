/** Marked prices in the documentation show current prices, and a mark that does not fit its text is reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showPrices, wrongNumber } from './price-numbers.ts';

const facts = (base: number) => ({
  periodDays: 84,
  priceOf: (path: string) =>
    path.endsWith('/market/focus') ? { kind: 'per-period' as const, base } : undefined,
});

test('a number of a page is a price where its mark says so', () => {
  const text = 'It costs 90 points on 2026-05-90, and `charged: 90`.';
  assert.equal(showPrices(text, '90=market/focus@158', facts(10)), text.replaceAll(/ 90/g, ' 20'));
});

test('a mark that does not fit its page is told', () => {
  const wrong = (text: string) => wrongNumber(text, '90=market/focus@158', facts(45));
  assert.equal(wrong('It costs 90 points.'), undefined);
  assert.equal(wrong('It costs 45 points.'), '90 must stand in the text');
  assert.equal(wrongNumber('It costs 90.', '90=market/focus@158', facts(46)), '90 must be 92');
  for (const counted of ['90 days', '90 to 92 days', '90 天', '90 週', '"version": 90', '90 weeks'])
    assert.match(wrong(`It costs 90 points for ${counted}.`) ?? '', /counts something else/, counted);
});
