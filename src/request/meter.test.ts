import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Accounts } from '../accounts/accounts.ts';
import type { IfLocked, Outcome, Settlement } from '../accounts/ledger.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
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

test('calls that wait behind a batch that was held up are sent', async () => {
  const batches: number[] = [];
  const first = Promise.withResolvers<Outcome[]>();
  const settle = async (calls: readonly Settlement[]) =>
    batches.push(calls.length) === 1 ? first.promise : calls.map(() => ({}) as Outcome);
  const meter = new Meter({ batchesAtOnce: 1, settle });
  const refused = assert.rejects(meter.settle(CALL), /try again/);
  await turns();
  const behind = [meter.settle(CALL), meter.settle(CALL)];
  first.reject(new StoreError('busy', 'try again'));
  await refused;
  await Promise.all(behind);
  assert.deepEqual(batches, [1, 2]);
});

describe('an account is locked elsewhere', () => {
  function startLocked(locked: Set<string>) {
    const batches: string[] = [];
    const settle = async (calls: readonly Settlement[]) => {
      const inOrder = calls.map(({ requestId }) => requestId).join(' ');
      const found = new Set(calls.filter(({ points }) => points > 0).map(({ keyHash }) => keyHash));
      const inTheWay = found.intersection(locked);
      batches.push(inTheWay.size > 0 ? `(${inOrder})` : inOrder);
      if (inTheWay.size > 0) throw new AccountsLocked(inTheWay, 'try again');
      return calls.map(() => ({}) as Outcome);
    };
    const meter = new Meter({ batchesAtOnce: 1, settle });
    const put = (keyHash: string, requestId: string, points = 1) =>
      meter.settle({ keyHash, requestId, points } as Settlement);
    return { batches, put, stop: () => meter.stop() };
  }

  test('its calls are settled once it is free, in their order; all others without them', async () => {
    const locked = new Set(['alice']);
    const { batches, put } = startLocked(locked);
    const alice = ['a1', 'a2'].map((id) => put('alice', id));
    await Promise.all([put('bob', 'b1'), put('alice', 'look', 0), put('bob', 'b2')]);
    await put('bob', 'b3');
    alice.push(put('alice', 'a3'));
    await Promise.all([put('bob', 'b4'), put('alice', 'look again', 0)]);
    const ofOthers = batches.filter((batch) => batch.includes('b') || batch.includes('look'));
    assert.deepEqual(ofOthers, ['(a1 a2 b1 look b2)', 'b1 look b2', 'b3', 'b4 look again']);
    locked.clear();
    await Promise.all(alice);
    const done = batches.filter((batch) => /^a/.test(batch)).join(' ');
    assert.equal(done, 'a1 a2 a3');
    batches.length = 0;
    await Promise.all([put('alice', 'a4'), put('bob', 'b5')]);
    assert.deepEqual(batches, ['a4 b5']);
  });

  test('its calls fail after a while, to be tried again, and others go on', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { batches, put } = startLocked(new Set(['alice']));
    const refused = assert.rejects(
      put('alice', 'a1'),
      (error) => error instanceof StoreError && error.kind === 'busy',
    );
    await put('bob', 'b1');
    now += 10_000;
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
    const withCarol = batches.filter((batch) => batch.includes('c2'));
    assert.deepEqual(withCarol, ['c2']);
    const refused = paid.map((one) => assert.rejects(one, AccountsLocked));
    stop();
    await Promise.all(refused);
  });

  test('from when the server stops, who would have queued is not sent either', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const asked: string[] = [];
    const [looking, look] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome[]>()];
    const settle = async (calls: readonly Settlement[], ifLocked?: IfLocked) => {
      asked.push(`${ifLocked} ${calls.map(({ requestId }) => requestId).join(' ')}`);
      if (asked.at(-1) === 'look b1') {
        looking.resolve();
        return look.promise;
      }
      throw new AccountsLocked(new Set(calls.map(({ keyHash }) => keyHash)), 'try again');
    };
    const meter = new Meter({ batchesAtOnce: 1, settle: settle as Accounts['settle'] });
    const put = (keyHash: string, requestId: string) =>
      meter.settle({ keyHash, requestId, points: 1 } as Settlement);
    const early = put('alice', 'a1');
    await turns();
    now += 2000;
    const refused = [early, put('bob', 'b1')].map((one) => assert.rejects(one, AccountsLocked));
    await looking.promise;
    meter.stop();
    look.reject(new AccountsLocked(new Set(['bob']), 'try again'));
    await Promise.all(refused);
    assert.equal(asked.at(-1), 'look b1');
  });

  test('who finds it locked for long queues for it, those of one key at a time', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const asked: string[] = [];
    const settle = async (calls: readonly Settlement[], ifLocked?: IfLocked) => {
      asked.push(`${ifLocked} ${calls.map(({ requestId }) => requestId).join(' ')}`);
      // Other servers never leave them alone: only who queues gets them.
      if (ifLocked === 'look' || asked.length === 1)
        throw new AccountsLocked(new Set(calls.map(({ keyHash }) => keyHash)), 'try again');
      return calls.map(() => ({}) as Outcome);
    };
    const meter = new Meter({ batchesAtOnce: 1, settle: settle as Accounts['settle'] });
    const put = (keyHash: string, requestId: string) =>
      meter.settle({ keyHash, requestId, points: 1 } as Settlement);
    const both = [put('alice', 'a1'), put('bob', 'b1'), put('alice', 'a2')];
    await turns();
    now += 2000;
    await Promise.all(both);
    assert.equal(asked[0], 'tell a1 b1 a2');
    assert.deepEqual(
      asked
        .filter((each) => each.startsWith('tell'))
        .slice(1)
        .sort(),
      ['tell a1 a2', 'tell b1'],
    );
  });
});
