/** A chart with only some of the bars states the total number of items and their order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf } from '../locale/locale.ts';
import { WORDS } from '../words/words.ts';
import { restText } from './picture-of.ts';

test('a picture of the first bars says of how many, and which come first', () => {
  const growth = '/api/public/overview/growth';
  const items = Array.from({ length: 12 }, () => ({}));
  const told = (limit: number | undefined, more: number, path = growth) =>
    restText(
      { path, data: { items }, currency: 'TWD', names: undefined, more },
      limit,
      localeOf(WORDS, 'en', 'en-GB'),
    );
  assert.equal(told(5, 6), '5 of 18, fastest growth first');
  assert.equal(told(5, 0, '/api/public/overview/ranking'), '5 of 12, largest first');
  assert.equal(told(undefined, 6), '12 of 18, fastest growth first');
  assert.equal(told(undefined, 0), '');
});
