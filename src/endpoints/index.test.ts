/** Endpoints that share a parameter name agree on its form and default, or the program does not start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../lib/schema.ts';
import { ownParameter } from './form/parameters.ts';
import { byName } from './index.ts';

const top = (maximum: number, usual = 5) =>
  ownParameter('top', Type.Integer({ description: 'How many.', minimum: 1, maximum, default: usual }));

test('a name that endpoints share is one parameter, and of one form and default', () => {
  assert.deepEqual(
    byName([top(20), top(20)]).map(({ name }) => name),
    ['top'],
  );
  for (const other of [top(200), top(20, 10)]) assert.throws(() => byName([top(20), other]), /rename one/);
});
