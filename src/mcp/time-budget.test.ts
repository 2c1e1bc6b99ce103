import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeBudget } from './time-budget.ts';

test('work goes on until the time of a second is used up, and again in the next', () => {
  let now = 5000;
  const budget = new TimeBudget({ all: 250, each: 250 }, { now: () => now, worked: () => now });
  const work = () => {
    now += 100;
    return 'done';
  };
  assert.deepEqual(
    Array.from({ length: 5 }, () => budget.run('a', work)),
    ['done', 'done', 'done', undefined, undefined],
  );
  now = 6000;
  assert.equal(budget.run('a', work), 'done');
});

test('what one client uses up, others still have, until all together have used it up', () => {
  let now = 5000;
  const budget = new TimeBudget({ all: 250, each: 100 }, { now: () => now, worked: () => now });
  const run = (client: string) =>
    budget.run(client, () => {
      now += 100;
      return 'done';
    });
  assert.deepEqual([run('a'), run('a'), run('b')], ['done', undefined, 'done']);
  assert.deepEqual([run('c'), run('d')], ['done', undefined]);
});
