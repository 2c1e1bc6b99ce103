/** Undeclared fields never appear in the output of an operation, however deeply they are nested. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declared, nullable, object, record, rows, text } from './schema.ts';

test('what is not declared is not given out, however deep it stands', () => {
  const form = object({
    name: text(),
    lines: rows({ id: text() }),
    place: nullable(object({ city: text() })),
  });
  const found = { name: 'a', secret: 1, lines: [{ id: 'b', secret: 2 }], place: { city: 'c', secret: 3 } };
  assert.deepEqual(declared(form, found), { name: 'a', lines: [{ id: 'b' }], place: { city: 'c' } });
  assert.deepEqual(declared(form, { place: null }), { place: null });
});

test('a record is given out as the part that makes it says', () => {
  const at = new Date(0);
  assert.deepEqual(declared(object({ facts: record() }), { facts: { at, some: [1] } }), {
    facts: { at, some: [1] },
  });
});
