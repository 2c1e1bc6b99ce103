/** First-seen counts of several ClickHouse servers add up exactly, also for millions of rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountedSeries, mergeFirstSeen } from './merge-counts.ts';

test('what two servers have seen is added up by day and earlier day, also where that are millions of rows', () => {
  const days = Int32Array.from({ length: 1500 }, (_, i) => 20_000 + 2 * i);
  // Each day with never (0) and with each day before it, plus one.
  const pairs = (days.length * (days.length + 1)) / 2;
  const [day, before] = [new Int32Array(pairs), new Int32Array(pairs)];
  for (let i = 0, row = 0; i < days.length; i++)
    for (let earlier = 0; earlier <= i; earlier++, row++) {
      day[row] = days[i] ?? 0;
      before[row] = earlier === 0 ? 0 : (days[earlier - 1] ?? 0) + 1;
    }
  const things = (of: (row: number) => number) => Float64Array.from({ length: pairs }, (_, row) => of(row));
  const counted = new CountedSeries();
  counted.add(1, [day, before, things((row) => 1 + (row % 5))]);
  counted.add(1, [day.toReversed(), before.toReversed(), things(() => 10)]);
  assert.ok(2 * pairs > 2 ** 21);

  const { firstRun, runDay, firstRow, previous, upTo } = mergeFirstSeen(counted, days, 2);
  assert.deepEqual([...firstRun], [0, 0, days.length]);
  assert.deepEqual([...runDay], [...days.keys()]);
  let row = 0;
  for (const run of runDay) {
    assert.equal(firstRow[run], row);
    for (let earlier = 0, seen = 0; earlier <= run; earlier++, row++) {
      seen += 11 + (row % 5);
      if (previous[row] !== earlier || upTo[row] !== seen) assert.fail(`day ${run} after ${earlier}`);
    }
  }
  assert.equal(row, pairs);
});
