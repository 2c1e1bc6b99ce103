/** Concurrent calls are charged together, in bounded batches and in the order of their arrival. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '../../test/support/until.ts';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { StoreError } from '../errors/stores.ts';
import { Meter } from './meter.ts';

const CALL = {} as Settlement;

/** A meter whose first batch ends as a test says, where it is held; with the sizes of its batches and of those settled. */
function startMeter({ batchesAtOnce = 1, isHeld = false } = {}) {
  const [batches, settled, ids] = [[] as number[], [] as number[], [] as string[]];
  const first = Promise.withResolvers<Outcome[]>();
  const settle = async (calls: readonly Settlement[]) => {
    ids.push(...calls.map(({ requestId }) => requestId));
    return batches.push(calls.length) === 1 && isHeld ? first.promise : calls.map(() => ({}) as Outcome);
  };
  const lockedKeys = async () => new Map<string, number>();
  const meter = new Meter({ batchesAtOnce, lockedKeys, settle }, (calls) => settled.push(calls));
  const put = (count: number) => Array.from({ length: count }, () => meter.settle(CALL));
  return { batches, settled, ids, first, meter, put };
}

test('calls that are there together are settled together', async () => {
  const { put, batches } = startMeter();
  await Promise.all(put(64));
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
  const { meter, put, batches, settled, first } = startMeter({ batchesAtOnce: 4, isHeld: true });
  const failed = assert.rejects(meter.settle(CALL), /it failed/);
  await turns();
  const gathered = put(60);
  first.reject(new Error('it failed'));
  await failed;
  await Promise.all(gathered);
  await turns();
  assert.deepEqual([batches, settled], [[1, 60], [60]]);
  assert.ok(Number.isFinite(meter.shareMs));
});

test('calls that wait behind a batch that fails are refused as it is, unsent; behind one that was held up they are sent', async () => {
  const failing = startMeter({ batchesAtOnce: 4, isHeld: true });
  const refused = [assert.rejects(failing.meter.settle(CALL), /it failed/)];
  await turns();
  refused.push(assert.rejects(failing.meter.settle(CALL), /it failed/));
  failing.first.reject(new Error('it failed'));
  await Promise.all(refused);
  assert.deepEqual(failing.batches, [1]);

  const busy = startMeter({ isHeld: true });
  const putOff = assert.rejects(busy.meter.settle(CALL), /try again/);
  await turns();
  const behind = busy.put(2);
  busy.first.reject(new StoreError('busy', 'try again'));
  await putOff;
  await Promise.all(behind);
  assert.deepEqual(busy.batches, [1, 2]);
});

test('however many calls wait, a batch is of a bounded size, and all are settled in their order', async () => {
  const { meter, batches, ids } = startMeter({ batchesAtOnce: 2 });
  const calls = Array.from({ length: 5000 }, (_, i) => ({ requestId: String(i) }) as Settlement);
  await Promise.all(calls.map((call) => meter.settle(call)));
  assert.deepEqual(
    ids,
    calls.map(({ requestId }) => requestId),
  );
  assert.deepEqual(batches, [1024, 1024, 1024, 1024, 904]);
});
