/** A key never exceeds its limit within one second, and waiting for the reported time is always enough. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimit } from './rate-limit.ts';

const SECOND = 1_800_000_000_000;

const take = (limit: RateLimit, key: string, now: number, own?: number) =>
  limit.left(limit.count(key, own !== undefined, now), own);

test('a key has its limit in every second of the clock, and what is refused does not count', () => {
  const limit = new RateLimit(3);
  const lefts = (now: number, calls: number) => Array.from({ length: calls }, () => take(limit, 'a', now));
  assert.deepEqual(lefts(SECOND + 999, 6), [2, 1, 0, -1, -1, -1]);
  assert.deepEqual(lefts(SECOND + 1000, 2), [2, 1]);
  assert.deepEqual(lefts(SECOND + 1999, 3), [0, -1, -1]);
});

test('a clock that is set back does not shut a key out', () => {
  const limit = new RateLimit(1);
  take(limit, 'a', SECOND);
  assert.equal(take(limit, 'a', SECOND - 5000), 0);
});

test('whenever a call is refused, the time that is told is enough', () => {
  for (let within = 0; within < 1000; within += 1) {
    const limit = new RateLimit(1);
    const now = SECOND + within;
    take(limit, 'a', now);
    const told = Number(/;t=(\d+)$/.exec(limit.headers(take(limit, 'a', now)).at(-1) ?? '')?.[1]);
    assert.equal(told, 1);
    assert.equal(take(limit, 'a', now + told * 1000), 0);
  }
});

test('the headers name the policy and what is left of it; without a limit there are none', () => {
  const limit = new RateLimit(20);
  const policy = ['ratelimit-policy', '"key";q=20;w=1'];
  assert.deepEqual(limit.headers(take(limit, 'a', SECOND)), [...policy, 'ratelimit', '"key";r=19;t=1']);
  assert.deepEqual(limit.headers(-1), [...policy, 'ratelimit', '"key";r=0;t=1']);
  const none = new RateLimit(0);
  for (let i = 0; i < 1000; i += 1) assert.deepEqual(none.headers(take(none, 'a', SECOND)), []);
});

test('a key may have a limit of its own; the lower of the two holds', () => {
  const lefts = (limit: RateLimit, own: number) =>
    Array.from({ length: 4 }, () => take(limit, 'a', SECOND, own));
  assert.deepEqual(lefts(new RateLimit(0), 2), [1, 0, -1, -1]);
  assert.deepEqual(lefts(new RateLimit(3), 2), [1, 0, -1, -1]);
  assert.deepEqual(lefts(new RateLimit(1), 2), [0, -1, -1, -1]);
  assert.deepEqual(new RateLimit(0).headers(1, 2), [
    ...['ratelimit-policy', '"key";q=2;w=1'],
    ...['ratelimit', '"key";r=1;t=1'],
  ]);
});
