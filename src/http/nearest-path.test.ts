/** A path with two typos is matched to its endpoint, and an overlong path costs no comparison. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../endpoints/index.ts';
import { nearestPath } from './nearest-path.ts';

const FOCUS = '/api/public/market/focus';
const paths = endpoints.map(({ path }) => path);
const nearest = nearestPath(paths);

test('a path that is not there costs little: ours are made ready once, and long ones are not compared', (t) => {
  const normalize = t.mock.method(String.prototype, 'normalize');
  for (const path of ['/api/public/marktt/payxnentx', `/${'q'.repeat(25)}`]) {
    normalize.mock.resetCalls();
    assert.equal(nearest(path), undefined);
    assert.equal(normalize.mock.callCount(), 1, 'that of the path itself');
  }
  normalize.mock.resetCalls();
  assert.equal(nearest(`/${'q'.repeat(60)}${FOCUS}`), undefined);
  assert.equal(normalize.mock.callCount(), 0);
});

test('every path is found with two typing errors, and behind another beginning', () => {
  for (const path of paths) {
    assert.ok(path.length < 50, path);
    assert.equal(nearest(path.replace('public', 'pubilcs')), path);
    assert.equal(nearest(`/service${path}`), path);
  }
});
