/**
 * Two replicas on one PostgreSQL, under load: whatever becomes of the database, of a connection or of a replica, every
 * receipt that a caller has seen is in the ledger once, and service resumes by itself.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newKey } from '../../../src/accounts/key.ts';
import type { Accounts } from '../../../src/accounts/open.ts';
import { atEnd } from '../../support/at-end.ts';
import { assertCharged, chargesIn, ReplicaLoad } from '../../support/http/replica-load.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import { open } from '../../support/stores/accounts-engines.ts';
import { type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../support/stores/postgres.ts';
import { importRows } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const CALLERS = 6;
const ENOUGH = 60;

describe('two replicas on one PostgreSQL', { skip: noPostgres ?? false }, () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  /** Where the accounts are now. */
  let url: string;
  let data: DataFolder;
  let accounts: Accounts;
  const replicas: ServerProcess[] = [];
  const keys: string[] = [];
  const start = () => spawnServer(data.env, [], 'ignore');

  before(async () => {
    primary = await startPostgres();
    url = await primary.createDatabase();
    standby = await primary.standby();
    // A charge is answered when both have it: what a primary alone has goes down with it.
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.query('SELECT pg_reload_conf()');
    const both = url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`);
    data = await dataFolderFor({ after: atEnd }, { ACCOUNTS_URL: both });
    await importRows(data, yearOfOrders());
    accounts = await open({ ACCOUNTS_URL: both });
    await accounts.createAccount('rich', { points: 1_000_000_000, by: 'a test', note: '' });
    await accounts.createAccount('poor', { points: 1000, by: 'a test', note: '' });
    for (let i = 0; i < CALLERS; i++) {
      const { key, stored } = newKey('');
      await accounts.createKey(i === 0 ? 'poor' : 'rich', stored);
      keys.push(key);
    }
    replicas.push(await start(), await start());
    atEnd(async () => {
      for (const replica of replicas) await replica.end('SIGKILL');
    });
  });

  const urls = () => replicas.map((replica) => replica.url);
  /** Puts load on the replicas, does something to it in between, and waits until calls are answered again. */
  async function underLoad(work: (load: ReplicaLoad) => Promise<unknown>): Promise<ReplicaLoad> {
    const began = await chargesIn(url);
    const load = new ReplicaLoad(urls, keys);
    atEnd(() => load.stop());
    await load.answered(ENOUGH);
    await work(load);
    await load.answered(ENOUGH);
    await load.stop();
    await assertCharged(url, load, began);
    assert.deepEqual((await accounts.audit()).problems, []);
    return load;
  }

  test('charge one account at once: nothing is charged twice, and an empty account is refused by both', async () => {
    const load = await underLoad((load) => until('an account is empty', () => load.refused > ENOUGH));
    assert.equal(load.failed + load.lost, 0);
    const poor = async () => (await accounts.listAccounts()).find(({ name }) => name === 'poor')?.balance;
    assert.ok(Number(await poor()) < 45, 'it has been spent');
  });

  const TROUBLE: Readonly<Record<string, () => Promise<unknown>>> = {
    async 'PostgreSQL restarts'() {
      await primary.stop();
      const ready = async () => (await fetch(`${replicas[0]?.url}/readyz`)).status;
      await until('a replica says so', async () => (await ready()) === 503);
      await primary.start();
    },
    async 'the primary is killed and the standby promoted'() {
      const following = () => primary.query('SELECT FROM pg_stat_replication');
      await until('the standby follows', async () => (await following()).length > 0);
      await primary.stop('kill');
      await standby.query('SELECT pg_promote()');
      url = url.replace(`:${primary.port}/`, `:${standby.port}/`);
    },
  };
  for (const [what, work] of Object.entries(TROUBLE)) test(what, async () => void (await underLoad(work)));
});
