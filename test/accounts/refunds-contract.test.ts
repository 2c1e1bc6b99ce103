/** What refunds promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Settlement } from '../../src/accounts/ledger.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { requestId } from '../../src/lib/request-id.ts';
import { call, ENGINES } from '../support/stores/accounts-engines.ts';
import { DAY_MS, NOTE, openBooks } from './books.ts';

for (const engine of ENGINES) {
  describe(`refunds in ${engine.name}`, { skip: engine.missing ?? false }, async () => {
    const { accounts, other, clock, account, grant, balanceOf, left, endIn, assertSound } =
      await openBooks(engine);
    before(() => clock.set(Math.ceil(Date.now() / DAY_MS) * DAY_MS));

    let calls = 0;
    /** A charged call: its request id and when it came in. */
    async function charge(name: string, points: number, more: Partial<Settlement> = {}) {
      calls += 1;
      const id = requestId(clock.now, calls, 'abcdefg');
      await clock.pass(1000);
      const [outcome] = await accounts.settle([call(name, points, { requestId: id, ...more })]);
      assert.equal(outcome?.kind, 'settled');
      return { requestId: id, at: clock.now - 1000 };
    }
    const refund = (asked: { requestId: string; at: number }, by = accounts) =>
      by.refund({ ...asked, ...NOTE, expires: endIn(31) });

    test('a call is found by its request id, whoever made it, and told to be refunded', async () => {
      const [name, second] = [await account(), await account()];
      await grant(name, 100);
      await grant(second, 100, 2);
      const asked = await charge(name, 7);
      await charge(second, 8);
      // An entry that is written late, of long ago, is in nobody's way.
      await clock.pass(3 * DAY_MS);
      await accounts.findAccount(second);
      await charge(name, 9);
      const found = await accounts.findAnyCall(asked.requestId, asked.at);
      assert.deepEqual([found?.account, found?.points, found?.isRefunded], [name, 7, false]);
      assert.equal((await accounts.findCall(name, asked.requestId, asked.at))?.points, 7);
      assert.equal(await accounts.findCall(second, asked.requestId, asked.at), undefined);
      await refund(asked);
      assert.equal((await other.findAnyCall(asked.requestId, asked.at))?.isRefunded, true);
      assert.equal(await accounts.findAnyCall(requestId(clock.now, 1, 'nothing'), clock.now), undefined);
    });

    test('calls that were charged long after they came in hide no others', async () => {
      const name = await account();
      await grant(name, 1000);
      const asked = [];
      for (let i = 0; i < 60; i++) {
        const at = clock.now - (i % 9 === 4 ? 60_000 : 0);
        asked.push(await charge(name, 1, { at, requestId: requestId(at, i, 'delayed') }).then(() => at));
      }
      const found = await Promise.all(
        asked.map((at, i) => accounts.findCall(name, requestId(at, i, 'delayed'), at)),
      );
      assert.deepEqual(
        found.map((each) => each?.at.getTime()),
        asked,
      );
    });

    test('a call is refunded once, by however many at the same time; what it paid for stays answered for its hour', async () => {
      const name = await account();
      await grant(name, 100);
      const before = await accounts.audit();
      const more = { at: clock.now, idempotency: { key: 'one', fingerprint: 'same' } };
      const asked = await charge(name, 30, more);
      const refunds = await Promise.all(
        [accounts, other, accounts, other].map((each) => refund(asked, each)),
      );
      assert.deepEqual(refunds.map(({ isRepeated }) => isRepeated).toSorted(), [false, true, true, true]);
      for (const { balance, change } of refunds) assert.deepEqual([balance, change.points], [100, 30]);
      await charge(name, 30, { ...more, at: clock.now });
      assert.deepEqual(await left(name), ['100 of 100']);
      const { granted, refunded, problems } = await accounts.audit();
      assert.deepEqual([granted - before.granted, refunded - before.refunded, problems], [30, 30, []]);
    });

    test('points go back to the grants that have not expired, last used first; what finds no room is a grant that ends', async () => {
      const name = await account();
      await grant(name, 10, 5);
      await grant(name, 20, 9);
      await grant(name, 30);
      for (const [points, rest] of [
        [35, ['25 of 30']],
        [12, ['18 of 20', '30 of 30']],
      ] as const) {
        const asked = await charge(name, points);
        assert.deepEqual(await left(name), rest);
        await refund(asked);
        assert.deepEqual(await left(name), ['10 of 10', '20 of 20', '30 of 30']);
      }
      const late = await account();
      await grant(late, 10, 1);
      await grant(late, 5);
      const asked = await charge(late, 12);
      await clock.pass(DAY_MS);
      const { change, balance } = await refund(asked);
      assert.deepEqual([change.kind, change.points, balance], ['refund', 12, 15]);
      assert.deepEqual(await left(late), ['refund 10 of 12', '5 of 5']);
      await clock.pass(31 * DAY_MS);
      assert.equal(await balanceOf(late), 5);
      await assertSound();
    });

    test('points never go back into what was taken back or has expired', async () => {
      const taken = await account();
      await grant(taken, 10);
      await accounts.take(taken, { points: 10, ...NOTE });
      await grant(taken, 10, 5);
      const late = await charge(taken, 10);
      await clock.pass(6 * DAY_MS);
      await refund(late);
      assert.deepEqual(await left(taken), ['refund 10 of 10']);

      // Of one grant some was used and some taken back: only what was used is room.
      const part = await account();
      const { change } = await grant(part, 100);
      const asked = await charge(part, 30);
      await accounts.take(part, { points: 70, ...NOTE, grant: change.number });
      await grant(part, 5);
      await charge(part, 5);
      await refund(asked);
      assert.deepEqual(await left(part), ['25 of 100', '5 of 5']);

      // Taken from two grants at once: what was given last has room for what calls used of it.
      const several = await account();
      await grant(several, 10);
      await grant(several, 10);
      await accounts.take(several, { points: 15, ...NOTE });
      await refund(await charge(several, 5));
      assert.deepEqual(await left(several), ['5 of 10']);
      await assertSound();
    });

    test('what was pruned, of a closed account, or no charged call is refused, and nothing changes', async () => {
      const name = await account();
      await grant(name, 100);
      const [pruned, asked] = [await charge(name, 1), await charge(name, 2)];
      await assert.rejects(
        refund({ requestId: requestId(clock.now, 7, 'nothing'), at: clock.now }),
        UserError,
      );
      await accounts.closeAccount(name);
      await assert.rejects(refund(asked), ConflictError);
      assert.equal(await balanceOf(name), 97);
      await accounts.prune(Math.floor(clock.now / DAY_MS) + 1);
      await assert.rejects(refund(pruned), /There is no charged call/);
      await assertSound();
    });

    test('a call that was refunded and then pruned is told to be refunded before', async () => {
      await clock.pass(2 * DAY_MS);
      const name = await account();
      await grant(name, 100);
      const asked = await charge(name, 30);
      const first = await refund(asked);
      await accounts.prune(Math.floor(clock.now / DAY_MS) + 1);
      assert.equal(await accounts.findAnyCall(asked.requestId, asked.at), undefined);
      for (const each of [accounts, other])
        assert.deepEqual(await refund(asked, each), { ...first, isRepeated: true });
      await assertSound();
    });
  });
}
