/** A misspelt name suggests the listed name with the fewest typos, ignoring case, width and punctuation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../test/support/reference/random.ts';
import { seedOf } from '../../test/support/seed.ts';
import { closest } from './closest.ts';

/** All ways, one after another. */
function typingErrors(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const isExchanged = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    typingErrors(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    typingErrors(a.slice(1), b) + 1,
    typingErrors(a, b.slice(1)) + 1,
    isExchanged ? typingErrors(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

test('the name with the fewest typing errors is found, the first of those that have as many', (t) => {
  const random = seededRandom(seedOf(t));
  const word = () => Array.from({ length: 4 + random.below(4) }, () => 'abc'[random.below(3)]).join('');
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const name = word();
    const listed = [word(), word(), word()];
    const errors = listed.map((each) => typingErrors(name, each));
    const fewest = Math.min(...errors);
    if (fewest > (name.length < 6 ? 1 : 2)) continue;
    found += 1;
    assert.deepEqual(closest(name, listed), [listed[errors.indexOf(fewest)]], `${name} in ${listed}`);
  }
  assert.ok(found > 20, `${found} were found`);
});

test('names are compared by their words: case, width, punctuation, and, & and a plural s do not matter', () => {
  const listed = ['Toys', 'Toys & Baby', 'Home & Living', 'Bags'];
  for (const name of ['Toys and Baby', 'toys&baby', 'Toy & Babies', 'ＴＯＹＳ／ＢＡＢＹ', 'Toys, Baby'])
    assert.deepEqual(closest(name, listed), ['Toys & Baby'], name);
  assert.deepEqual(closest('Home and Living', listed), ['Home & Living']);
  assert.deepEqual(closest('bag', listed), ['Bags']);
  assert.deepEqual(closest('toy', ['Toy', 'Toys', 'Bags']), ['Toy', 'Toys']);
  assert.deepEqual(closest('&', listed), []);
  assert.deepEqual(closest('Tool', ['&', 'Tools']), ['Tools']);
});

test('a short name is not mistyped, and one that is like none is a part of some', () => {
  assert.deepEqual(closest('ab', ['ac', 'xabx', 'ba']), ['xabx']);
  assert.deepEqual(closest('a', ['ab', 'b']), []);
  assert.deepEqual(closest('abc', ['xabcx'], 4), []);
  assert.deepEqual(closest('a tea set', ['tea', 'a tea'], 4), ['a tea']);
  assert.deepEqual(closest('Toys', ['Bags', 'Toys & Baby'], 4), ['Toys & Baby']);
  assert.deepEqual(closest('Toys for children', ['Toys', 'Bags'], 4), ['Toys']);
  // A plural of three letters is not a way to try parts of three letters.
  assert.deepEqual(closest('cats', ['Vacations'], 4), []);
  assert.deepEqual(closest('茶具', ['喝茶具'], 4), ['喝茶具']);
  assert.deepEqual(closest('KITCHEN  tools', ['Garden tools', 'Kitchen tools']), ['Kitchen tools']);
  assert.deepEqual(closest('kitchen', ['Garden', 'Kitchen tools', 'Kitchen sinks']), [
    'Kitchen tools',
    'Kitchen sinks',
  ]);
});
