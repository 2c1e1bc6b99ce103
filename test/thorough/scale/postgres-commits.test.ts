/** A connection that is lost at the worst moment costs nobody a point and gives nobody an answer for nothing. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import type { Accounts } from '../../../src/accounts/open.ts';
import { ERRORS } from '../../../src/errors/callers.ts';
import { StoreError } from '../../../src/errors/stores.ts';
import { atEnd } from '../../support/at-end.ts';
import { ask } from '../../support/http/raw-http.ts';
import { TcpProxy } from '../../support/http/tcp-proxy.ts';
import { call, makeAccount, open } from '../../support/stores/accounts-engines.ts';
import { dataFolderFor, serverFor } from '../../support/stores/data-folder.ts';
import { noPostgres, type PostgresServer, queryOn, startPostgres } from '../../support/stores/postgres.ts';
import { createAccount, importRows } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';

describe('a connection to PostgreSQL is lost', { skip: noPostgres ?? false }, () => {
  let server: PostgresServer;
  let proxy: TcpProxy;
  let direct: string;
  let accounts: Accounts;
  before(async () => {
    server = await startPostgres();
    proxy = await TcpProxy.open(server.port);
    direct = await server.createDatabase();
    accounts = await open({ ACCOUNTS_URL: proxied() });
  });

  const proxied = () => direct.replace(`:${server.port}/`, `:${proxy.port}/`);
  const chargesOf = (name: string) =>
    queryOn(
      direct,
      `SELECT request_id, points, charge.balance FROM mdq.charge JOIN mdq.account ON account.id = account
       WHERE name = $1 ORDER BY number`,
      [name],
    );
  /** What a batch of two that can be paid and one that cannot is told, and what is in the ledger of it. */
  async function settleThree(name: string): Promise<void> {
    const calls = [call(name, 60), call(name, 50), call(name, 30, { parameters: 'a=b' })];
    const outcomes = await accounts.settle(calls);
    assert.deepEqual(
      outcomes.map((outcome) => ('charged' in outcome ? [outcome.charged, outcome.balance] : outcome.kind)),
      [[60, 40], 'insufficient', [30, 10]],
    );
    const [first, , third] = calls;
    assert.deepEqual(await chargesOf(name), [
      { request_id: first?.requestId, points: '60', balance: '40' },
      { request_id: third?.requestId, points: '30', balance: '10' },
    ]);
    assert.deepEqual((await accounts.audit()).problems, []);
  }
  const isUnreachable = (error: unknown) => error instanceof StoreError && error.kind === 'unreachable';

  /** Faults, and what else is lost before the client can notice. */
  const FAULTS = {
    'before the charge has arrived': ['cut-before'],
    'after the charge was committed, before its answer has arrived': ['cut-answer'],
    'while the charge is being decided': ['cut-after'],
    'after the commit, and again while it is asked what became of it': ['cut-answer', 'cut-answer'],
  } as const;
  for (const [when, [fault, next]] of Object.entries(FAULTS))
    test(`${when}: the calls get the right answer and are charged once`, async () => {
      const name = await makeAccount(accounts, 100);
      const struck = proxy.struck;
      proxy.plan(fault, 'settle_2', () => next && proxy.plan(next, 'INSERT INTO mdq.batch'));
      await settleThree(name);
      assert.equal(proxy.struck, struck + (next ? 2 : 1));
    });

  test('while the charge waits for a lock: the server that is still at it can no longer commit it', async () => {
    const name = await makeAccount(accounts, 100);
    const holder = new pg.Client({ connectionString: direct });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM mdq.account WHERE name = $1 FOR UPDATE', [name]);
    proxy.plan('cut-after', 'settle_2');
    const settled = settleThree(name);
    const waiting = async () =>
      (await queryOn(direct, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length;
    await until('the charge and the one in its place wait', async () => (await waiting()) === 2);
    await holder.query('COMMIT');
    await holder.end();
    await settled;
    await until('nobody waits', async () => (await waiting()) === 0);
    assert.equal((await chargesOf(name)).length, 2);
  });

  test('a grant that was committed is told as done, and one that was not fails and can be repeated', async () => {
    const name = await makeAccount(accounts, 100);
    const grant = async () => (await accounts.grant(name, { points: 5, by: 'a test', note: '' })).balance;
    proxy.plan('cut-answer', 'COMMIT');
    assert.equal(await grant(), 105);
    proxy.plan('cut-before', 'COMMIT');
    await assert.rejects(grant(), isUnreachable);
    assert.equal(await grant(), 110);
    assert.equal((await accounts.listGrants(name)).length, 3);
  });

  test('while PostgreSQL stays away, a caller is told that it is not known; the same Idempotency-Key charges once', async () => {
    const data = await dataFolderFor({ after: atEnd }, { ACCOUNTS_URL: proxied() });
    await importRows(data);
    const { key } = await createAccount(data.env, 'caller', 100);
    const replica = await serverFor({ after: atEnd }, data.env);
    const headers = { 'x-api-key': key, 'idempotency-key': 'once' };
    const call = () => fetch(`${replica.url}/api/public/market/focus`, { headers });
    // Seen to be valid before, the key is charged by the first statement that is sent for it.
    assert.equal((await ask(`${replica.url}/api/account`, { headers: { 'x-api-key': key } })).status, 200);

    proxy.plan('cut-answer', 'settle_2', () => {
      proxy.isAway = true;
    });
    const told = await call();
    proxy.isAway = false;
    assert.deepEqual([told.status, await told.json()], [500, { code: 500, msg: ERRORS.chargeUnknown.msg }]);
    const requestId = String(told.headers.get('x-request-id'));
    const parts = [requestId, 'it is not known whether this call was charged'];
    await until('the log tells of this call', () =>
      replica
        .log()
        .split('\n')
        .some((line) => parts.every((part) => line.includes(part))),
    );
    const again = await call();
    assert.deepEqual([again.status, again.headers.get('x-points-balance')], [200, '55']);
    assert.equal((await chargesOf('caller')).length, 1);
  });
});
