/** Refunded points go back to the grants they were used from, and never to points that were taken back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBack, soleGrant } from './grants.ts';

const lot = (number: number, left: number, endsAt: number | null = null) => ({
  ...{ number, left, endsAt, isPlan: false },
});
const first = { number: 1, endsAt: 5, points: 10, isPlan: false };
const second = { number: 2, endsAt: null, points: 20, isPlan: false };

test('points taken back from several grants leave no room for a refund', () => {
  // Of 30 points, 12 were taken back, 5 are left, and so 13 were used: the first grant and 2 of the second were not.
  const { lots, rest } = putBack([lot(2, 5)], { grants: [first, second], taken: 12 }, 20);
  assert.deepEqual({ lots, rest }, { lots: [lot(2, 18)], rest: 7 });
});

test('points go back to the grant that was used last', () => {
  const { lots, rest } = putBack([lot(2, 15)], { grants: [first, second], taken: 0 }, 8);
  assert.deepEqual({ lots, rest }, { lots: [lot(2, 20), lot(1, 3, 5)], rest: 0 });
});

test('points have a sole grant only if all of them are left in the first', () => {
  const lots = [lot(1, 5), lot(2, 10)];
  assert.deepEqual([soleGrant(lots, 5), soleGrant(lots, 6), soleGrant([], 1)], [1, undefined, undefined]);
});
