/** A call links to the same names and days in the explorer, and only if the explorer can draw it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PANELS } from '../explorer/panels/list.ts';
import { viewFromQuery } from '../explorer/state/view.ts';
import { explorerQuery } from './call-links.ts';

test('every call that the explorer draws leads to its level, names and days', () => {
  for (const { path, level } of PANELS.filter(({ isSideBySide }) => !isSideBySide)) {
    const query = explorerQuery({
      path,
      parameters: [
        ['category', 'Tea & more'],
        ['start', '2026-01-05'],
      ],
    });
    const view = viewFromQuery(query ?? '');
    assert.deepEqual([view.level, view.category], [level, 'Tea & more'], path);
    assert.deepEqual(view.range, { kind: 'dates', start: '2026-01-05', end: '' });
  }
});

test('a call that the explorer does not draw leads nowhere there, whatever its level', () => {
  for (const path of ['meta/categories', 'market/basket', 'sub-market/basket', 'overview/basket'])
    assert.equal(explorerQuery({ path: `/api/public/${path}`, parameters: [] }), undefined, path);
});
