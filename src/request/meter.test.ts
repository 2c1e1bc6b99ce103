import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
import { Meter } from './meter.ts';

const CALL = {} as Settlement;
const lockedKeys = async () => new Set<string>();

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

describe('an account is locked elsewhere', () => {
  function startLocked(locked: Set<string>) {
    const batches: string[] = [];
    const keysOf = (calls: readonly Settlement[]) =>
      new Set(calls.filter(({ points }) => points > 0).map(({ keyHash }) => keyHash));
    const lockedKeys = async (calls: readonly Settlement[]) => keysOf(calls).intersection(locked);
    const settle = async (calls: readonly Settlement[]) => {
      const inOrder = calls.map(({ requestId }) => requestId).join(' ');
      const inTheWay = keysOf(calls).intersection(locked);
      batches.push(inTheWay.size > 0 ? `(${inOrder})` : inOrder);
      if (inTheWay.size > 0) throw new AccountsLocked(inTheWay, 'try again');
      return calls.map(() => ({}) as Outcome);
    };
    const meter = new Meter({ batchesAtOnce: 1, lockedKeys, settle });
    const put = (keyHash: string, requestId: string, points = 1) =>
      meter.settle({ keyHash, requestId, points } as Settlement);
    return { batches, put, stop: () => meter.stop() };
  }
  function mockClock(t: TestContext) {
    const clock = { now: 0 };
    t.mock.method(performance, 'now', () => clock.now);
    return clock;
  }

  test('its calls are settled once it is free, in their order; all others without them', async (t) => {
    const clock = mockClock(t);
    const locked = new Set(['alice']);
    const { batches, put } = startLocked(locked);
    const alice = ['a1', 'a2'].map((id) => put('alice', id));
    await Promise.all([put('bob', 'b1'), put('alice', 'look', 0), put('bob', 'b2')]);
    await put('bob', 'b3');
    alice.push(put('alice', 'a3'));
    await Promise.all([put('bob', 'b4'), put('alice', 'look again', 0)]);
    assert.deepEqual(batches, ['(a1 a2 b1 look b2)', 'b1 look b2', 'b3', 'b4 look again']);
    locked.clear();
    await Promise.all(alice);
    const done = batches.filter((batch) => /^a/.test(batch)).join(' ');
    assert.equal(done, 'a1 a2 a3');
    clock.now += 60_000;
    await put('alice', 'a4');
    batches.length = 0;
    await Promise.all([put('alice', 'a5'), put('bob', 'b5')]);
    assert.deepEqual(batches, ['a5 b5']);
  });

  test('locked again soon, it holds up nobody a second time', async () => {
    const locked = new Set(['alice']);
    const { batches, put } = startLocked(locked);
    const first = put('alice', 'a1');
    await put('bob', 'b1');
    locked.clear();
    await first;
    locked.add('alice');
    batches.length = 0;
    const second = put('alice', 'a2');
    await put('bob', 'b2');
    assert.deepEqual(batches, ['b2']);
    locked.clear();
    await second;
    assert.deepEqual(batches, ['b2', 'a2']);
  });

  test('its calls fail after a while, to be tried again, and others go on', async (t) => {
    const clock = mockClock(t);
    const { batches, put } = startLocked(new Set(['alice']));
    const refused = assert.rejects(
      put('alice', 'a1'),
      (error) => error instanceof StoreError && error.kind === 'busy',
    );
    await put('bob', 'b1');
    clock.now += 10_000;
    await refused;
    await put('bob', 'b2');
    assert.ok(batches.includes('b2'));
  });

  test('who was locked for a moment is settled when it is free, whoever else stays locked', async () => {
    const locked = new Set(['alice', 'bob']);
    const { batches, put, stop } = startLocked(locked);
    const alice = put('alice', 'a1');
    const bob = put('bob', 'b1');
    await turns();
    locked.delete('bob');
    await bob;
    await put('bob', 'b2');
    assert.deepEqual(batches.slice(-2), ['b1', 'b2']);
    stop();
    await assert.rejects(alice, AccountsLocked);
  });

  test('from when the server stops, nobody waits for it and nothing of it is sent', async () => {
    const locked = new Set(['alice']);
    const { batches, put, stop } = startLocked(locked);
    const waiting = assert.rejects(put('alice', 'a1'), AccountsLocked);
    await put('bob', 'b1');
    stop();
    await waiting;
    await assert.rejects(put('alice', 'a2'), AccountsLocked);
    locked.clear();
    await put('bob', 'b2');
    assert.deepEqual(
      batches.filter((batch) => batch.startsWith('a')),
      [],
    );
  });

  test('a free call of it that meets the lock of another changes nothing for it', async () => {
    const locked = new Set(['alice', 'bob']);
    const { batches, put, stop } = startLocked(locked);
    const paid = [put('alice', 'a1')];
    await put('carol', 'c1');
    const together = [put('alice', 'look', 0), put('bob', 'b1')];
    await together[0];
    batches.length = 0;
    paid.push(put('alice', 'a2'), ...together.slice(1));
    await put('carol', 'c2');
    assert.deepEqual(batches, ['c2']);
    const refused = paid.map((one) => assert.rejects(one, AccountsLocked));
    stop();
    await Promise.all(refused);
  });

  test('from when the server stops, who would have queued is not sent either', async (t) => {
    const clock = mockClock(t);
    const sent: string[] = [];
    const looking = Promise.withResolvers<void>();
    const found = Promise.withResolvers<Set<string>>();
    const meter = new Meter({
      batchesAtOnce: 1,
      lockedKeys: () => {
        looking.resolve();
        return found.promise;
      },
      settle: async (calls) => {
        sent.push(calls.map(({ requestId }) => requestId).join(' '));
        throw new AccountsLocked(new Set(calls.map(({ keyHash }) => keyHash)), 'try again');
      },
    });
    const put = (keyHash: string, requestId: string) =>
      meter.settle({ keyHash, requestId, points: 1 } as Settlement);
    const refused = [put('alice', 'a1'), put('bob', 'b1')].map((one) => assert.rejects(one, AccountsLocked));
    await looking.promise;
    clock.now += 2000;
    meter.stop();
    found.resolve(new Set(['alice']));
    await Promise.all(refused);
    assert.deepEqual(sent, ['a1 b1']);
  });

  test('who finds it locked for long queues for it, those of one key at a time', async (t) => {
    const clock = mockClock(t);
    const sent: string[] = [];
    const meter = new Meter({
      batchesAtOnce: 1,
      // Other servers never leave them alone: only who queues gets them.
      lockedKeys: async (calls) => new Set(calls.map(({ keyHash }) => keyHash)),
      settle: async (calls) => {
        sent.push(calls.map(({ requestId }) => requestId).join(' '));
        if (sent.length > 1) return calls.map(() => ({}) as Outcome);
        throw new AccountsLocked(new Set(calls.map(({ keyHash }) => keyHash)), 'try again');
      },
    });
    const put = (keyHash: string, requestId: string) =>
      meter.settle({ keyHash, requestId, points: 1 } as Settlement);
    const both = [put('alice', 'a1'), put('bob', 'b1'), put('alice', 'a2')];
    await turns();
    clock.now += 2000;
    await Promise.all(both);
    assert.equal(sent[0], 'a1 b1 a2');
    assert.deepEqual(sent.slice(1).sort(), ['a1 a2', 'b1']);
  });
});
