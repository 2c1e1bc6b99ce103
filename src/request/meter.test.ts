/** Concurrent calls are charged together, in bounded batches and in the order of their arrival. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '../../test/support/until.ts';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { StoreError } from '../errors/stores.ts';
import { Meter } from './meter.ts';

const CALL = {} as Settlement;
const lockedKeys = async () => new Map<string, number>();

function startMeter() {
  const batches: number[] = [];
  const settle = async (calls: readonly Settlement[]) => {
    batches.push(calls.length);
    return calls.map(() => ({}) as Outcome);
  };
  return { batches, meter: new Meter({ batchesAtOnce: 1, lockedKeys, settle }) };
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
  const meter = new Meter({ batchesAtOnce: 4, lockedKeys, settle }, (calls) => settled.push(calls));
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
  const meter = new Meter({ batchesAtOnce: 4, lockedKeys, settle });
  const refused = [assert.rejects(meter.settle(CALL), /it failed/)];
  await turns();
  refused.push(assert.rejects(meter.settle(CALL), /it failed/));
  first.reject(new Error('it failed'));
  await Promise.all(refused);
  assert.deepEqual(batches, [1]);
});

test('calls that wait behind a batch that was held up are sent', async () => {
  const batches: number[] = [];
  const first = Promise.withResolvers<Outcome[]>();
  const settle = async (calls: readonly Settlement[]) =>
    batches.push(calls.length) === 1 ? first.promise : calls.map(() => ({}) as Outcome);
  const meter = new Meter({ batchesAtOnce: 1, lockedKeys, settle });
  const refused = assert.rejects(meter.settle(CALL), /try again/);
  await turns();
  const behind = [meter.settle(CALL), meter.settle(CALL)];
  first.reject(new StoreError('busy', 'try again'));
  await refused;
  await Promise.all(behind);
  assert.deepEqual(batches, [1, 2]);
});

test('however many calls wait, a batch is of a bounded size, and all are settled in their order', async () => {
  const batches: number[] = [];
  const ids: string[] = [];
  const settle = async (calls: readonly Settlement[]) => {
    batches.push(calls.length);
    ids.push(...calls.map(({ requestId }) => requestId));
    return calls.map(() => ({}) as Outcome);
  };
  const meter = new Meter({ batchesAtOnce: 2, lockedKeys, settle });
  const calls = Array.from({ length: 5000 }, (_, i) => ({ requestId: String(i) }) as Settlement);
  await Promise.all(calls.map((call) => meter.settle(call)));
  assert.deepEqual(
    ids,
    calls.map(({ requestId }) => requestId),
  );
  assert.deepEqual(batches, [1024, 1024, 1024, 1024, 904]);
});
