/** Call parameters in the ledger take at most 512 bytes and never contain an API key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parametersText, readIdempotencyKey, readParameters, withIdempotencyKey } from './parameters-text.ts';

test('what was asked is read back as it was sent', () => {
  for (const given of [
    {},
    { category: 'Home & Living', start: '2026-05-11' },
    { category: '家電', sub: '"\\\n' },
  ]) {
    const text = parametersText(given);
    assert.deepEqual([readParameters(text), readIdempotencyKey(text)], [given, null]);
    const named = withIdempotencyKey(text, 'june-report-1');
    assert.deepEqual([readParameters(named), readIdempotencyKey(named)], [given, 'june-report-1']);
  }
  assert.equal(readParameters(null), null);
});

test('what is too long is shortened to 512 bytes of valid text, and dates stay whole', () => {
  for (const long of [
    'x'.repeat(600),
    '電'.repeat(600),
    '😀'.repeat(400),
    '"'.repeat(900),
    '\u0001'.repeat(300),
  ]) {
    const text = parametersText({ category: long, sub: `${long}${long}`, start: '2026-05-11' });
    assert.ok(Buffer.byteLength(text) <= 512, text);
    const read = readParameters(text);
    assert.equal(read?.start, '2026-05-11');
    assert.ok(read?.category?.endsWith('…'));
    assert.ok(long.startsWith(read?.category?.slice(0, -1) ?? 'none'));
    assert.ok(read?.category?.isWellFormed());
  }
});

test('where names alone take more room than there is, some are left out', () => {
  const names = Array.from({ length: 30 }, (_, i) => `a_parameter_with_a_long_name_${i}`);
  const text = parametersText(Object.fromEntries(names.map((name) => [name, 'value'])));
  assert.ok(Buffer.byteLength(text) <= 512);
  const left = Object.keys(readParameters(text) ?? {});
  assert.ok(left.length > 5 && left.every((name) => names.includes(name)), text);
});

test('a key that was pasted into a parameter is not kept', () => {
  const key = `mdk_${'a'.repeat(38)}`;
  for (const sent of [
    key,
    key.replace('_', '%5F'),
    key.replace('_', '%255F'),
    encodeURIComponent(`%${key}`),
  ]) {
    const text = parametersText({ category: sent });
    assert.ok(!text.includes('aaaa'), text);
  }
});
