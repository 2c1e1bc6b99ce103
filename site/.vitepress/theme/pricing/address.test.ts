/** A pricing plan survives the round trip through its URL, and invalid values fall back to the defaults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planIn, queryOf } from './address.ts';

test('an address brings a plan back, and the usual plan has none', () => {
  const usual = planIn('');
  assert.equal(queryOf(usual), '');
  const own = {
    paths: new Set(['/api/public/sub-market/tags', '/api/public/overview/growth']),
    often: '30',
    range: 'year',
    counts: { categories: 3, subs: 1000 },
  } as const;
  assert.equal(
    queryOf(own),
    '?ask=overview/growth,sub-market/tags&often=30&range=year&categories=3&subs=1000',
  );
  assert.deepEqual(planIn(queryOf(own)), own);
  const none = { ...usual, paths: new Set<string>() };
  assert.deepEqual(planIn(queryOf(none)), none);
});

test('what an address does not say rightly is as usual, and what is no count is not written', () => {
  const usual = planIn('');
  assert.deepEqual(planIn('?often=7&range=decade&categories=0&subs=1e9'), usual);
  assert.equal(queryOf({ ...usual, counts: { categories: Number.NaN, subs: 2.5 } }), '');
});
