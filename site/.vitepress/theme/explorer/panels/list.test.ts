import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../../../src/endpoints/index.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from '../state/questions.ts';
import { PANELS } from './list.ts';

test('there is a panel for every endpoint that has figures, at its level and with its dates', () => {
  const sold = endpoints
    .filter(({ group }) => group !== 'Meta')
    .map(({ path, level, period }) => ({ path, level, takesDates: period === 'asked' }));
  // Side by side are trends of the level below.
  const shown = PANELS.filter(({ isSideBySide }) => !isSideBySide).map(({ path, level, takesDates }) => ({
    path,
    level,
    takesDates,
  }));
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  assert.deepEqual([...shown].sort(byPath), [...sold].sort(byPath));
});

test('the lists of names are asked for where they are', () => {
  const paths = endpoints.filter(({ group }) => group === 'Meta').map(({ path }) => path as string);
  assert.deepEqual(paths.sort(), [CATEGORIES_PATH, SUB_CATEGORIES_PATH].sort());
});
