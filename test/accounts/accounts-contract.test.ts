/** What the accounts promise, whatever engine keeps them: one suite, run on each. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Accounts } from '../../src/accounts/open.ts';
import { call, ENGINES, open, told } from '../support/stores/accounts-engines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const by = 'a test';

for (const engine of ENGINES) {
  describe(`accounts in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
    });

    let made = 0;
    /** An account with a key whose hash is its name. */
    async function account(points: number): Promise<{ name: string; id: string }> {
      made += 1;
      const name = `account-${made}`;
      await accounts.createAccount(name, { points, by, note: 'first' });
      const { id } = await accounts.createKey(name, { hash: name, last4: 'last', name: 'one' });
      return { name, id };
    }
    const balanceOf = async (name: string) =>
      (await accounts.listAccounts()).find((each) => each.name === name)?.balance;
    const settle = async (...calls: ReturnType<typeof call>[]) => (await accounts.settle(calls)).map(told);

    test('an account is there once, and listed by its name', async () => {
      const { name } = await account(5);
      await assert.rejects(accounts.createAccount(name, { points: 1, by, note: '' }), /already an account/);
      await accounts.createAccount('Zebra', { points: 0, by, note: '' });
      const names = (await accounts.listAccounts()).map((each) => each.name);
      assert.deepEqual(names, names.toSorted());
      assert.equal(await balanceOf(name), 5);
      await assert.rejects(accounts.grant('nobody', { points: 1, by, note: '' }), /no account "nobody"/);
      await assert.rejects(accounts.listKeys('nobody'), /no account "nobody"/);
    });

    test('points that are given and taken back are listed with who did it and why', async () => {
      const { name } = await account(100);
      assert.equal((await accounts.grant(name, { points: 50, by, note: 'gift' })).balance, 150);
      assert.equal((await accounts.take(name, { points: 30, by, note: 'mistake' })).balance, 120);
      await assert.rejects(accounts.take(name, { points: 121, by, note: '' }), /has 120 points/);
      const grants = await accounts.listGrants(name);
      assert.deepEqual(
        grants.map(({ points, balance, by, note }) => [points, balance, by, note]),
        [
          [100, 100, by, 'first'],
          [50, 150, by, 'gift'],
          [-30, 120, by, 'mistake'],
        ],
      );
      await assert.rejects(
        accounts.grant(name, { points: Number.MAX_SAFE_INTEGER, by, note: '' }),
        /too large to count/,
      );
      assert.equal(await balanceOf(name), 120);
    });

    test('calls are decided in order of arrival: what a balance does not cover is refused, smaller ones go on', async () => {
      const { name } = await account(100);
      const other = await account(7);
      const outcomes = await accounts.settle([
        call(name, 60),
        call(other.name, 7),
        call(name, 50),
        call(name, 40),
        call(name, 1),
        call(other.name, 1),
      ]);
      assert.deepEqual(outcomes.map(told), [60, 7, 'insufficient', 40, 'insufficient', 'insufficient']);
      assert.deepEqual(
        outcomes.map((outcome) => 'balance' in outcome && outcome.balance),
        [40, 0, 40, 0, 0, 0],
      );
      const refused = outcomes[2];
      assert.equal(refused?.kind === 'insufficient' && refused.required, 50);
    });

    test('a key or owner that is changed is refused by the very next call, and accepted again after', async () => {
      const { name, id } = await account(100);
      const other = await open(env);
      await other.setKeyActive(id, false);
      assert.deepEqual(await settle(call(name, 1), call(name, 0)), ['inactiveKey', 'inactiveKey']);
      await other.setKeyActive(id, true);
      await other.setAccountActive(name, false);
      assert.deepEqual(await settle(call(name, 1)), ['inactiveOwner']);
      await other.setAccountActive(name, true);
      assert.deepEqual(await settle(call(name, 1)), [1]);
      await other.deleteKey(id);
      assert.deepEqual(await settle(call(name, 1), call('unknown', 1)), ['invalidKey', 'invalidKey']);
      await assert.rejects(other.setKeyActive(id, true), /was deleted/);
      await assert.rejects(other.deleteKey('key_none'), /no key "key_none"/);
    });

    test('a rotated key is valid for its grace time, and spends the same points', async () => {
      const { name, id } = await account(100);
      const { key, oldEndsAt } = await accounts.rotateKey(
        id,
        { hash: `${name}-new`, last4: 'new4', name: '' },
        HOUR_MS,
      );
      assert.equal(key.name, 'one');
      assert.ok(Math.abs(oldEndsAt.getTime() - Date.now() - HOUR_MS) < 5 * MINUTE_MS);
      const late = { at: Date.now() + HOUR_MS + MINUTE_MS };
      assert.deepEqual(await settle(call(name, 10), call(`${name}-new`, 10), call(name, 10, late)), [
        10,
        10,
        'invalidKey',
      ]);
      const keys = await accounts.listKeys(name);
      assert.deepEqual(
        keys.map(({ state }) => state),
        ['ending', 'active'],
      );
      for (const each of keys) assert.deepEqual(await accounts.findKey(each.id), each);
      assert.equal(await accounts.findKey('key_0000000000000000'), undefined);
      await accounts.setKeyActive(id, false);
      await assert.rejects(
        accounts.rotateKey(id, { hash: 'x', last4: 'x', name: '' }, 0),
        /is inactive; make a new one/,
      );
    });

    test('the same idempotency key is charged once within the hour, also inside one batch', async () => {
      const { name } = await account(100);
      const named = (fingerprint: string, after = 0) =>
        call(name, 10, { idempotency: { key: 'a', fingerprint }, at: Date.now() + after });
      assert.deepEqual(await settle(named('x'), named('x'), named('y')), [10, 0, 'idempotency-mismatch']);
      assert.deepEqual(await settle(named('x', 59 * MINUTE_MS), named('y', 59 * MINUTE_MS)), [
        0,
        'idempotency-mismatch',
      ]);
      assert.deepEqual(await settle(named('y', 60 * MINUTE_MS + 1)), [10]);
      assert.equal(await balanceOf(name), 80);
      const poor = await account(5);
      const dear = { idempotency: { key: 'b', fingerprint: 'x' } };
      assert.deepEqual(await settle(call(poor.name, 10, dear), call(poor.name, 4, dear)), [
        'insufficient',
        4,
      ]);
    });

    test('a look costs nothing and writes nothing', async () => {
      const { name } = await account(3);
      assert.deepEqual(await settle(call(name, 0), call(name, 0)), [0, 0]);
      assert.deepEqual(await accounts.usage({ account: name, by: 'day' }), []);
      assert.equal((await accounts.listKeys(name))[0]?.lastUsedAt, null);
    });

    test('usage adds up by day, path and key, and lists every call with what was asked', async () => {
      const { name, id } = await account(1000);
      const now = Date.now();
      const today = Math.floor(now / DAY_MS);
      await settle(
        call(name, 10, { path: '/b', parameters: 'category=A|B&start=1', at: now }),
        call(name, 10, { path: '/a', at: now }),
        call(name, 30, { path: '/c', at: now, day: today - 1 }),
      );
      const total = await accounts.usage({ account: name, by: 'path' });
      assert.deepEqual(total, [
        { of: '/c', calls: 1, points: 30 },
        { of: '/a', calls: 1, points: 10 },
        { of: '/b', calls: 1, points: 10 },
      ]);
      const { id: accountId } = await accounts.findAccount(name);
      const owner = { account: name, accountId, externalId: null };
      const sums = { owner, calls: 3, points: 50 };
      assert.deepEqual(await accounts.usage({ account: name, by: 'key' }), [{ of: id, ...sums }]);
      assert.deepEqual(await accounts.usage({ account: name, by: 'account' }), [{ of: name, ...sums }]);
      const byDay = await accounts.usage({ account: name, by: 'day', from: today });
      assert.deepEqual(
        byDay.map(({ calls, points }) => [calls, points]),
        [[2, 20]],
      );
      const daily = await accounts.dailyUsage(name, { start: today - 1, end: today });
      assert.deepEqual(daily, [
        { day: today - 1, path: '/c', calls: 1, points: 30 },
        { day: today, path: '/a', calls: 1, points: 10 },
        { day: today, path: '/b', calls: 1, points: 10 },
      ]);
      const last = await accounts.lastCalls(name, 2);
      assert.partialDeepStrictEqual(last, [
        { path: '/c', points: 30, balance: 950, keyId: id, parameters: null },
        { path: '/a', points: 10, balance: 980, keyId: id, parameters: null },
      ]);
      const { calls, next, pruned } = await accounts.calls({ account: name });
      assert.deepEqual([calls.length, next, pruned], [3, undefined, 0]);
      assert.equal(calls[0]?.parameters, 'category=A|B&start=1');
      assert.ok((await accounts.listKeys(name))[0]?.lastUsedAt instanceof Date);
    });

    test('a long list is read page by page, as it was when it was begun', async () => {
      const { name } = await account(100_000);
      for (let i = 0; i < 25; i++) await accounts.settle(Array.from({ length: 100 }, () => call(name, 1)));
      const first = await accounts.calls({ account: name });
      await settle(call(name, 1));
      const second = await accounts.calls({ account: name, after: first.next });
      const balances = [...first.calls, ...second.calls].map(({ balance }) => balance);
      assert.deepEqual(
        balances,
        Array.from({ length: 2500 }, (_, i) => 99_999 - i),
      );
      assert.equal(second.next, undefined);
    });

    test('what was set of the brand is told until it is reset, and the content of a picture apart from it', async () => {
      const content = Buffer.from([0, 255, 10, 39, 92]);
      await accounts.terms.setBrand('name', 'First');
      await accounts.terms.setBrand('name', "Smith's 市場 & Söhne");
      await accounts.terms.setBrand('logo', 'image/png abc', content);
      assert.deepEqual([...(await accounts.terms.brand())].toSorted(), [
        ['logo', 'image/png abc'],
        ['name', "Smith's 市場 & Söhne"],
      ]);
      assert.deepEqual(await accounts.terms.brandContent('logo'), content);
      assert.equal(await accounts.terms.brandContent('name'), undefined);
      assert.equal(await accounts.terms.brandContent('icon'), undefined);
      await accounts.terms.setBrand('logo', 'image/png def', Buffer.from('other'));
      assert.deepEqual(await accounts.terms.brandContent('logo'), Buffer.from('other'));
      await accounts.terms.resetBrand('logo');
      await accounts.terms.resetBrand('logo');
      assert.deepEqual([...(await accounts.terms.brand()).keys()], ['name']);
      assert.equal(await accounts.terms.brandContent('logo'), undefined);
    });

    test('pruning forgets the calls of earlier days and no total, and the books still add up', async () => {
      const { name } = await account(1000);
      const now = Date.now();
      const today = Math.floor(now / DAY_MS);
      for (const ago of [400, 70, 40, 2, 1, 0]) {
        await settle(call(name, 10, { at: now - ago * DAY_MS }), call(name, 5, { day: today - ago }));
      }
      const before = await accounts.audit();
      assert.deepEqual(before.problems, []);
      const usage = await accounts.usage({ account: name, by: 'day' });
      const seen: number[] = [];
      const pruned = await accounts.prune(today - 1, (fraction) => seen.push(fraction));
      assert.ok(seen.every((fraction) => fraction >= 0 && fraction <= 1));
      assert.equal(pruned.calls, 8);
      assert.equal(pruned.points, 60);
      const list = await accounts.calls({ account: name });
      assert.deepEqual([list.calls.length, list.pruned], [4, 8]);
      assert.deepEqual(await accounts.usage({ account: name, by: 'day' }), usage);
      const audit = await accounts.audit();
      assert.deepEqual(audit, { ...before, pruned: 8 });
      assert.deepEqual(await accounts.prune(today - 1), { calls: 0, points: 0 });
    });

    test('processes that charge one account at the same time never spend a point twice', async () => {
      const { name } = await account(1000);
      const others = await Promise.all([open(env), open(env), open(env)]);
      const outcomes = await Promise.all(
        others.flatMap((each) =>
          Array.from({ length: 10 }, () => each.settle(Array.from({ length: 10 }, () => call(name, 7)))),
        ),
      );
      const charged = outcomes.flat().filter(({ kind }) => kind === 'settled');
      assert.equal(charged.length, Math.floor(1000 / 7));
      assert.equal(await balanceOf(name), 1000 % 7);
      const balances = charged.map((outcome) => 'balance' in outcome && outcome.balance);
      assert.equal(new Set(balances).size, balances.length, 'every receipt has a balance of its own');
      assert.deepEqual((await accounts.audit()).problems, []);
    });
  });
}
