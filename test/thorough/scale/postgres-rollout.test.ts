/** A new version of the program comes while the old one serves: stores of released layouts are opened, and a migration only adds. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { hashKey } from '../../../src/accounts/key.ts';
import type { AuditReport } from '../../../src/accounts/ledger.ts';
import { Connections } from '../../../src/accounts/postgres/database/connections.ts';
import { migrate } from '../../../src/accounts/postgres/database/migrate.ts';
import { MIGRATIONS } from '../../../src/accounts/postgres/database/schema.ts';
import { readPostgresAddress } from '../../../src/settings/postgres-address.ts';
import { atEnd } from '../../support/at-end.ts';
import { assertCharged, ReplicaLoad } from '../../support/http/replica-load.ts';
import { call, open } from '../../support/stores/accounts-engines.ts';
import { assertMistake, dataFolderFor, runShortly, serverFor } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';
import { auditProblems, createAccount, importRows } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { PLENTY } from '../../support/workplace.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const RELEASED = fileURLToPath(new URL('../../fixtures/postgres-layout-1/', import.meta.url));

type KeyName = 'active' | 'inactive' | 'second' | 'ended' | 'deleted' | 'shop' | 'closed' | 'successor';
/** What the program that made it said of it. */
interface Said {
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly audit: AuditReport;
  readonly balances: readonly { name: string; balance: number; active: boolean }[];
}

/** Migrations that a later program might have, after those of this one. */
const LATER = [
  `ALTER TABLE mdq.charge ADD COLUMN region text; ALTER TABLE mdq.key ADD COLUMN scope text;
   ALTER TABLE mdq.account ADD COLUMN later text NOT NULL DEFAULT 'usual'; CREATE TABLE mdq.later (name text);
   ALTER TABLE mdq.points_change ADD COLUMN invoice text; ALTER TABLE mdq.batch ADD COLUMN size integer;
   ALTER TABLE mdq.idempotency ADD COLUMN more text; ALTER TABLE mdq.usage ADD COLUMN region text`,
  'ALTER TABLE mdq.usage ADD COLUMN cost bigint NOT NULL DEFAULT 0',
];

const addressOf = (url: string) => readPostgresAddress('ACCOUNTS_URL', url);

/** Brings a store up to date as a program does that knows so many more migrations. */
async function migrateAs(url: string, later: readonly string[]): Promise<void> {
  const address = addressOf(url);
  const connections = new Connections(address);
  await migrate(connections, address, 'refuse', [...MIGRATIONS, ...later]).finally(() => connections.close());
}

