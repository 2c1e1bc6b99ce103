/** Explorer URLs restore the same view, ignore invalid values and never carry an API key over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_VIEW, type View, viewFromQuery, viewToQuery } from './view.ts';

const views: View[] = [
  FIRST_VIEW,
  { ...FIRST_VIEW, metric: 'orders' },
  { ...FIRST_VIEW, level: 'category', category: "Women's Fashion", range: { kind: 'all' } },
  {
    level: 'sub',
    category: 'Home & Living',
    sub: '100% wool + more=better?',
    range: { kind: 'dates', start: '2026-05-11', end: '2026-06-07' },
    compare: 'year-dates',
    others: ['Bedding', 'a,b', '冷氣'],
    metric: 'average',
    scale: 'index',
  },
  {
    ...FIRST_VIEW,
    level: 'sub',
    category: '家電',
    sub: '冷氣',
    range: { kind: 'dates', start: '2026-05-11', end: '' },
  },
];

test('an address shows the same view again', () => {
  for (const view of views) assert.deepEqual(viewFromQuery(viewToQuery(view)), view);
});

test('the first view needs no address', () => {
  assert.equal(viewToQuery(FIRST_VIEW), '');
});

test('nonsense in an address counts as not given', () => {
  assert.deepEqual(
    viewFromQuery('level=galaxy&range=ever&metric=joy&compare=dreams&scale=awe&with='),
    FIRST_VIEW,
  );
});

test('three other names at most, each once', () => {
  assert.deepEqual(viewFromQuery('with=a&with=a&with=b&with=c&with=d').others, ['a', 'b', 'c']);
});

test('a key in an address is not taken over', () => {
  const text = viewToQuery(viewFromQuery('key=mdk_secret&x-api-key=mdk_secret&level=category'));
  assert.equal(text, 'level=category');
});
