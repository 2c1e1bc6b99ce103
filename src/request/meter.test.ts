import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { Meter } from './meter.ts';

const CALL = {} as Settlement;

/** So many turns of the event loop later, whatever was planned has happened. */
async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await turn();
}

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

test('calls that are gathered when a batch fails are settled in their own, and no batch is empty', async () => {
  const batches: number[] = [];
  const settled: number[] = [];
  const first = Promise.withResolvers<Outcome[]>();
  const settle = async (calls: readonly Settlement[]) =>
    batches.push(calls.length) === 1 ? first.promise : calls.map(() => ({}) as Outcome);
  const meter = new Meter({ batchesAtOnce: 4, settle }, (calls) => settled.push(calls));
  const failed = assert.rejects(meter.settle(CALL), /it failed/);
  await turns();
  const gathered = Array.from({ length: 60 }, () => meter.settle(CALL));
  first.reject(new Error('it failed'));
  await failed;
  await Promise.all(gathered);
  await turns();
  assert.deepEqual([batches, settled], [[1, 60], [60]]);
  assert.ok(Number.isFinite(meter.shareMs));
});

test('calls that wait behind a batch that fails are refused as it is, unsent', async () => {
  const batches: number[] = [];
  const first = Promise.withResolvers<Outcome[]>();
  const settle = (calls: readonly Settlement[]) => {
    batches.push(calls.length);
    return first.promise;
  };
  const meter = new Meter({ batchesAtOnce: 4, settle });
  const refused = [assert.rejects(meter.settle(CALL), /it failed/)];
  await turns();
  refused.push(assert.rejects(meter.settle(CALL), /it failed/));
  first.reject(new Error('it failed'));
  await Promise.all(refused);
  assert.deepEqual(batches, [1]);
});
