/** The site treats exactly the endpoints without a period as lists of names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../../src/endpoints/index.ts';
import { listsNames } from './name-lists.ts';

test('what is of no period is a list of names', () => {
  for (const { path, period } of endpoints) assert.equal(listsNames(path), period === 'none', path);
});
