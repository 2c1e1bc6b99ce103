import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdOf, folded, newImportId, visibleWith } from './version-record.ts';

test('import ids grow with their versions, and no two attempts at one have the same', () => {
  const ids = Array.from({ length: 100 }, () => newImportId(7));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.ok(id >= firstIdOf(7) && id < firstIdOf(8) && Number.isSafeInteger(id));
});

test('many ids are named by their newest, and every import counts all the same', () => {
  let visible = { before: 0, ids: [] as readonly number[] };
  for (let version = 1; version <= 9; version++)
    visible = folded(visibleWith(visible, firstIdOf(version)), 4);
  assert.ok(visible.ids.length <= 4);
  for (let version = 1; version <= 9; version++) {
    const id = firstIdOf(version);
    assert.ok(id < visible.before || visible.ids.includes(id));
  }
});
