/** Malformed API keys are rejected before they are sent, and keys issued by the service are accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey } from '../../../../src/accounts/key.ts';
import { keyMistake } from './session-key.ts';

test('a key that the service makes is taken', () => {
  assert.equal(keyMistake(newKey('').key), undefined);
});

test('what cannot be a key is told before it is sent', () => {
  for (const text of ['', 'hello', 'mdk_', `${newKey('').key}x`, 'mdk_…0000', 'mdk_ kéy', '鑰匙']) {
    assert.ok(keyMistake(text), text);
  }
});
