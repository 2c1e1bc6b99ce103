/** A monthly estimate counts every call for every name and charges long ranges per started period. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../../src/endpoints/index.ts';
import { TOOL_WORDS } from '../words/tool-words.ts';
import { callsOf, monthOf, type Plan } from './month.ts';

const levels = Object.fromEntries(endpoints.map(({ path, level }) => [path, level]));
const PERIOD = 84;
const prices = endpoints.map(({ path, price }) => ({ path, ...price }));
const plan = (more: Partial<Plan>): Plan => ({
  ...{ paths: new Set<string>(), levels, times: 4, categories: 3, subs: 10, days: PERIOD },
  ...more,
});

test('a month is every question for every name, as often as it is asked', () => {
  const paths = new Set(['/api/public/trends/sub-market', '/api/public/sub-market/focus']);
  assert.deepEqual(monthOf(prices, plan({ paths }), PERIOD), { calls: 80, points: 40 * (60 + 65) });
  assert.deepEqual(monthOf(prices, plan({}), PERIOD), { calls: 0, points: 0 });
});

test('a longer range is billed per started period, and a fixed price stays', () => {
  const year = (path: string) =>
    monthOf(prices, plan({ paths: new Set([path]), times: 1, days: 365 }), PERIOD);
  assert.equal(year('/api/public/market/focus').points, 3 * 5 * 45);
  assert.equal(year('/api/public/sub-market/related-purchases').points, 10 * 60);
});

test('a question is asked once for each name at its level', () => {
  for (const { path, level } of endpoints) {
    const names = { overall: 1, category: 3, sub: 10 }[level];
    assert.equal(callsOf(path, plan({ times: 1 })), names, path);
  }
});

test('names of paths are of paths that exist, the same ones in every language', () => {
  const all = new Set<string>(endpoints.map(({ path }) => path));
  const named = Object.values(TOOL_WORDS).map(({ paths }) => Object.keys(paths).sort());
  for (const names of named) {
    assert.deepEqual(names, named[0]);
    assert.deepEqual(
      names.filter((path) => !all.has(path)),
      [],
    );
  }
});
