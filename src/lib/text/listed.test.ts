/** Long names in messages are cut to 40 characters, in both parts of a sub-category name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from './listed.ts';

test('of a long name the beginning is shown, of a name below another that of both', () => {
  const long = 'x'.repeat(41);
  const cut = `${'x'.repeat(40)}…`;
  assert.equal(listed([long, 'Tea']), `"${cut}", "Tea"`);
  assert.equal(listed([`${long} / Oolong`, `Tea / ${long}`]), `"${cut} / Oolong", "Tea / ${cut}"`);
});
