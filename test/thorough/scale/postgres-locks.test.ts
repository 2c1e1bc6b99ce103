/** An account that something else has locked holds up its own calls, and nobody else's. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Settlement } from '../../../src/accounts/ledger.ts';
import type { Accounts } from '../../../src/accounts/open.ts';
import { ERRORS } from '../../../src/errors/callers.ts';
import { AccountsLocked } from '../../../src/errors/stores.ts';
import { atEnd } from '../../support/at-end.ts';
import { ask } from '../../support/http/raw-http.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import { call, makeAccount, open, told } from '../../support/stores/accounts-engines.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';
import { createAccount, importFiles } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';

describe('an account is locked in PostgreSQL', { skip: noDatabase ?? false }, () => {
  let url: string;
  let accounts: Accounts;
  before(async () => {
    url = await createDatabase();
    accounts = await open({ ACCOUNTS_URL: url });
  });

  /** Locks what is found until it is released, or the test is over. */
  async function lockRow(t: TestContext, row: string): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${row} FOR UPDATE`);
    let isHeld = true;
    const release = async () => {
      if (isHeld) await holder.end();
      isHeld = false;
    };
    t.after(release);
    return release;
  }
  const lock = (t: TestContext, name: string) => lockRow(t, `mdq.account WHERE name = '${name}'`);
  const chargesOf = async (name: string) =>
    (
      await queryOn(
        url,
        `SELECT request_id FROM mdq.charge JOIN mdq.account ON account.id = account WHERE name = $1 ORDER BY number`,
        [name],
      )
    ).map(({ request_id }) => String(request_id));
  const settleEach = async (calls: readonly Settlement[]) =>
    Promise.all(await accounts.settle(calls, 'tell'));
  const waiting = async () =>
    (await queryOn(url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length;

  /** When it was last looked which accounts are locked. */
  const looks = async () => {
    const [found] = await queryOn(
      url,
      `SELECT extract(epoch FROM max(query_start)) AS at FROM pg_stat_activity
       WHERE query LIKE '%SKIP LOCKED%' AND pid <> pg_backend_pid()`,
    );
    return Number(found?.at ?? 0);
  };

  test('a batch that is asked to tell says which keys, and nothing of it is done', async (t) => {
    const [first, locked, last] = [
      await makeAccount(accounts, 10),
      await makeAccount(accounts, 10),
      await makeAccount(accounts, 10),
    ];
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
    const itsKeys = new Set([locked, 'another key', 'a key that nobody uses']);
    await assert.rejects(
      accounts.settle(calls, 'tell'),
      (error) =>
        error instanceof AccountsLocked &&
        error.kind === 'busy' &&
        new Set(error.keys.keys()).symmetricDifference(itsKeys).size === 0,
    );
    assert.deepEqual(new Set((await accounts.lockedKeys(calls)).keys()), new Set([locked, 'another key']));
    assert.deepEqual((await Promise.all([first, locked, last].map(chargesOf))).flat(), []);
    // What is free needs no lock.
    assert.deepEqual((await settleEach([call(locked, 0)])).map(told), [0]);
    await release();
    const outcomes = await settleEach(calls);
    assert.deepEqual(outcomes.map(told), [1, 1, 1, 1, 'invalidKey']);
    const again = await settleEach(calls.slice(1, 2).map((each) => ({ ...each, requestId: 'another' })));
    assert.deepEqual(again.map(told), [0]);
    assert.deepEqual((await accounts.audit()).problems, []);
  });

  test('where another row is locked that a charge changes, it is locked as well', async (t) => {
    const [held, other] = [await makeAccount(accounts, 100), await makeAccount(accounts, 100)];
    const second = `another of ${held}`;
    await accounts.createKey(held, { hash: second, last4: 'last', name: '' });
    await accounts.changeAccount(held, { perDay: 50 });
    const calls = () => [call(held, 1), call(other, 1)];
    assert.deepEqual((await settleEach([...calls(), call(second, 1)])).map(told), [1, 1, 1]);
    const key = `(SELECT id FROM mdq.key WHERE hash = '${held}')`;
    const itsKeys = new Set([held, second]);
    for (const row of [
      `mdq.key WHERE id = ${key}`,
      `mdq.usage WHERE key = ${key}`,
      `mdq.spent WHERE counter = -(SELECT id FROM mdq.account WHERE name = '${held}')`,
    ]) {
      const release = await lockRow(t, row);
      assert.deepEqual([...(await accounts.lockedKeys(calls())).keys()], [held], row);
      await assert.rejects(
        accounts.settle(calls(), 'tell'),
        (error) =>
          error instanceof AccountsLocked &&
          new Set(error.keys.keys()).symmetricDifference(itsKeys).size === 0,
      );
      await release();
      assert.equal((await accounts.lockedKeys(calls())).size, 0);
    }
    assert.deepEqual((await settleEach(calls())).map(told), [1, 1]);
    assert.deepEqual((await accounts.audit()).problems, []);
  });

  test('what is in the way and cannot be seen fails whom it is in the way of, and nobody else', async (t) => {
    const [held, other] = [await makeAccount(accounts, 10), await makeAccount(accounts, 10)];
    const calls = () => [call(held, 1), call(other, 1)];
    assert.deepEqual((await settleEach(calls())).map(told), [1, 1]);
    // Somebody adds the total of a day that has none yet.
    const tomorrow = (each: Settlement) => ({ ...each, day: each.day + 1 });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    t.after(() => holder.end());
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO mdq.usage (account, day, path, key, calls, points)
       SELECT account, day + 1, path, key, calls, points FROM mdq.usage WHERE key = (SELECT id FROM mdq.key WHERE hash = $1)`,
      [held],
    );
    const [ofHeld, ofOther] = await accounts.settle(calls().map(tomorrow), 'tell');
    await assert.rejects(
      async () => ofHeld,
      (error) => error instanceof AccountsLocked && error.keys.has(held),
    );
    assert.equal(told((await ofOther) ?? assert.fail()), 1);
    await holder.query('ROLLBACK');
    assert.deepEqual((await settleEach(calls().map(tomorrow))).map(told), [1, 1]);
    assert.deepEqual((await accounts.audit()).problems, []);
  });

  test('one lock after the other, each for less than it is waited for, ends a batch; what it has is free again', async (t) => {
    const names: string[] = [];
    for (let i = 0; i < 8; i++) names.push(await makeAccount(accounts, 10));
    const releases: (() => Promise<void>)[] = [];
    for (const name of names.slice(1)) releases.push(await lock(t, name));
    let isTold = false;
    const settled = accounts.settle(
      names.map((name) => call(name, 1)),
      'tell',
    );
    const ended = settled.then(
      () => undefined,
      (error: unknown) => error,
    );
    ended.then(() => {
      isTold = true;
    });
    await until('it waits', async () => (await waiting()) > 0);
    for (const release of releases) {
      await Promise.race([ended, sleep(800)]);
      if (isTold) break;
      await release();
    }
    const error = await ended;
    assert.ok(error instanceof AccountsLocked, String(error));
    assert.ok(!error.keys.has(names[0] ?? ''));
    assert.deepEqual((await settleEach([call(names[0] ?? '', 1)])).length, 1);
    assert.deepEqual((await accounts.audit()).problems, []);
  });

  test('a batch that is not asked waits for it', async (t) => {
    const [locked, other] = [await makeAccount(accounts, 10), await makeAccount(accounts, 10)];
    const release = await lock(t, locked);
    const settled = accounts.settle([call(other, 1), call(locked, 1)]);
    await until('it waits', async () => (await waiting()) > 0);
    await release();
    assert.deepEqual((await settled).map(told), [1, 1]);
  });

  test('where something of it is due, nobody else waits for a free call of it', async (t) => {
    const [locked, other] = [await makeAccount(accounts, 10), await makeAccount(accounts, 10)];
    // The day of its limit has not begun.
    await accounts.changeAccount(locked, { perDay: 5 });
    const release = await lock(t, locked);
    const [free, paid] = await accounts.settle([call(locked, 0), call(other, 1)], 'tell');
    assert.ok(!(paid instanceof Promise));
    assert.equal(told(paid), 1);
    await assert.rejects(async () => free, AccountsLocked);
    await release();
    assert.deepEqual((await settleEach([call(locked, 0), call(locked, 1)])).map(told), [0, 1]);
    assert.deepEqual((await accounts.audit()).problems, []);
  });

  test('however many are locked that have something due, one that is free does not wait for them', async (t) => {
    const names: string[] = [];
    for (let i = 0; i < 12; i++) {
      names.push(await makeAccount(accounts, 10));
      await accounts.changeAccount(names[i] ?? '', { perDay: 5 });
    }
    const free = names.pop() ?? '';
    const list = names.map((name) => `'${name}'`).join(', ');
    const release = await lockRow(t, `mdq.account WHERE name IN (${list})`);
    const settling = await accounts.settle(
      [...names, free].map((name) => call(name, 0)),
      'tell',
    );
    const inTheirOrder: string[] = [];
    await Promise.all(
      settling.map(async (one, i) => {
        await Promise.allSettled([one]);
        inTheirOrder.push(names[i] ?? free);
      }),
    );
    assert.equal(inTheirOrder[0], free);
    await assert.rejects(async () => settling[0], AccountsLocked);
    assert.deepEqual(told((await settling.at(-1)) ?? assert.fail()), 0);
    await release();
    assert.deepEqual(
      (await settleEach(names.map((name) => call(name, 0)))).map(told),
      names.map(() => 0),
    );
  });

  test('it is read as it is; nobody waits for the lock', async (t) => {
    const locked = await makeAccount(accounts, 10);
    await lock(t, locked);
    assert.equal((await accounts.findAccount(locked)).balance, 10);
    assert.deepEqual(
      (await accounts.openGrants(locked)).map(({ left }) => left),
      [10],
    );
    assert.equal((await accounts.listGrants(locked)).length, 1);
    assert.equal(await accounts.plan(locked), undefined);
  });

  describe('while a server answers', () => {
    let server: ServerProcess;
    const keys: Record<string, string> = {};
    before(async () => {
      const data = await dataFolderFor({ after: atEnd }, { ACCOUNTS_URL: url });
      const order = row({
        order_id: '1',
        ordered_at: '2026-06-01',
        category: 'Tea',
        sub_category: 'Oolong',
      });
      await importFiles(data.env, [await writeCsv(join(data.path, 'orders.csv'), [order])]);
      for (const name of ['alice', 'bob']) keys[name] = (await createAccount(data.env, name, 1_000_000)).key;
      server = await spawnServer(data.env, [], 'ignore');
      atEnd(() => server.end('SIGKILL'));
    });
    const askAs = (name: string) =>
      ask(`${server.url}/api/public/meta/categories`, { headers: { 'x-api-key': keys[name] ?? '' } });
    const idsOf = (answers: readonly Awaited<ReturnType<typeof askAs>>[]) =>
      answers.filter(({ status }) => status === 200).map(({ headers }) => String(headers['x-request-id']));

    test('its calls get 503 and are not charged; all others are answered; it goes on when it is free', async (t) => {
      const alice = [await askAs('alice')];
      const bob = [await askAs('bob')];
      const release = await lock(t, 'alice');
      const refused: typeof alice = [];
      for (let i = 0; i < 3; i++) askAs('alice').then((answer) => refused.push(answer));
      await until('calls of the locked account are refused', async () => {
        bob.push(...(await Promise.all([askAs('bob'), askAs('bob')])));
        return refused.length === 3;
      });
      for (const { status, text, headers } of refused)
        assert.deepEqual(
          [status, JSON.parse(text), headers['retry-after']],
          [503, { code: 503, msg: ERRORS.accountBusy.msg }, '5'],
        );
      assert.ok(bob.every(({ status }) => status === 200));
      assert.ok(bob.length > refused.length);
      const lines = server.log().match(/calls of a locked account fail/g);
      assert.equal(lines?.length, 1, server.log());

      const looked = await looks();
      const held = askAs('alice');
      await until('it waits for the lock', async () => (await looks()) > looked);
      await release();
      alice.push(await held, await askAs('alice'));
      bob.push(await askAs('bob'));
      assert.equal(alice.at(-1)?.status, 200);
      assert.deepEqual(await chargesOf('alice'), idsOf(alice));
      assert.deepEqual((await chargesOf('bob')).sort(), idsOf(bob).sort());
      assert.deepEqual((await accounts.audit()).problems, []);
    });

    test('locked again and again, every call is charged once or refused and not charged', async (t) => {
      const names = ['alice', 'bob'];
      const before = await Promise.all(names.map(chargesOf));
      const answers: Record<string, Awaited<ReturnType<typeof askAs>>[]> = { alice: [], bob: [] };
      let isOver = false;
      const callers = names
        .flatMap((name) => [name, name, name, name])
        .map(async (name) => {
          while (!isOver) answers[name]?.push(await askAs(name));
        });
      for (let round = 0; round < 3; round++) {
        const looked = await looks();
        const releases = await Promise.all(names.filter((_, i) => round !== i).map((name) => lock(t, name)));
        await until('calls are put apart', async () => (await looks()) > looked);
        for (const release of releases) await release();
      }
      isOver = true;
      await Promise.all(callers);
      for (const [i, name] of names.entries()) {
        const given = answers[name] ?? [];
        assert.deepEqual(
          given.filter(({ status }) => status !== 200 && status !== 503).map(({ text }) => text),
          [],
        );
        const charged = (await chargesOf(name)).slice(before[i]?.length);
        assert.deepEqual(charged.sort(), idsOf(given).sort());
        assert.ok(charged.length > 0);
      }
      assert.deepEqual((await accounts.audit()).problems, []);
    });
  });
});
