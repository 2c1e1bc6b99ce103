/** Text with NUL or unpaired surrogates is recognized as not storable; all other text is kept unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStorable, toStorable } from './stored-text.ts';

test('NUL and unpaired surrogates cannot be stored; all other characters can', () => {
  for (const text of ['', 'é', '😀', '\ufffd', '\t\n\u001b']) {
    assert.equal(isStorable(text), true, JSON.stringify(text));
    assert.equal(toStorable(text), text);
  }
  for (const text of ['a\0b', '\ud800', '\udc00\ud800', 'a\ude00b']) {
    assert.equal(isStorable(text), false, JSON.stringify(text));
    assert.equal(isStorable(toStorable(text)), true);
    assert.match(toStorable(text), /\ufffd/);
  }
});
