/** Displayed request URLs show non-ASCII letters as they are and keep reserved characters percent-encoded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readable, targetOf } from './call.ts';

test('an address is shown with its letters as they are, and what would end a value stays encoded', () => {
  const shown = (category: string) =>
    readable(targetOf({ path: '/api/x', parameters: [['category', category]] }));
  assert.equal(shown('居家生活'), '/api/x?category=居家生活');
  assert.equal(shown('Home & 100%'), '/api/x?category=Home%20%26%20100%25');
});
