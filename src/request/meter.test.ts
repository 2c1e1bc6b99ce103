import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { Meter } from './meter.ts';

const CALL = {} as Settlement;

function startMeter() {
  const batches: number[] = [];
  const settle = async (calls: readonly Settlement[]) => {
    batches.push(calls.length);
    return calls.map(() => ({}) as Outcome);
  };
  return { batches, meter: new Meter({ batchesAtOnce: 1, settle }) };
}

test('calls that are there together are settled together', async () => {
  const { meter, batches } = startMeter();
  await Promise.all(Array.from({ length: 64 }, () => meter.settle(CALL)));
  assert.deepEqual(batches, [64]);
});

test('calls that come one after the other in one turn share batches, also after a caller that was alone', async () => {
  const { meter, batches } = startMeter();
  for (let i = 0; i < 3; i++) await meter.settle(CALL);
  batches.length = 0;
  await Promise.all(
    Array.from(
      { length: 64 },
      () => new Promise<Outcome>((resolve) => setImmediate(() => resolve(meter.settle(CALL)))),
    ),
  );
  assert.deepEqual(batches, [1, 63]);
});