describe('rolling out on PostgreSQL', { skip: noDatabase ?? false }, () => {
  test('a store of the first released layout is opened as it was left, and charged on', async () => {
    const said = JSON.parse(await readFile(join(RELEASED, 'store.json'), 'utf8')) as Said;
    const url = await createDatabase();
    await queryOn(url, await readFile(join(RELEASED, 'accounts.sql'), 'utf8'));
    const accounts = await open({ ACCOUNTS_URL: url });
    assert.deepEqual(await accounts.audit(), { ...said.audit, refunded: 0, expired: 0 });
    const found = await accounts.listAccounts();
    assert.deepEqual(
      found.map(({ name, balance, active }) => ({ name, balance, active })),
      said.balances,
    );
    assert.deepEqual([...(await accounts.terms.prices())], [['/api/public/market/payment', 7]]);

    const paid = { active: 690, second: 685, successor: 680, shop: 60 };
    const refused = { inactive: 'inactiveKey', ended: 'invalidKey', deleted: 'invalidKey' };
    for (const [key, expected] of Object.entries({ ...paid, ...refused, closed: 'inactiveOwner' })) {
      const [outcome] = await accounts.settle([call(hashKey(said.keys[key as KeyName]), 5)]);
      const told =
        outcome?.kind === 'settled' ? outcome.balance : outcome?.kind === 'refused' && outcome.reason;
      assert.equal(told, expected, key);
    }
    const { problems, calls } = await accounts.audit();
    assert.deepEqual([problems, calls], [[], said.audit.calls + 4]);
  });

  test('a later program that adds to the store waits for calls that are being charged, and neither is refused', async () => {
    const url = await createDatabase();
    await createAccount({ ACCOUNTS_URL: url }, 'acme', PLENTY);
    const connections = new Connections(addressOf(url));
    atEnd(() => connections.close());
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await connections.use(async (client) => {
      // The locks of a batch, in its order: its accounts, then what is written of them.
      await client.query('BEGIN');
      await client.query('SELECT FROM mdq.account ORDER BY id FOR NO KEY UPDATE');
      const migrated = migrateAs(url, LATER.slice(0, 1));
      await until('the migration waits', async () => (await queryOn(url, waiting)).length > 0);
      await client.query('LOCK TABLE mdq.charge, mdq.usage, mdq.key, mdq.batch IN ROW EXCLUSIVE MODE');
      await client.query('COMMIT');
      await migrated;
    });
  });

  test('points that expire and limits wait until no older program is connected, and shut it out', async () => {
    const url = await createDatabase();
    const { id } = await createAccount({ ACCOUNTS_URL: url }, 'acme', PLENTY);
    const accounts = await open({ ACCOUNTS_URL: url });
    const limiting = [
      () => accounts.changeKey(id, { limits: { perDay: 5 } }),
      () => accounts.changeAccount('acme', { perMonth: 5 }),
      () => accounts.createKey('acme', { hash: 'h', last4: 'last', name: '', limits: { rate: 1 } }),
    ];
    const grant = () =>
      accounts.grant('acme', {
        ...{ points: 5, by: 'a test', note: '' },
        expires: { day: 40_000, endsAt: 40_000 * 86_400_000 },
      });
    const charge = `SELECT * FROM mdq.settle_1(gen_random_uuid(), 0, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
                                               '{}', '{}', '{}', '{}')`;
    const older = new pg.Client({ connectionString: url, application_name: 'mdq' });
    await older.connect();
    for (const change of [grant, ...limiting])
      await assert.rejects(change, /Servers of an older version are connected/);
    await accounts.changeKey(id, { name: 'renamed' });
    await older.query(charge);
    await older.end();
    const connected = () => queryOn(url, `SELECT FROM pg_stat_activity WHERE application_name = 'mdq'`);
    await until('it is gone', async () => (await connected()).length === 0);
    assert.equal((await grant()).balance, PLENTY + 5);
    await assert.rejects(queryOn(url, charge), /upgrade it/);
    const state = await queryOn(url, 'SELECT layout = serves_from AS is_shut FROM mdq.state');
    assert.deepEqual(state, [{ is_shut: true }]);
  });

  test('the program of before serves on while a later one adds to the store, and is told when it is too old', async () => {
    const url = await createDatabase();
    const data = await dataFolderFor({ after: atEnd }, { ACCOUNTS_URL: url });
    await importRows(data, yearOfOrders());
    const { key } = await createAccount(data.env, 'acme', PLENTY);
    const start = () => serverFor({ after: atEnd }, data.env, [], 'inherit');
    const replicas = [await start()];
    const load = new ReplicaLoad(() => replicas.map((replica) => replica.url), [key, key, key]);
    atEnd(() => load.stop());
    await load.answered(50);
    await migrateAs(url, LATER.slice(0, 1));
    assert.deepEqual(await queryOn(url, 'SELECT count(later)::integer AS later FROM mdq.account'), [
      { later: 1 },
    ]);
    await load.answered(50);
    // One that is started now, too: it is known to serve, though the layout is newer than its own.
    replicas.push(await start());
    await load.answered(50);
    await data.succeed('points', 'grant', 'acme', '1');
    await load.stop();
    assert.deepEqual([load.failed, load.lost], [0, 0]);
    await assertCharged(url, load, 0);
    assert.deepEqual(await auditProblems(data.env), []);

    await migrateAs(url, LATER);
    const says = /have layout \d+, made by a newer mdq; this one knows layouts up to \d+. Upgrade mdq/;
    assertMistake(await runShortly(data.env, ['serve']), says);
    assertMistake(await data.mdq('account', 'create', 'other'), says);
    assert.equal((await queryOn(url, 'SELECT FROM mdq.account')).length, 1);
  });
});
