import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PANELS } from './panels.ts';
import { FIRST_VIEW, questionOf, targetOf, type View, viewFromQuery, viewToQuery } from './view.ts';

const views: View[] = [
  FIRST_VIEW,
  { ...FIRST_VIEW, metric: 'orders', panels: ['trend', 'payment'] },
  { ...FIRST_VIEW, level: 'category', category: "Women's Fashion", range: { kind: 'all' } },
  {
    level: 'sub',
    category: 'Home & Living',
    sub: '100% wool + more=better?',
    range: { kind: 'dates', start: '2026-05-11', end: '2026-06-07' },
    metric: 'average',
    panels: ['focus', 'trend', 'tags', 'related'],
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
  assert.deepEqual(viewFromQuery('level=galaxy&range=ever&metric=joy&panels=tags+nothing'), FIRST_VIEW);
});

test('a key in an address is not taken over', () => {
  const text = viewToQuery(viewFromQuery('key=mdk_secret&x-api-key=mdk_secret&level=category'));
  assert.equal(text, 'level=category');
});

test('a question has the parameters that its endpoint takes, and no empty ones', () => {
  const view = { category: 'Home & Living', sub: 'Bedding', range: { kind: 'all' } as const };
  const targets = PANELS.map((panel) => targetOf(questionOf(panel, view)));
  assert.ok(targets.includes('/api/public/overview/ranking'));
  assert.ok(targets.includes('/api/public/market/payment?category=Home%20%26%20Living&start=1970-01-01'));
  assert.ok(
    targets.includes('/api/public/sub-market/tags?category=Home%20%26%20Living&sub=Bedding&start=1970-01-01'),
  );
  assert.ok(
    targets.includes('/api/public/sub-market/related-purchases?category=Home%20%26%20Living&sub=Bedding'),
  );
  const defaults = PANELS.map((panel) =>
    targetOf(questionOf(panel, { category: '', sub: '', range: { kind: 'default' } })),
  );
  assert.deepEqual(
    defaults,
    PANELS.map(({ path }) => path),
  );
});
