/** A path that a proxy may read in another way is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTarget } from './target.ts';

test('paths with backslashes, empty or dot segments are refused', () => {
  for (const path of ['/a\\b', '/a%5cb', '//a', '/a//b', '/../a', '/a/%2e%2e/b', '/a%00'])
    assert.equal(readTarget(path), undefined, path);
  assert.deepEqual(readTarget('/a%20b/?c=%2f'), { path: '/a b/', query: 'c=%2f' });
});
