/** Related sub-categories are the five with the most shared members, and rare relations are left out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relate } from './related.ts';

function boughtBy(subsOfMembers: readonly (readonly number[])[]) {
  const pairs = subsOfMembers.flatMap((subs, member) => subs.map((sub) => [member, sub] as const));
  // They come in any order.
  const mixed = pairs.toSorted(([a, b], [c, d]) => ((a * 7 + b * 5) % 11) - ((c * 7 + d * 5) % 11));
  return {
    member: Int32Array.from(mixed, ([member]) => member),
    sub: Int32Array.from(mixed, ([, sub]) => sub),
  };
}

test('related are the five with most members in common, and by name where as many are', () => {
  const subsByName = Int32Array.of(6, 5, 4, 3, 2, 1, 0);
  const { sub, other, members } = relate(
    boughtBy([[0, 1], [], [0, 1, 2, 3, 4, 5, 6], [0, 2], [5], [0, 2]]),
    subsByName,
    1,
  );
  const told = (of: number) => [...sub].flatMap((each, i) => (each === of ? [[other[i], members[i]]] : []));
  assert.deepEqual(told(0), [
    [2, 3],
    [1, 2],
    [6, 1],
    [5, 1],
    [4, 1],
  ]);
  assert.deepEqual(told(5), [
    [6, 1],
    [4, 1],
    [3, 1],
    [2, 1],
    [1, 1],
  ]);
  assert.deepEqual(
    [...sub],
    [...sub].sort((a, b) => a - b),
  );
});

test('relations of fewer members than must be are not told', () => {
  const { sub, other, members } = relate(
    boughtBy([
      [0, 1, 2],
      [0, 1],
    ]),
    Int32Array.of(0, 1, 2),
    2,
  );
  assert.deepEqual(
    [[...sub], [...other], [...members]],
    [
      [0, 1],
      [1, 0],
      [2, 2],
    ],
  );
});
