/** What accounts, their grants and the end of those promise, whatever engine keeps them: one suite, run on each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Taking } from '../../src/accounts/grants.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { call, ENGINES, makeAccount, open, told } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const by = 'a test';
const NOTE = { by, note: '' };

for (const engine of ENGINES) {
  describe(`grants in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    let other: Accounts;
    let clock: StoreClock;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
      other = await open(env);
      clock = new StoreClock(env);
      await clock.set(Math.ceil(Date.now() / DAY_MS) * DAY_MS);
    });

    after(() => clock.end());

    const account = (points = 0) => makeAccount(accounts, points);
    const settle = async (...calls: ReturnType<typeof call>[]) => (await accounts.settle(calls)).map(told);
    /** Valid for so many days from now on. */
    const grant = (name: string, points: number, days?: number) => {
      const endsAt = clock.now + (days ?? 0) * DAY_MS;
      const expires = days === undefined ? undefined : { day: Math.floor(endsAt / DAY_MS) - 1, endsAt };
      return accounts.grant(name, { points, ...NOTE, expires });
    };
    const left = async (name: string) =>
      (await accounts.openGrants(name)).map(({ points, left }) => [points, left]);
    const balanceOf = async (name: string) => (await accounts.findAccount(name)).balance;
    const changes = async (name: string) =>
      (await accounts.listGrants(name)).map(({ kind, points, balance }) => [kind, points, balance]);
    const assertSound = async () => assert.deepEqual((await accounts.audit()).problems, []);

    test('an account is found by its id, its name and every name it had, which nobody else gets', async () => {
      const name = await account(5);
      const { id } = await accounts.findAccount(name);
      assert.match(id, /^acc_[0-9a-f]{16}$/);
      const renamed = await accounts.changeAccount(name, { name: `${name} Ltd` });
      assert.deepEqual([renamed.id, renamed.name, renamed.balance], [id, `${name} Ltd`, 5]);
      for (const each of [id, name, `${name} Ltd`]) assert.equal((await accounts.findAccount(each)).id, id);
      assert.equal((await accounts.grant(id, { points: 2, ...NOTE })).balance, 7);
      assert.equal((await accounts.listKeys(id)).length, 1);
      const first = { points: 0, ...NOTE };
      await assert.rejects(accounts.createAccount(name, first), ConflictError);
      await assert.rejects(
        accounts.changeAccount(await account(), { name }),
        /was the name of another account/,
      );
      await assert.rejects(
        accounts.changeAccount(await account(), { name: `${name} Ltd` }),
        /already an account/,
      );
      assert.equal((await accounts.changeAccount(id, { name })).name, name, 'its own name comes back');
      const [outcome] = await accounts.settle([call(name, 1)]);
      assert.equal(outcome?.kind === 'settled' && outcome.holder.account, name);
    });

    test('contact, note and external id are kept, and an external id is of one account', async () => {
      const details = { contact: 'ops@example.com', note: 'net 30', externalId: 'crm-17' };
      await accounts.createAccount('with details', { points: 0, ...NOTE }, details);
      const { contact, note, externalId } = await accounts.findAccount('with details');
      assert.deepEqual({ contact, note, externalId }, details);
      await assert.rejects(
        accounts.createAccount('another', { points: 0, ...NOTE }, { externalId: 'crm-17' }),
        /is that of account "with details"/,
      );
      await assert.rejects(accounts.findAccount('another'), /no account "another"/);
      const changed = await accounts.changeAccount('with details', { externalId: null, note: '' });
      assert.deepEqual([changed.contact, changed.note, changed.externalId], ['ops@example.com', '', null]);
      await accounts.createAccount('another', { points: 0, ...NOTE }, { externalId: 'crm-17' });
    });

    test('a closed account has no keys, is given nothing, and stays closed', async () => {
      const name = await account(10);
      const closed = await accounts.closeAccount(name);
      assert.equal(closed.closedAt?.getTime(), clock.now);
      assert.deepEqual(await settle(call(name, 1)), ['invalidKey']);
      const key = { hash: `${name} 2`, last4: 'last', name: '' };
      for (const refused of [
        () => accounts.grant(name, { points: 1, ...NOTE }),
        () => accounts.createKey(name, key),
        () => accounts.setAccountActive(name, true),
        () => accounts.closeAccount(name),
      ])
        await assert.rejects(refused, ConflictError);
      assert.equal((await accounts.take(name, { points: 4, ...NOTE })).balance, 6);
      await assertSound();
    });

    test('a payment that is told to several programs at once is granted once', async () => {
      const names = [await account(), await account()];
      const tell = (n: number) =>
        [accounts, other][n % 2]?.grant(names[n % 2] ?? '', { points: 7, ...NOTE, reference: 'pay-at-once' });
      const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => tell(n)));
      for (const result of results)
        if (result.status === 'rejected') assert.ok(result.reason instanceof ConflictError, result.reason);
      const balances = await Promise.all(names.map(balanceOf));
      assert.deepEqual(balances.toSorted(), [0, 7]);
    });

    test('an entry that is due has the moment it was due, however late it is written, and each is written once', async () => {
      const name = await account(1);
      const from = clock.now;
      await grant(name, 10, 1);
      await grant(name, 20, 2);
      await clock.pass(30 * DAY_MS);
      const shown = await Promise.all([
        balanceOf(name),
        other.findAccount(name).then(({ balance }) => balance),
        accounts
          .settle([call(name, 0)])
          .then(([outcome]) => outcome && 'balance' in outcome && outcome.balance),
        other.listAccounts().then((all) => all.find((each) => each.name === name)?.balance),
      ]);
      assert.deepEqual(shown, [1, 1, 1, 1]);
      const expired = (await accounts.listGrants(name)).filter(({ kind }) => kind === 'expired');
      assert.deepEqual(
        expired.map(({ at, points, balance }) => [at.getTime() - from, points, balance]),
        [
          [DAY_MS, -10, 21],
          [2 * DAY_MS, -20, 1],
        ],
      );
      await assertSound();
    });

    test('points are taken from one grant, or in the order of use, and at most as many as are left', async () => {
      const name = await account();
      const { change: soon } = await grant(name, 20, 5);
      const { change: late } = await grant(name, 30);
      const take = (points: number, more: Partial<Taking> = {}) =>
        accounts.take(name, { points, ...NOTE, ...more });
      await take(10, { grant: late.number });
      assert.deepEqual(await left(name), [
        [20, 20],
        [30, 20],
      ]);
      await assert.rejects(take(21, { grant: late.number }), /Grant \d+ of "account-\d+" has 20 points left/);
      await assert.rejects(take(1, { grant: 999_999 }), /has no grant 999999/);
      const all = await take(25, { grant: late.number, atMost: true, reference: `${name} all` });
      assert.deepEqual([all.change.points, all.balance], [-20, 20]);
      const again = await take(25, { grant: late.number, atMost: true, reference: `${name} all` });
      assert.deepEqual([again.isRepeated, again.change.points, again.balance], [true, -20, 20]);
      await take(5);
      assert.deepEqual(await left(name), [[20, 15]]);
      assert.equal((await take(100, { atMost: true })).balance, 0);
      assert.equal((await take(1, { atMost: true })).change.points, 0);
      assert.deepEqual(
        (await accounts.listGrants(name)).find(({ number }) => number === soon.number)?.left,
        0,
      );
      await assert.rejects(take(1), /has 0 points/);
      await assertSound();
    });

    test('an audit finds what was changed by hand in grants and in what is left of them', async () => {
      const name = await account();
      const { change } = await grant(name, 50, 9);
      const { id } = await accounts.findAccount(name);
      const of = `(SELECT id FROM account WHERE account_id = '${id}')`;
      const [details, number] = env.ACCOUNTS_URL ? ['points_change', 'number'] : ['grant', 'entry'];
      const grantRow = `${number} = ${change.number}${env.ACCOUNTS_URL ? ` AND account = ${of}` : ''}`;
      const before = (column: string) => `(SELECT ${column} FROM account WHERE id = ${of})`;
      for (const [change, undo, problem] of [
        ['points_left = points_left + 1', 'points_left = points_left - 1', /is not part of it/],
        ['points_left = points_left - 1', 'points_left = points_left + 1', /its grants have 49 left/],
        ['ends_at = ends_at + 1', 'ends_at = ends_at - 1', /is not part of it/],
      ] as const) {
        await changeAccounts(env, `UPDATE lot SET ${change} WHERE account = ${of}`);
        assert.match((await accounts.audit()).problems.join('\n'), problem);
        await changeAccounts(env, `UPDATE lot SET ${undo} WHERE account = ${of}`);
      }
      await changeAccounts(env, `UPDATE account SET next_due = ${before('next_due')} + 1 WHERE id = ${of}`);
      assert.match(
        (await accounts.audit()).problems.join('\n'),
        /what is due next is not the end of a grant/,
      );
      await changeAccounts(env, `UPDATE account SET next_due = ${before('next_due')} - 1 WHERE id = ${of}`);
      await changeAccounts(env, `UPDATE ${details} SET reference = 'forged' WHERE ${grantRow}`);
      assert.match(
        (await accounts.audit()).problems.join('\n'),
        /a grant to account [^?]+, was modified \(checksum mismatch\)/,
      );
      await changeAccounts(env, `UPDATE ${details} SET reference = NULL WHERE ${grantRow}`);
      await assertSound();
    });

    test('the points of a store from before have grants again, the newest of them', async () => {
      const name = await account(100);
      await grant(name, 40);
      await settle(call(name, 110));
      // As a program leaves it that knows no kinds and keeps no lots.
      const { id } = await accounts.findAccount(name);
      const of = `(SELECT id FROM account WHERE account_id = '${id}')`;
      await changeAccounts(env, `DELETE FROM lot WHERE account = ${of}`);
      await changeAccounts(
        env,
        env.ACCOUNTS_URL
          ? `UPDATE points_change SET kind = NULL, details_checksum = NULL WHERE account = ${of}`
          : `UPDATE grant SET kind = NULL WHERE entry IN (SELECT id FROM entry WHERE account = ${of})`,
      );
      assert.deepEqual(await left(name), [[40, 30]]);
      await grant(name, 5, 1);
      await settle(call(name, 3));
      assert.deepEqual(await left(name), [
        [5, 2],
        [40, 30],
      ]);
      await clock.pass(DAY_MS);
      assert.equal(await balanceOf(name), 30);
    });

    test('the time zone of the books is that of who asks first', async () => {
      assert.equal(await accounts.terms.timeZone(), undefined);
      assert.equal(await accounts.terms.keepTimeZone('Asia/Taipei'), 'Asia/Taipei');
      assert.equal(await other.terms.keepTimeZone('Europe/Berlin'), 'Asia/Taipei');
      assert.equal(await other.terms.timeZone(), 'Asia/Taipei');
    });

    test('programs that charge at the moment a grant ends spend no point of it after, and write its end once', async () => {
      const name = await account(500);
      await grant(name, 1000, 1);
      await settle(call(name, 300));
      await clock.pass(DAY_MS);
      const outcomes = await Promise.all(
        [accounts, other, accounts, other].map((each) =>
          each.settle(Array.from({ length: 30 }, () => call(name, 7))),
        ),
      );
      const charged = outcomes.flat().filter(({ kind }) => kind === 'settled').length;
      assert.equal(charged, Math.floor(500 / 7));
      assert.deepEqual(
        (await changes(name)).filter(([kind]) => kind === 'expired'),
        [['expired', -700, 500]],
      );
    });
  });
}
