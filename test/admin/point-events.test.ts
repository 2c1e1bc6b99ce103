/** Webhooks are told what becomes of points, once and in the transaction of its cause, whatever engine keeps the accounts. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Notices } from '../../src/accounts/notices.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { type Delivery, newWebhookId, newWebhookSecret } from '../../src/accounts/outbox.ts';
import { StoreError } from '../../src/errors/stores.ts';
import { parseDay } from '../../src/lib/calendar.ts';
import { call, ENGINES_OVER_HTTP, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const NOTE = { by: 'a test', note: '' };
const day = (text: string) => parseDay(text) ?? assert.fail(text);

for (const engine of ENGINES_OVER_HTTP) {
  describe(`events of points in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    let other: Accounts;
    let webhook: string;
    let clock: StoreClock;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
      other = await open(env);
      clock = new StoreClock(env);
      await accounts.terms.keepTimeZone('UTC');
      webhook = newWebhookId();
      const url = 'https://example.com/';
      await accounts.outbox.addWebhook({ id: webhook, url, events: null, secret: newWebhookSecret() });
    });

    /** An account with a key, and what was told of it since the last time. */
    async function account(name: string, points: number) {
      await accounts.createAccount(name, { points, ...NOTE }, { externalId: `crm-${name}` });
      await accounts.createKey(name, { hash: name, last4: 'last', name: '' });
      const { id } = await accounts.findAccount(name);
      let seen = 0;
      return {
        id,
        charge: (price: number) =>
          accounts.settle([call(name, price, { at: Date.now(), day: Math.floor(Date.now() / DAY_MS) })]),
        told: async () => {
          const all: { type: string; data: Record<string, unknown> }[] = [];
          for (const { event, type } of await deliveries()) {
            const due = await dataOf(event);
            if (due.account === id) all.push({ type, data: due });
          }
          const fresh = all.slice(seen);
          seen = all.length;
          return fresh;
        },
      };
    }

    const deliveries = async (): Promise<Delivery[]> => accounts.outbox.deliveries(0, 10_000);
    const known = new Map<string, Record<string, unknown>>();
    /** Reads what is sent as the courier does, and notes it as sent. */
    async function dataOf(event: string): Promise<Record<string, unknown>> {
      for (;;) {
        const kept = known.get(event);
        if (kept) return kept;
        const due = await accounts.outbox.nextDue(webhook);
        assert.ok(due, event);
        known.set(due.event.id, JSON.parse(due.event.data));
        await accounts.outbox.noteAttempt(due.number, { isDelivered: true, result: '204', nextInMs: null });
      }
    }
    const types = (told: readonly { type: string }[]) => told.map(({ type }) => type);

    test('first points, grants, takes and refunds are told, a repeated grant is not', async () => {
      const acme = await account('acme', 100);
      await accounts.grant('acme', { points: 5, ...NOTE, reference: 'pay' });
      await accounts.grant('acme', { points: 5, ...NOTE, reference: 'pay' });
      await accounts.take('acme', { points: 1, ...NOTE });
      const asked = call('acme', 10);
      await accounts.settle([asked]);
      const expires = { day: day('2099-01-01'), endsAt: day('2099-01-02') * DAY_MS };
      await accounts.refund({ requestId: asked.requestId, at: asked.at, ...NOTE, expires });
      const told = await acme.told();
      assert.deepEqual(types(told), ['points.granted', 'points.granted', 'points.taken', 'call.refunded']);
      assert.deepEqual(
        told.map(({ data }) => [
          data.points,
          data.balance,
          data.reference,
          data.external_id,
          data.request_id,
        ]),
        [
          [100, 100, null, 'crm-acme', undefined],
          [5, 105, 'pay', 'crm-acme', undefined],
          [-1, 104, null, 'crm-acme', undefined],
          [10, 104, `refund:${asked.requestId}`, 'crm-acme', asked.requestId],
        ],
      );
    });

    test('the charge that crosses the threshold tells so once, until points come; what is rolled back never did', async () => {
      const low = await account('low', 100);
      await accounts.changeAccount('low', { low: { below: 50, isSet: true } });
      await low.charge(50);
      assert.deepEqual(types(await low.told()), ['points.granted']);
      // Many at once, some of them beyond the balance: one crosses it.
      await Promise.all(Array.from({ length: 20 }, () => low.charge(4)));
      const told = (await low.told()).filter(({ type }) => type === 'points.low');
      assert.equal(told.length, 1);
      assert.ok(Number(told[0]?.data.balance) < 50);
      assert.equal(told[0]?.data.low_below, 50);
      await accounts.grant('low', { points: 100, ...NOTE });
      await assert.rejects(
        accounts.transaction(async (inside) => {
          await inside.take('low', { points: 90, ...NOTE });
          throw new Error('no');
        }),
      );
      await low.charge(70);
      assert.deepEqual(types(await low.told()), ['points.granted', 'points.low']);
      await accounts.changeAccount('low', { low: { below: null, isSet: true } });
      await low.charge(1);
      assert.deepEqual(types(await low.told()), []);
    });

    test('the first call that a balance does not cover is told, once after each grant, by whatever process', async () => {
      const empty = await account('empty', 10);
      for (const store of [accounts, other])
        for (const points of [11, 12]) await store.settle([call('empty', points)]);
      // Refused for another reason.
      await accounts.settle([call('empty', 5, { maxPoints: 1 })]);
      const told = await empty.told();
      assert.deepEqual(types(told), ['points.granted', 'points.exhausted']);
      assert.equal(told[1]?.data.balance, 10);
      await accounts.grant('empty', { points: 1, ...NOTE });
      await accounts.settle([call('empty', 11), call('empty', 1), call('empty', 1)]);
      const again = await empty.told();
      assert.deepEqual(types(again), ['points.granted', 'points.exhausted']);
      assert.deepEqual([again[1]?.data.balance, again[1]?.data.account], [0, empty.id]);
      const none = await account('none', 0);
      await none.charge(1);
      assert.deepEqual(types(await none.told()), ['points.exhausted']);
    });

    test('expiries and plan grants are told, a week ahead and when they happen, though nobody calls', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-03-01') * DAY_MS);
      const late = await account('late', 0);
      const expires = { day: day('2027-03-20'), endsAt: day('2027-03-21') * DAY_MS };
      await accounts.grant('late', { points: 40, ...NOTE, expires, reference: 'pay late' });
      await accounts.setPlan('late', { points: 100, from: day('2027-03-01'), keep: 30 });
      const look = () => new Notices(accounts, 'UTC').look();
      await look();
      assert.deepEqual(types(await late.told()), ['points.granted', 'points.granted']);
      await clock.set(day('2027-03-14') * DAY_MS);
      for (const store of [accounts, other]) await new Notices(store, 'UTC').look();
      const [expiring, ...more] = await late.told();
      assert.deepEqual([expiring?.type, more], ['points.expiring', []]);
      assert.deepEqual(
        [expiring?.data.points, expiring?.data.expires, expiring?.data.balance, expiring?.data.reference],
        [40, '2027-03-20', 140, 'pay late'],
      );
      await clock.set(day('2027-03-21') * DAY_MS);
      await look();
      await look();
      assert.deepEqual(
        (await late.told()).map(({ type, data }) => [type, data.points, data.balance]),
        [['points.expired', -40, 100]],
      );
      await clock.set(day('2027-03-26') * DAY_MS);
      await look();
      assert.deepEqual(
        (await late.told()).map(({ type, data }) => [type, data.points, data.expires, data.reference]),
        [['points.expiring', 70, '2027-03-31', `plan:${late.id}:2027-03-01`]],
      );
      await clock.set(day('2027-04-01') * DAY_MS);
      await look();
      assert.deepEqual(
        (await late.told()).map(({ type, data }) => [type, data.points, data.kind]),
        [
          ['points.expired', -70, 'expired'],
          ['points.granted', 100, 'plan'],
        ],
      );
    });

    test('however many accounts are due, calls come between any two', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-05-01') * DAY_MS);
      const expires = { day: day('2027-05-02'), endsAt: day('2027-05-03') * DAY_MS };
      for (let i = 0; i < 60; i++) {
        await accounts.createAccount(`many-${i}`, { points: 0, ...NOTE });
        await accounts.grant(`many-${i}`, { points: 1, ...NOTE, expires });
      }
      let turns = 0;
      const turn = () => {
        turns += 1;
        pending = setImmediate(turn);
      };
      let pending = setImmediate(turn);
      await new Notices(accounts, 'UTC').look();
      clearImmediate(pending);
      assert.ok(turns >= 60, `${turns} turns`);
      // Who may not go on does nothing more.
      await clock.set(day('2027-05-03') * DAY_MS);
      await new Notices(accounts, 'UTC').look(async () => false);
      assert.equal((await accounts.dueBy(Date.now(), '', 100)).length, 60);
    });

    test('what a lock was in the way of is looked for again on that day', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-06-01') * DAY_MS);
      const until = (text: string) => ({ day: day(text), endsAt: (day(text) + 1) * DAY_MS });
      const [ends, soon, uses] = [
        await account('ends', 0),
        await account('soon', 0),
        await account('uses', 200),
      ];
      await accounts.grant('ends', { points: 1, ...NOTE, expires: until('2027-06-01') });
      await accounts.grant('soon', { points: 1, ...NOTE, expires: until('2027-06-05') });
      await uses.charge(140);
      for (const each of [ends, soon, uses]) await each.told();
      await clock.pass(DAY_MS);
      const notices = new Notices(accounts, 'UTC');
      const { mock } = t.mock.method(accounts, 'transaction');
      mock.mockImplementation(() => Promise.reject(new StoreError('busy', 'locked')));
      // Each sort of work is in the way of none of the others.
      await assert.rejects(notices.look(), { message: 'locked' });
      for (const each of [ends, soon, uses]) assert.deepEqual(await each.told(), []);
      mock.restore();
      await notices.look();
      assert.deepEqual(
        [types(await ends.told()), types(await soon.told()), types(await uses.told())],
        [['points.expired'], ['points.expiring'], ['points.low']],
      );
    });

    test('after a lock, only the account that was locked is looked at again on that day', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-06-15') * DAY_MS);
      const expires = { day: day('2027-06-19'), endsAt: day('2027-06-20') * DAY_MS };
      for (const name of ['locked', 'free', 'other']) {
        await account(name, 0);
        await accounts.grant(name, { points: 1, ...NOTE, expires });
      }
      const notices = new Notices(accounts, 'UTC');
      const { mock } = t.mock.method(accounts, 'transaction');
      mock.mockImplementationOnce(() => Promise.reject(new StoreError('busy', 'locked')));
      await assert.rejects(notices.look(), { message: 'locked' });
      const first = mock.callCount();
      assert.ok(first >= 3);
      await notices.look();
      assert.equal(mock.callCount(), first + 1);
      await notices.look();
      assert.equal(mock.callCount(), first + 1);
    });

    test('a closed account does not run low', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-07-01') * DAY_MS);
      const closed = await account('closed', 100);
      await closed.charge(90);
      await accounts.closeAccount('closed');
      await closed.told();
      await clock.pass(DAY_MS);
      await new Notices(accounts, 'UTC').look();
      assert.deepEqual(types(await closed.told()), []);
    });

    test('a threshold follows what is used, unless it was set by hand', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-06-01') * DAY_MS);
      const busy = await account('busy', 200);
      const set = await account('set', 200);
      await accounts.changeAccount('set', { low: { below: 5, isSet: true } });
      await busy.charge(140);
      await set.charge(140);
      const notices = new Notices(accounts, 'UTC');
      await clock.pass(DAY_MS);
      await notices.look();
      const lowOf = async (name: string) => (await accounts.findAccount(name)).low;
      assert.deepEqual(
        [await lowOf('busy'), await lowOf('set')],
        [
          { below: 70, isSet: false },
          { below: 5, isSet: true },
        ],
      );
      // It runs low by what it uses, without another call.
      assert.deepEqual(types(await busy.told()), ['points.granted', 'points.low']);
      assert.deepEqual(types(await set.told()), ['points.granted']);
      await clock.pass(20 * DAY_MS);
      await notices.look();
      assert.equal((await lowOf('busy')).below, null);
    });

    test('a threshold that is set by hand while others are looked at stays as it was set', async (t) => {
      t.after(() => clock.end());
      await clock.set(day('2027-08-01') * DAY_MS);
      const raced = await account('raced', 200);
      await raced.charge(140);
      await clock.pass(DAY_MS);
      t.mock.method(accounts, 'transaction', async (work: Parameters<Accounts['transaction']>[0]) => {
        await other.changeAccount('raced', { low: { below: 7, isSet: true } });
        return other.transaction(work);
      });
      await new Notices(accounts, 'UTC').look();
      assert.deepEqual((await accounts.findAccount('raced')).low, { below: 7, isSet: true });
      await other.changeAccount('raced', { low: { below: null, isSet: false } });
      await new Notices(other, 'UTC').look();
      assert.deepEqual((await accounts.findAccount('raced')).low, { below: 70, isSet: false });
    });
  });
}
