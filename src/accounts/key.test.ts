/** Malformed API keys are rejected without a lookup, and the stored hash does not reveal the key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsKey, hashKey, isKeyForm, keyHashOf, newKey } from './key.ts';

const createKey = () => newKey('').key;

test('a made key has the form of one, and no two are alike', () => {
  const keys = Array.from({ length: 200 }, createKey);
  assert.ok(keys.every(isKeyForm));
  assert.ok(keys.every((key) => /^mdk_[0-9A-Za-z]{38}$/.test(key)));
  assert.equal(new Set(keys).size, keys.length);
  // The last six are the CRC-32 of those before them, in base 62: others look for keys by it.
  assert.ok(isKeyForm('mdk_000000000000000000000000000000002H4nmx'));
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

test('a key is found in a text, also percent-encoded, however often', () => {
  const key = createKey();
  const escaped = (text: string) =>
    [...text].map((each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  let text = `%ff 家電 ${key.slice(4)}`;
  for (let times = 0; times < 4; times++) {
    assert.ok(containsKey(text), text);
    assert.ok(containsKey(key.replace('_', times === 0 ? '_' : `%${'25'.repeat(times - 1)}5F`)));
    text = encodeURIComponent(text);
  }
  assert.ok(containsKey(escaped(escaped(key))));
  assert.ok(containsKey(`100%${'25'.repeat(100)}`), 'nobody writes this');
  for (const harmless of ['', '100% cotton', '100%25', '50%2525', '%ff', '家電', 'x'.repeat(50)]) {
    assert.equal(containsKey(harmless), false, harmless);
  }
});

test('what is kept of a key tells keys apart and is not the key', () => {
  const [a, b] = [createKey(), createKey()];
  assert.equal(hashKey(a), hashKey(a));
  assert.notEqual(hashKey(a), hashKey(b));
  assert.ok(!hashKey(a).includes(a.slice(4, 12)));
});

test('keys that are sent together are each looked up by their own hash', () => {
  const keys = [createKey(), createKey()];
  for (const key of [...keys, ...keys]) assert.equal(keyHashOf(key), hashKey(key));
  assert.equal(keyHashOf(`${keys[0]}x`), undefined);
});
