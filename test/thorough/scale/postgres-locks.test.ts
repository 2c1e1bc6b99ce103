/** An account that something else has locked holds up its own calls, and nobody else's. */
import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Settlement } from '../../../src/accounts/ledger.ts';
import type { Accounts } from '../../../src/accounts/open.ts';
import { ERRORS } from '../../../src/errors/callers.ts';
import { AccountsLocked } from '../../../src/errors/stores.ts';
import { atEnd } from '../../support/at-end.ts';
import { ask } from '../../support/http/raw-http.ts';
import { call, makeAccount, open, told } from '../../support/stores/accounts-engines.ts';
import { dataFolderFor, serverFor } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';
import { createAccount, importRows } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';

describe('an account is locked in PostgreSQL', { skip: noDatabase ?? false }, () => {
  let url: string;
  let accounts: Accounts;
  before(async () => {
    url = await createDatabase();
    accounts = await open({ ACCOUNTS_URL: url });
  });

  /** Runs a statement in a transaction that stays open until it is released, or the test is over. */
  async function hold(t: TestContext, sql: string): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(sql);
    let isHeld = true;
    const release = async () => {
      if (isHeld) await holder.end();
      isHeld = false;
    };
    t.after(release);
    return release;
  }
  const lockRow = (t: TestContext, row: string) => hold(t, `SELECT FROM ${row} FOR UPDATE`);
  const lock = (t: TestContext, ...names: string[]) =>
    lockRow(t, `mdq.account WHERE name IN (${names.map((name) => `'${name}'`).join()})`);
  const makeAccounts = async (count: number, points = 10) => {
    const names: string[] = [];
    for (let i = 0; i < count; i++) names.push(await makeAccount(accounts, points));
    return names as [string, string, string, ...string[]];
  };
  const chargesOf = async (name: string) => {
    const charges = `SELECT request_id FROM mdq.charge JOIN mdq.account ON account.id = account WHERE name = $1 ORDER BY number`;
    return (await queryOn(url, charges, [name])).map(({ request_id }) => String(request_id));
  };
  /** What becomes of each call, the refused ones left as an error. */
  const settleEach = async (calls: readonly Settlement[]) =>
    (await Promise.all(await accounts.settle(calls, 'tell'))).map(told);
  const waiting = async () =>
    (await queryOn(url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length;
  const assertSound = async () => assert.deepEqual((await accounts.audit()).problems, []);
  /** A refusal that names these keys and no others. */
  const lockedKeys =
    (...keys: string[]) =>
    (error: unknown) => {
      assert.ok(error instanceof AccountsLocked && error.kind === 'busy', String(error));
      assert.deepEqual(new Set(error.keys.keys()), new Set(keys));
      return true;
    };

  test('a batch that is asked to tell says which keys, and nothing of it is done', async (t) => {
    const [first, locked, last] = await makeAccounts(3);
    for (const hash of ['another key', 'a key that nobody uses'])
      await accounts.createKey(locked, { hash, last4: 'last', name: hash });
    const release = await lock(t, locked);
    const calls = [
      call(last, 1),
      call(locked, 1, { idempotency: { key: 'once', fingerprint: 'of it' } }),
      call(first, 1),
      call('another key', 1),
      call('no key', 1),
    ];
    // All its keys: nobody has to find out about each of them.
    const itsKeys = lockedKeys(locked, 'another key', 'a key that nobody uses');
    await assert.rejects(accounts.settle(calls, 'tell'), itsKeys);
    assert.deepEqual(new Set((await accounts.lockedKeys(calls)).keys()), new Set([locked, 'another key']));
    assert.deepEqual((await Promise.all([first, locked, last].map(chargesOf))).flat(), []);
    // What is free needs no lock.
    assert.deepEqual(await settleEach([call(locked, 0)]), [0]);
    await release();
    assert.deepEqual(await settleEach(calls), [1, 1, 1, 1, 'invalidKey']);
    const again = calls.slice(1, 2).map((each) => ({ ...each, requestId: 'another' }));
    assert.deepEqual(await settleEach(again), [0]);
    await assertSound();
  });

  test('where another row is locked that a charge changes, it is locked as well', async (t) => {
    const [held, other] = await makeAccounts(2, 100);
    const second = `another of ${held}`;
    await accounts.createKey(held, { hash: second, last4: 'last', name: '' });
    await accounts.changeAccount(held, { perDay: 50 });
    const calls = () => [call(held, 1), call(other, 1)];
    assert.deepEqual(await settleEach([...calls(), call(second, 1)]), [1, 1, 1]);
    const key = `(SELECT id FROM mdq.key WHERE hash = '${held}')`;
    for (const row of [
      `mdq.key WHERE id = ${key}`,
      `mdq.usage WHERE key = ${key}`,
      `mdq.spent WHERE counter = -(SELECT id FROM mdq.account WHERE name = '${held}')`,
    ]) {
      const release = await lockRow(t, row);
      assert.deepEqual([...(await accounts.lockedKeys(calls())).keys()], [held], row);
      await assert.rejects(accounts.settle(calls(), 'tell'), lockedKeys(held, second));
      await release();
      assert.equal((await accounts.lockedKeys(calls())).size, 0);
    }
    assert.deepEqual(await settleEach(calls()), [1, 1]);
    await assertSound();
  });

  test('what is in the way and cannot be seen fails whom it is in the way of, and nobody else', async (t) => {
    const [held, other] = await makeAccounts(2);
    const calls = () => [call(held, 1), call(other, 1)];
    assert.deepEqual(await settleEach(calls()), [1, 1]);
    // Somebody adds the total of a day that has none yet.
    const tomorrow = () => calls().map((each) => ({ ...each, day: each.day + 1 }));
    const release = await hold(
      t,
      `INSERT INTO mdq.usage (account, day, path, key, calls, points)
       SELECT account, day + 1, path, key, calls, points FROM mdq.usage WHERE key = (SELECT id FROM mdq.key WHERE hash = '${held}')`,
    );
    const [ofHeld, ofOther] = await accounts.settle(tomorrow(), 'tell');
    await assert.rejects(async () => ofHeld, lockedKeys(held));
    assert.equal(told(await ofOther), 1);
    await release();
    assert.deepEqual(await settleEach(tomorrow()), [1, 1]);
    await assertSound();
  });

  test('one lock after the other, each for less than it is waited for, ends a batch; what it has is free again', async (t) => {
    const [free, ...names] = await makeAccounts(8);
    const releases: (() => Promise<void>)[] = [];
    for (const name of names) releases.push(await lock(t, name));
    let isOver = false;
    const settling = accounts.settle(
      [free, ...names].map((name) => call(name, 1)),
      'tell',
    );
    const ended = settling.then(
      () => undefined,
      (error: unknown) => {
        isOver = true;
        return error;
      },
    );
    await until('it waits', async () => (await waiting()) > 0);
    for (const release of releases) {
      await Promise.race([ended, sleep(800)]);
      if (isOver) break;
      await release();
    }
    const error = await ended;
    assert.ok(error instanceof AccountsLocked && !error.keys.has(free), String(error));
    assert.deepEqual(await settleEach([call(free, 1)]), [1]);
    await assertSound();
  });

  test('a batch that is not asked waits for the lock; who only reads does not', async (t) => {
    const [locked, other] = await makeAccounts(2);
    const release = await lock(t, locked);
    const settled = accounts.settle([call(other, 1), call(locked, 1)]);
    await until('it waits', async () => (await waiting()) > 0);
    assert.equal((await accounts.findAccount(locked)).balance, 10);
    assert.deepEqual(
      (await accounts.openGrants(locked)).map(({ left }) => left),
      [10],
    );
    assert.equal((await accounts.listGrants(locked)).length, 1);
    assert.equal(await accounts.plan(locked), undefined);
    await release();
    assert.deepEqual((await settled).map(told), [1, 1]);
  });

  test('however many are locked that have something due, nobody else waits for free calls of them', async (t) => {
    const [free, paid, ...names] = await makeAccounts(13);
    // The day of a limit that has not begun is due.
    for (const name of [free, ...names]) await accounts.changeAccount(name, { perDay: 5 });
    const release = await lock(t, ...names);
    const calls = [...names, free].map((name) => call(name, 0));
    const settling = await accounts.settle([...calls, call(paid, 1)], 'tell');
    const charged = settling.at(-1);
    assert.ok(!(charged instanceof Promise));
    assert.equal(told(charged), 1);
    const ended: number[] = [];
    await Promise.all(
      settling.slice(0, -1).map(async (one, i) => {
        await Promise.allSettled([one]);
        ended.push(i);
      }),
    );
    assert.equal(ended[0], names.length);
    await assert.rejects(async () => settling[0], AccountsLocked);
    assert.equal(told(await settling[names.length]), 0);
    await release();
    assert.deepEqual(
      await settleEach(names.map((name) => call(name, 0))),
      names.map(() => 0),
    );
    await assertSound();
  });

  test('a server answers its calls with 503 and charges none; all others are answered; it goes on when it is free', async (t) => {
    const data = await dataFolderFor({ after: atEnd }, { ACCOUNTS_URL: url });
    await importRows(data);
    const server = await serverFor(t, data.env);
    type Answer = Awaited<ReturnType<typeof ask>>;
    const answers: Record<string, Answer[]> = { alice: [], bob: [] };
    const refused = (name: string) => answers[name]?.filter(({ status }) => status === 503) ?? [];
    const answered = (name: string) => answers[name]?.filter(({ status }) => status === 200) ?? [];
    let isOver = false;
    const callers = ['alice', 'bob'].map(async (name) => {
      const { key } = await createAccount(data.env, name, 1_000_000);
      const asked = async () => {
        while (!isOver)
          answers[name]?.push(
            await ask(`${server.url}/api/public/meta/categories`, { headers: { 'x-api-key': key } }),
          );
      };
      await Promise.all(Array.from({ length: 4 }, asked));
    });
    // One of them, and in the last round both, while each has calls under way.
    for (const locked of [['alice'], ['bob'], ['alice', 'bob']]) {
      for (const name of ['alice', 'bob']) {
        const seen = answered(name).length;
        await until('it is answered', () => answered(name).length > seen);
      }
      const [before, others] = [locked.map((name) => refused(name).length), answered('bob').length];
      const release = await lock(t, ...locked);
      await until('calls of the locked account are refused', () =>
        locked.every((name, i) => refused(name).length >= (before[i] ?? 0) + 3),
      );
      if (locked.join() === 'alice')
        await until('all others are answered', () => answered('bob').length > others + 3);
      await release();
    }
    isOver = true;
    await Promise.all(callers);
    for (const [name, given] of Object.entries(answers)) {
      assert.equal(refused(name).length + answered(name).length, given.length);
      for (const { text, headers } of refused(name))
        assert.deepEqual(
          [JSON.parse(text), headers['retry-after']],
          [{ code: 503, msg: ERRORS.accountBusy.msg }, '5'],
        );
      const ids = answered(name).map(({ headers }) => String(headers['x-request-id']));
      assert.deepEqual((await chargesOf(name)).sort(), ids.sort());
    }
    // One line an outage and account, however many calls it refuses.
    const lines = server.log().match(/calls of a locked account fail/g)?.length ?? 0;
    assert.ok(lines >= 1 && lines <= 4, server.log());
    await assertSound();
  });
});
