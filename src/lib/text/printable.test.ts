/** Untrusted text cannot move the cursor, break a line or reorder text on a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

test('no control character, line separator or change of direction is left, and all of them are to be seen', () => {
  const ranges = [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
  ] as const;
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      assert.equal(printable(`a${String.fromCharCode(code)}b`), `a\\u${code.toString(16).padStart(4, '0')}b`);
    }
  }
});

test('other text is as it was, in any language', () => {
  const text = 'orders 2026 "a\\b" café 商店 日本 👩‍👩‍👧 עברית';
  assert.equal(printable(text), text);
});

test('JSON stays JSON and means the same', () => {
  const value = { name: 'a\u009b31m\u202e\u2028b\u001b[2J\n' };
  const text = printable(JSON.stringify(value));
  assert.doesNotMatch(text, /[\p{Cc}\u202e\u2028]/u);
  assert.deepEqual(JSON.parse(text), value);
});
