import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeBudget } from './time-budget.ts';

test('work goes on until the time of a second is used up, and again in the next', () => {
  let now = 5000;
  const budget = new TimeBudget(250, () => now);
  const work = () => {
    now += 100;
    return 'done';
  };
  assert.deepEqual(
    Array.from({ length: 5 }, () => budget.run(work)),
    ['done', 'done', 'done', undefined, undefined],
  );
  now = 6000;
  assert.equal(budget.run(work), 'done');
});
