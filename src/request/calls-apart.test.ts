/** A locked account delays only its own calls; they run in order once it is free, or fail after a timeout. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { turns, until } from '../../test/support/until.ts';
import type { Outcome, Settlement } from '../accounts/ledger.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
import { Meter, type Settles } from './meter.ts';

describe('an account is locked elsewhere', () => {
  const NUMBERS: Record<string, number> = { alice: 1, bob: 2, carol: 3 };
  const keysOf = (calls: readonly Settlement[]) =>
    new Set(calls.filter(({ points }) => points > 0).map(({ keyHash }) => keyHash));
  const numbered = (keys: ReadonlySet<string>) =>
    new Map([...keys].map((keyHash) => [keyHash, NUMBERS[keyHash] ?? 0]));
  const idsOf = (calls: readonly Settlement[]) => calls.map(({ requestId }) => requestId).join(' ');
  const settled = (calls: readonly Settlement[]) => calls.map(() => ({}) as Outcome);

  function start(settle: Settles['settle'], look: Settles['lockedKeys']) {
    const meter = new Meter({ batchesAtOnce: 1, lockedKeys: look, settle });
    const put = (keyHash: string, requestId: string, points = 1) =>
      meter.settle({ keyHash, requestId, points } as Settlement);
    return { put, stop: () => meter.stop() };
  }
  /** Who is locked is told at once. */
  function startLocked(locked: Set<string>) {
    const batches: string[] = [];
    const settle = async (calls: readonly Settlement[]) => {
      const inTheWay = keysOf(calls).intersection(locked);
      batches.push(inTheWay.size > 0 ? `(${idsOf(calls)})` : idsOf(calls));
      if (inTheWay.size > 0) throw new AccountsLocked(numbered(inTheWay), 'try again');
      return settled(calls);
    };
    return { batches, ...start(settle, async (calls) => numbered(keysOf(calls).intersection(locked))) };
  }
  function mockClock(t: TestContext) {
    const clock = { now: 1 };
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
    assert.equal(batches.slice(4).join(' '), 'a1 a2 a3');
    clock.now += 60_000;
    batches.length = 0;
    await Promise.all([put('alice', 'a4'), put('bob', 'b5')]);
    assert.deepEqual(batches, ['a4 b5']);
  });

  test('locked again soon, it holds up nobody a second time', async (t) => {
    mockClock(t);
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

  test('however many are locked that are called now and then, nobody meets one after the other', async (t) => {
    mockClock(t);
    const lockedOf = (calls: readonly Settlement[]) =>
      new Map([...keysOf(calls)].flatMap((keyHash, i) => (keyHash === 'bob' ? [] : [[keyHash, i]])));
    let isOver = false;
    let batches = 0;
    const settle = async (calls: readonly Settlement[]) => {
      batches += 1;
      // While a batch waits for one, the next is called.
      if (!isOver) refused.push(assert.rejects(put(`locked ${batches}`, ''), AccountsLocked));
      await turns();
      if (lockedOf(calls).size > 0) throw new AccountsLocked(lockedOf(calls), 'try again');
      return settled(calls);
    };
    const { put, stop } = start(settle, async (calls) => lockedOf(calls));
    const refused = [assert.rejects(put('locked', ''), AccountsLocked)];
    await put('bob', 'b1');
    assert.ok(batches <= 4, `bob was in up to ${batches} batches`);
    isOver = true;
    stop();
    await Promise.all(refused);
  });

  test('one that is found locked when what is due is written stays apart too', async (t) => {
    mockClock(t);
    const batches: string[] = [];
    const locked = new Set(['alice']);
    const settle = async (calls: readonly Settlement[]) => {
      batches.push(idsOf(calls));
      const refusal = () => Promise.reject(new AccountsLocked(numbered(locked), 'try again'));
      return calls.map(({ keyHash }) => (locked.has(keyHash) ? refusal() : ({} as Outcome)));
    };
    const look = async (calls: readonly Settlement[]) => numbered(keysOf(calls).intersection(locked));
    const { put } = start(settle as Settles['settle'], look);
    await Promise.all([assert.rejects(put('alice', 'a1'), AccountsLocked), put('bob', 'b1')]);
    const again = put('alice', 'a2');
    await put('bob', 'b2');
    locked.clear();
    await again;
    assert.deepEqual(batches, ['a1 b1', 'b2', 'a2']);
  });

  test('one that others only use goes on with all others after a while', async (t) => {
    const clock = mockClock(t);
    const batches: string[] = [];
    let isFirst = true;
    const settle = async (calls: readonly Settlement[]) => {
      batches.push(idsOf(calls));
      if (!isFirst) return settled(calls);
      isFirst = false;
      throw new AccountsLocked(numbered(keysOf(calls)), 'try again');
    };
    // Other servers have it whenever it is looked, and let it go at once.
    const { put } = start(settle, async (calls) => {
      clock.now += 100;
      return numbered(keysOf(calls).intersection(new Set(['alice'])));
    });
    for (let i = 1; clock.now <= 10_000; i++) await put('alice', `a${i}`);
    batches.length = 0;
    await Promise.all([put('alice', 'a'), put('bob', 'b')]);
    assert.deepEqual(batches, ['a b']);
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

  test('from when the server stops, nobody waits for it and nothing of it is sent; who is free is settled', async (t) => {
    mockClock(t);
    const locked = new Set(['alice', 'bob']);
    const { batches, put, stop } = startLocked(locked);
    const waiting = assert.rejects(put('alice', 'a1'), AccountsLocked);
    const bob = put('bob', 'b1');
    await put('carol', 'c1');
    locked.delete('bob');
    stop();
    await Promise.all([waiting, bob]);
    await assert.rejects(put('alice', 'a2'), AccountsLocked);
    await put('bob', 'b2');
    assert.deepEqual(batches, ['(a1 b1 c1)', 'c1', 'b1', 'b2']);
  });

  test('a free call of it that meets the lock of another changes nothing for it', async (t) => {
    mockClock(t);
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

  describe('who finds it locked for long queues for it', () => {
    /** Everything is locked for who looks; who queues waits until it is let through, or told that it stays locked. */
    function startQueuing(isFree: (keyHash: string) => boolean = () => false) {
      const sent: string[] = [];
      const queuing: PromiseWithResolvers<void>[] = [];
      let isFirst = true;
      const settle = async (calls: readonly Settlement[]) => {
        const keys = [...keysOf(calls)];
        sent.push(idsOf(calls));
        if (isFirst) {
          isFirst = false;
          throw new AccountsLocked(numbered(new Set(keys)), 'try again');
        }
        if (!keys.every(isFree)) {
          const queue = Promise.withResolvers<void>();
          queuing.push(queue);
          await queue.promise;
        }
        return settled(calls);
      };
      const look = async (calls: readonly Settlement[]) =>
        numbered(new Set([...keysOf(calls)].filter((keyHash) => !isFree(keyHash))));
      const next = async () => {
        await until('one queues', () => queuing.length > 0);
        return queuing.shift() as PromiseWithResolvers<void>;
      };
      return { sent, next, ...start(settle, look) };
    }

    test('those of one account at a time, by turns', async (t) => {
      const clock = mockClock(t);
      const { sent, next, put } = startQueuing();
      const calls = [put('alice', 'a1'), put('bob', 'b1'), put('alice', 'a2')];
      await turns();
      clock.now += 300;
      const first = await next();
      clock.now += 1000;
      first.reject(new AccountsLocked(numbered(new Set(['alice'])), 'try again'));
      (await next()).resolve();
      (await next()).resolve();
      await Promise.all(calls);
      assert.deepEqual(sent, ['a1 b1 a2', 'a1 a2', 'b1', 'a1 a2']);
    });

    test('who is free meanwhile does not wait for it', async (t) => {
      const clock = mockClock(t);
      const free = new Set<string>();
      const { sent, next, put } = startQueuing((keyHash) => free.has(keyHash));
      const alice = put('alice', 'a1');
      const bob = put('bob', 'b1');
      await turns();
      free.add('bob');
      await bob;
      clock.now += 300;
      const queue = await next();
      await put('bob', 'b2');
      queue.resolve();
      await alice;
      assert.deepEqual(sent, ['a1 b1', 'b1', 'a1', 'b2']);
    });

    test('nobody does from when the server stops', async (t) => {
      const clock = mockClock(t);
      const { sent, put, stop } = startQueuing();
      const refused = [put('alice', 'a1'), put('bob', 'b1')].map((one) =>
        assert.rejects(one, AccountsLocked),
      );
      await turns();
      stop();
      clock.now += 300;
      await Promise.all(refused);
      assert.deepEqual(sent, ['a1 b1']);
    });

    test('of many calls, a batch', async (t) => {
      const clock = mockClock(t);
      let looked = 0;
      const { sent, next, put } = startQueuing(() => {
        looked += 1;
        return false;
      });
      const calls = Array.from({ length: 3000 }, (_, i) => put('alice', `a${i}`));
      await until('all were found locked', () => looked >= 3);
      clock.now += 300;
      for (let i = 0; i < 3; i++) (await next()).resolve();
      await Promise.all(calls);
      assert.deepEqual(
        sent.slice(1).map((batch) => batch.split(' ').length),
        [1024, 1024, 952],
      );
      assert.equal(sent.slice(1).join(' '), calls.map((_, i) => `a${i}`).join(' '));
    });
  });
});
