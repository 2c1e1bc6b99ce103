/** Stored brand settings with unknown names are ignored, including names such as `__proto__`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBrand } from './brand.ts';

test('what a store has under names that nobody knows is left out, whatever they are', async () => {
  const stored = new Map([
    ['name', 'Acme'],
    ['toString', 'x'],
    ['constructor', 'x'],
    ['__proto__', 'x'],
    ['of another version', 'x'],
  ]);
  assert.deepEqual(await readBrand(stored, {}, async () => undefined), { name: 'Acme' });
});
