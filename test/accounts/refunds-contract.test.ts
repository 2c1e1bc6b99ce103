/** What refunds promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Settlement } from '../../src/accounts/ledger.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { requestId } from '../../src/lib/request-id.ts';
import { call, ENGINES, makeAccount, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const NOTE = { by: 'a test', note: '' };

for (const engine of ENGINES) {
  describe(`refunds in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let accounts: Accounts;
    let other: Accounts;
    let clock: StoreClock;
    before(async () => {
      const env = await engine.create();
      accounts = await open(env);
      other = await open(env);
      clock = new StoreClock(env);
      await clock.set(Math.ceil(Date.now() / DAY_MS) * DAY_MS);
    });
    after(() => clock.end());

    const account = () => makeAccount(accounts);
    const endOf = (days: number) => {
      const endsAt = clock.now + days * DAY_MS;
      return { day: Math.floor(endsAt / DAY_MS) - 1, endsAt };
    };
    const grant = (name: string, points: number, days?: number) =>
      accounts.grant(name, { points, ...NOTE, expires: days === undefined ? undefined : endOf(days) });
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
      by.refund({ ...asked, ...NOTE, expires: endOf(31) });
    const left = async (name: string) =>
      (await accounts.openGrants(name)).map(({ kind, points, left }) => [kind, points, left]);
    const assertSound = async () => assert.deepEqual((await accounts.audit()).problems, []);

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

    test('a call is refunded once, by however many at the same time', async () => {
      const name = await account();
      await grant(name, 100);
      const asked = await charge(name, 30);
      const refunds = await Promise.all(
        [accounts, other, accounts, other].map((each) => refund(asked, each)),
      );
      assert.deepEqual(refunds.map(({ isRepeated }) => isRepeated).toSorted(), [false, true, true, true]);
      for (const { balance, change } of refunds) assert.deepEqual([balance, change.points], [100, 30]);
      assert.deepEqual(await left(name), [['paid', 100, 100]]);
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
      assert.deepEqual(await left(taken), [['refund', 10, 10]]);

      // Of one grant some was used and some taken back: only what was used is room.
      const part = await account();
      const { change } = await grant(part, 100);
      const asked = await charge(part, 30);
      await accounts.take(part, { points: 70, ...NOTE, grant: change.number });
      await grant(part, 5);
      await charge(part, 5);
      await refund(asked);
      assert.deepEqual(await left(part), [
        ['paid', 100, 25],
        ['paid', 5, 5],
      ]);

      // Taken from two grants at once: what was given last has room for what calls used of it.
      const several = await account();
      await grant(several, 10);
      await grant(several, 10);
      await accounts.take(several, { points: 15, ...NOTE });
      const last = await charge(several, 5);
      await refund(last);
      assert.deepEqual(await left(several), [['paid', 10, 5]]);
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
      assert.equal((await accounts.findAccount(name)).balance, 97);
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
