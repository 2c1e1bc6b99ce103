import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey, hashKey, isKeyForm } from './key.ts';

test('a made key has the form of one, and no two are alike', () => {
  const keys = Array.from({ length: 200 }, createKey);
  assert.ok(keys.every(isKeyForm));
  assert.ok(keys.every((key) => /^mdk_[0-9A-Za-z]{38}$/.test(key)));
  assert.equal(new Set(keys).size, keys.length);
});

test('a key with any character changed, cut or added is told apart without a look-up', () => {
  const key = createKey();
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x';
    assert.equal(isKeyForm(key.slice(0, i) + other + key.slice(i + 1)), false, `character ${i}`);
  }
  for (const text of ['', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, key.toUpperCase()]) {
    assert.equal(isKeyForm(text), false, text);
  }
});

test('what is kept of a key tells keys apart and is not the key', () => {
  const [a, b] = [createKey(), createKey()];
  assert.equal(hashKey(a), hashKey(a));
  assert.notEqual(hashKey(a), hashKey(b));
  assert.ok(!hashKey(a).includes(a.slice(4, 12)));
});
