/** Request ids are unique, sort by time and do not reveal the number of other requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIds, shuffle, timeOfRequest } from './request-id.ts';

test('ids begin with their time, sort by it and are never the same', () => {
  const sources = [requestIds(), requestIds()];
  const before = Date.now();
  const ids = Array.from({ length: 2000 }, (_, i) => sources[i % 2]?.() ?? '');
  const after = Date.now();
  assert.equal(new Set(ids).size, 2000);
  const times = ids.map((id) => timeOfRequest(id) ?? assert.fail(id));
  assert.deepEqual(times, times.toSorted());
  assert.ok(before <= (times[0] ?? 0) && (times.at(-1) ?? 0) <= after);
  for (const id of ids) assert.match(id, /^[0-9a-z]{12}-[0-9a-z]{7}$/);
});

test('counts are shuffled, each to another number, otherwise by every process', () => {
  const [one, other] = [shuffle(), shuffle()];
  const counts = Array.from({ length: 2 ** 16 }, (_, count) => count);
  const numbers = counts.map(one);
  assert.equal(new Set(numbers).size, counts.length);
  assert.ok(numbers.every((number) => number >= 0 && number < 36 ** 4));
  const steps = numbers.slice(1).map((number, i) => number - (numbers[i] ?? 0));
  assert.ok(new Set(steps).size > counts.length / 4, 'a step tells nothing');
  assert.notDeepEqual(counts.slice(0, 9).map(other), numbers.slice(0, 9));
});

test('other texts are no ids', () => {
  for (const text of [
    '',
    '5f0c9b1e77a2-3k',
    'mq0phmxi003k-1x9d0ab\n',
    'MQ0PHMXI003K-1x9d0ab',
    'x'.repeat(20),
  ])
    assert.equal(timeOfRequest(text), undefined);
});
