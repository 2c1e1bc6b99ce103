/** What accounts, their grants and the end of those promise, whatever engine keeps them: one suite, run on each. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Taking } from '../../src/accounts/grants.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { call, ENGINES } from '../support/stores/accounts-engines.ts';
import { DAY_MS, NOTE, openBooks } from './books.ts';

for (const engine of ENGINES) {
  describe(`grants in ${engine.name}`, { skip: engine.missing ?? false }, async () => {
    const books = await openBooks(engine);
    const { env, accounts, other, clock, account, grant, settle, balanceOf, left, assertSound } = books;
    before(() => clock.set(Math.ceil(Date.now() / DAY_MS) * DAY_MS));

    const changes = async (name: string) =>
      (await accounts.listGrants(name)).map(({ kind, points, balance }) => [kind, points, balance]);

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
      assert.partialDeepStrictEqual(await accounts.findAccount('with details'), details);
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

    test('the same reference is the same grant, and of nothing else, however many tell it at once', async () => {
      const [name, second] = [await account(), await account()];
      const paid = { points: 100, ...NOTE, reference: 'pay-1' };
      const first = await accounts.grant(name, paid);
      const again = await other.grant(name, { ...paid, note: 'told twice', kind: 'correction' });
      assert.deepEqual([first.isRepeated, again.isRepeated], [false, true]);
      assert.deepEqual([again.change, again.balance], [first.change, 100]);
      await assert.rejects(accounts.grant(name, { ...paid, points: 101 }), ConflictError);
      await assert.rejects(accounts.grant(second, paid), /was used with another account or other points/);
      await assert.rejects(accounts.take(name, paid), ConflictError);
      const refund = { points: 30, ...NOTE, reference: 'back-1' };
      assert.equal((await accounts.take(name, refund)).isRepeated, false);
      assert.equal((await accounts.take(name, refund)).isRepeated, true);
      await assert.rejects(accounts.grant(name, refund), ConflictError);
      assert.deepEqual([await balanceOf(name), await balanceOf(second)], [70, 0]);

      const names = await Promise.all(Array.from({ length: 8 }, () => account()));
      const results = await Promise.allSettled(
        names.map((each, i) =>
          (i % 2 ? accounts : other).grant(each, { points: 7, ...NOTE, reference: 'pay-at-once' }),
        ),
      );
      for (const result of results)
        if (result.status === 'rejected') assert.ok(result.reason instanceof ConflictError, result.reason);
      const balances = await Promise.all(names.map(balanceOf));
      assert.deepEqual(balances.toSorted(), [...Array(7).fill(0), 7]);
    });

    test('what expires first is used first, then what is older; what is left of it goes when it ends', async () => {
      const name = await account();
      await grant(name, 100);
      await grant(name, 50, 10);
      await grant(name, 20, 2);
      await grant(name, 30);
      assert.deepEqual(await settle(call(name, 25)), [25]);
      assert.deepEqual(await left(name), ['45 of 50', '100 of 100', '30 of 30']);
      await clock.pass(10 * DAY_MS - 1);
      assert.deepEqual(await settle(call(name, 5), call(name, 200)), [5, 'insufficient']);
      await clock.pass(1);
      assert.deepEqual(await settle(call(name, 110)), [110]);
      assert.deepEqual((await changes(name)).at(-1), ['expired', -40, 130]);
      assert.deepEqual(await left(name), ['20 of 30']);
      // What was used before a grant came is not taken from it, however soon that ends.
      await grant(name, 50, 1);
      assert.deepEqual(await left(name), ['50 of 50', '20 of 30']);
      await settle(call(name, 10));
      await clock.pass(DAY_MS);
      assert.equal(await balanceOf(name), 20);
      await assertSound();
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

    test('one batch has calls from before and after the end of a grant, of this account and others', async () => {
      const [name, second] = [await account(), await account(100)];
      await grant(name, 50, 1);
      await grant(name, 7);
      const end = clock.now + DAY_MS;
      await clock.pass(DAY_MS);
      const before = { at: end - 1, day: Math.floor(end / DAY_MS) - 1 };
      assert.deepEqual(
        await settle(call(name, 5, before), call(second, 60), call(name, 8), call(name, 7), call(second, 41)),
        [5, 60, 'insufficient', 7, 'insufficient'],
      );
      assert.deepEqual((await changes(name)).at(-1), ['expired', -45, 7]);
      await assertSound();
    });

    test('points are taken from one grant, or in the order of use, and at most as many as are left', async () => {
      const name = await account();
      await grant(name, 20, 5);
      const { change: late } = await grant(name, 30);
      const take = (points: number, more: Partial<Taking> = {}) =>
        accounts.take(name, { points, ...NOTE, ...more });
      await take(10, { grant: late.number });
      assert.deepEqual(await left(name), ['20 of 20', '20 of 30']);
      await assert.rejects(take(21, { grant: late.number }), /Grant \d+ of "account-\d+" has 20 points left/);
      await assert.rejects(take(1, { grant: 999_999 }), /has no grant 999999/);
      for (const isRepeated of [false, true]) {
        const all = await take(25, { grant: late.number, atMost: true, reference: `${name} all` });
        assert.deepEqual([all.isRepeated, all.change.points, all.balance], [isRepeated, -20, 20]);
      }
      await take(5);
      assert.deepEqual(await left(name), ['15 of 20']);
      assert.equal((await take(100, { atMost: true })).balance, 0);
      assert.equal((await take(1, { atMost: true })).change.points, 0);
      await assert.rejects(take(1), /has 0 points/);
      await assert.rejects(grant(name, 1, 0), UserError);
      await assert.rejects(grant(name, 1, -3), /must expire today or later/);
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
      assert.deepEqual(await left(name), ['30 of 40']);
      await grant(name, 5, 1);
      await settle(call(name, 3));
      assert.deepEqual(await left(name), ['2 of 5', '30 of 40']);
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
