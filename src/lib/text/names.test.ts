/** Names sort by code point, and names that are equal after trimming and Unicode NFC are the same name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCodePoint, cleanName } from './names.ts';

test('names order by code point, where UTF-16 units would not', () => {
  const names = ['😀', 'Ａ', 'b', 'a', 'ab', 'é', ''];
  const byUtf8 = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  assert.deepEqual(names.toSorted(byCodePoint), byUtf8);
  assert.notDeepEqual(names.toSorted(), byUtf8);
});

test('every spelling of a name is one name', () => {
  assert.equal(cleanName('\u3000cafe\u0301\u00a0'), 'caf\u00e9');
});
