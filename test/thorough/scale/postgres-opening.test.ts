/** What is wrong with ACCOUNTS_URL or with what is there is told in one line, by the command itself, and changes nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openAccounts } from '../../../src/accounts/open.ts';
import { LAYOUT } from '../../../src/accounts/postgres/database/schema.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { cleanEnvironment, type Outcome, run } from '../../support/command.ts';
import { call, open } from '../../support/stores/accounts-engines.ts';
import { assertMistake } from '../../support/stores/data-folder.ts';
import {
  noPostgres,
  PASSWORD,
  type PostgresServer,
  queryOn,
  startPostgres,
} from '../../support/stores/postgres.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const SECRET = encodeURIComponent(PASSWORD);

describe('ACCOUNTS_URL', { skip: noPostgres ?? false }, () => {
  let server: PostgresServer;
  let url: string;
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    const accounts = await open({ ACCOUNTS_URL: url });
    await accounts.createAccount('acme', { points: 100, by: 'a test', note: '' });
  });

  function list(address: string, more: Record<string, string> = {}): Promise<Outcome> {
    return run(cleanEnvironment({ ACCOUNTS_URL: address, ...more }), ['account', 'list', '--json']);
  }
  async function assertRefused(address: string, says: RegExp, more?: Record<string, string>): Promise<void> {
    const outcome = await list(address, more);
    assertMistake(outcome, says);
    assert.ok(!outcome.stderr.includes(SECRET) && !outcome.stderr.includes(PASSWORD), 'the password is told');
  }

  test('an address of another form, a parameter or TLS mode that is none', async () => {
    const cases: [string, RegExp][] = [
      [
        `mysql://mdq:${SECRET}@127.0.0.1/x`,
        /ACCOUNTS_URL must be postgres:\/\/user:password@host:5432\/database/,
      ],
      [`postgres://127.0.0.1/${SECRET}`, /ACCOUNTS_URL must be postgres/],
      [`${url}?ssl=${SECRET}`, /takes the parameters sslmode, .*it has "ssl"/],
      [`${url}?sslmode=maybe`, /sslmode of ACCOUNTS_URL must be disable, require/],
      [`${url}?connect_timeout=soon`, /connect_timeout of ACCOUNTS_URL must be a number/],
      [`postgres://mdq:${SECRET}@a:1,b:99999/x`, /hosts of ACCOUNTS_URL must be names or addresses/],
    ];
    for (const [address, says] of cases) {
      assert.throws(
        () => readConfig({ ACCOUNTS_URL: address }),
        (error: Error) => {
          assert.match(error.message, says);
          assert.ok(!error.message.includes(SECRET));
          return true;
        },
      );
    }
    await assertRefused(`mysql://mdq:${SECRET}@127.0.0.1/x`, /ACCOUNTS_URL must be postgres/);
  });

  test('a server that is not there, a wrong password, a database that is not there', async () => {
    await assertRefused(`postgres://mdq:${SECRET}@127.0.0.1:1/x`, /cannot be reached .*ECONNREFUSED/);
    await assertRefused(
      server.url('postgres', 'mdq', 'wrong'),
      /refuses the user "mdq".*check the user and password/,
    );
    await assertRefused(
      server.url('postgres').replace(/:[^:@]*@/, '@'),
      /refuses the user "mdq".*check the user and password/,
    );
    await assertRefused(server.url('nowhere'), /There is no database "nowhere" .*CREATE DATABASE/);
    await queryOn(
      server.url('postgres'),
      `CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`,
    );
    await assertRefused(server.url('latin'), /must have the encoding UTF8; .*latin.* has LATIN1/);
  });

  test('no accounts there yet: a command that expects some makes none', async () => {
    const empty = await server.createDatabase();
    await assertRefused(empty, /There are no accounts in database .*mdq account create/);
    const audit = () => run(cleanEnvironment({ ACCOUNTS_URL: empty }), ['audit']);
    assertMistake(await audit(), /There are no accounts in database/);
    assert.deepEqual(await queryOn(empty, `SELECT 1 FROM pg_namespace WHERE nspname = 'mdq'`), []);
    await (await openAccounts(readConfig({ ACCOUNTS_URL: empty }))).close();
    assert.match((await audit()).stdout, /There are no accounts in database .* nothing to add up: check/);
  });

  test('the first import and the set-up of the warehouse work on an empty database, and are in its log', async (t) => {
    const folder = await temporaryFolder(t);
    const orders = join(folder, 'orders.csv');
    await writeFile(
      orders,
      'order_id,ordered_at,category,sub_category,product_id,amount\n1,2026-06-01,Tea,Oolong,P1,80\n',
    );
    const imported = cleanEnvironment({ ACCOUNTS_URL: await server.createDatabase(), DATA_DIR: folder });
    const first = await run(imported, ['import', orders]);
    assert.equal(first.code, 0, first.stderr);
    assert.doesNotMatch(first.stderr, /not told/);
    const log = async (env: NodeJS.ProcessEnv) => (await run(env, ['log', '--json'])).stdout;
    assert.match(await log(imported), /"operation":"import"/);
    assert.equal((await run(imported, ['account', 'create', 'acme'])).code, 0);

    // Nothing listens there: it is the warehouse that is missed, not an account.
    const apart = cleanEnvironment({
      ACCOUNTS_URL: await server.createDatabase(),
      WAREHOUSE_URL: 'clickhouse://mdq@127.0.0.1:1/shop',
    });
    const { code, stderr } = await run(apart, ['warehouse', 'setup']);
    assert.deepEqual([code, /no accounts/.test(stderr)], [1, false], stderr);
    assert.match(await log(apart), /"operation":"warehouse setup"/);
  });

  test('a user without the rights, on an empty database and on one that others have filled', async () => {
    await server.query(`CREATE ROLE guest LOGIN PASSWORD '${PASSWORD}'`);
    const as = (address: string) => address.replace('mdq:', 'guest:');
    const empty = await server.createDatabase();
    const made = await run(cleanEnvironment({ ACCOUNTS_URL: as(empty) }), ['account', 'create', 'x']);
    assertMistake(made, /The user "guest" may not make or change the tables.*GRANT CREATE ON DATABASE/);
    await assertRefused(as(url), /The user "guest" may not make or change the tables/);
  });

  test('tables of somebody else, and a layout that only a newer program knows', async () => {
    const other = await server.createDatabase();
    await queryOn(other, 'CREATE SCHEMA mdq; CREATE TABLE mdq.account (name text)');
    const made = await run(cleanEnvironment({ ACCOUNTS_URL: other }), ['account', 'create', 'x']);
    assertMistake(made, /holds other tables than those of mdq; use a database of its own/);
    const newer = await server.createDatabase();
    await (await openAccounts(readConfig({ ACCOUNTS_URL: newer }))).close();
    await queryOn(newer, 'UPDATE mdq.state SET layout = 9, serves_from = 8');
    await assertRefused(newer, /have layout 9, made by a newer mdq; .*Upgrade mdq/);
  });

  test('a clock that is an hour off', async () => {
    const off = {
      NODE_OPTIONS: `--import=${new URL('../../support/faults/clock-ahead.mjs', import.meta.url)}`,
    };
    await assertRefused(
      url,
      /clock of this machine is 3[56]\d\d seconds ahead of that of PostgreSQL; set both by NTP/,
      off,
    );
  });

  test('a standby alone; with its primary beside it, the primary is found', async () => {
    const standby = await server.standby();
    await assertRefused(
      standby.url(new URL(url).pathname.slice(1)),
      /takes writes .*standbys. Name the primary/,
    );
    const both = url.replace('@', `@127.0.0.1:1,127.0.0.1:${standby.port},`);
    assert.equal((await list(both)).code, 0);
  });

  test('a program of the version before goes on with a store that a newer one has added to', async () => {
    const store = await server.createDatabase();
    const running = await open({ ACCOUNTS_URL: store });
    await running.createAccount('acme', { points: 100, by: 'a test', note: '' });
    await running.createKey('acme', { hash: 'acme', last4: 'last', name: '' });
    // What a newer program does, and may do: add.
    await queryOn(
      store,
      `ALTER TABLE mdq.charge ADD COLUMN region text; ALTER TABLE mdq.account ADD COLUMN plan text NOT NULL DEFAULT 'a';
       ALTER TABLE mdq.key ADD COLUMN scope text; ALTER TABLE mdq.usage ADD COLUMN cost bigint NOT NULL DEFAULT 0;
       ALTER TABLE mdq.points_change ADD COLUMN invoice text; ALTER TABLE mdq.batch ADD COLUMN size integer;
       ALTER TABLE mdq.idempotency ADD COLUMN more text; CREATE TABLE mdq.tomorrow (name text);
       UPDATE mdq.state SET layout = layout + 1, serves_from = layout`,
    );
    const restarted = await open({ ACCOUNTS_URL: store });
    for (const program of [running, restarted]) {
      const idempotency = { key: `${program === running}`, fingerprint: 'x' };
      const [outcome] = await program.settle([call('acme', 10, { idempotency })]);
      assert.equal(outcome?.kind === 'settled' && outcome.charged, 10);
      await program.grant('acme', { points: 1, by: 'a test', note: '' });
      assert.equal((await program.calls({ account: 'acme' })).calls.length > 0, true);
    }
    const { problems, calls } = await restarted.audit();
    assert.deepEqual([problems, calls], [[], 2]);
  });

  test('ten replicas that start together make the tables once', async () => {
    const store = await server.createDatabase();
    const replicas = await Promise.all(Array.from({ length: 10 }, () => open({ ACCOUNTS_URL: store })));
    await replicas[0]?.createAccount('acme', { points: 1000, by: 'a test', note: '' });
    await replicas[1]?.createKey('acme', { hash: 'acme', last4: 'last', name: '' });
    // The first charge of a month makes room for it: also this happens once.
    const outcomes = await Promise.all(replicas.map((replica) => replica.settle([call('acme', 1)])));
    assert.deepEqual(
      outcomes.flat().map(({ kind }) => kind),
      replicas.map(() => 'settled'),
    );
    assert.deepEqual(await queryOn(store, 'SELECT layout FROM mdq.state'), [{ layout: LAYOUT }]);
  });

  test('TLS: the certificate of the server is checked as sslmode says', async (t) => {
    const folder = await temporaryFolder(t);
    const make = (name: string) =>
      promisify(execFile)('openssl', [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
        ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)],
      ]);
    await make('server');
    await make('other');
    await assertRefused(`${url}?sslmode=require`, /cannot be reached|refuses to open/);
    await server.useCertificate(
      await readFile(join(folder, 'server.crt'), 'utf8'),
      await readFile(join(folder, 'server.key'), 'utf8'),
    );
    const root = join(folder, 'server.crt');
    for (const query of [
      'sslmode=require',
      `sslmode=verify-full&sslrootcert=${root}`,
      `sslmode=verify-ca&sslrootcert=${root}`,
    ]) {
      assert.equal((await list(`${url}?${query}`)).code, 0, query);
    }
    const wrong = join(folder, 'other.crt');
    await assertRefused(
      `${url}?sslmode=verify-full&sslrootcert=${wrong}`,
      /cannot be reached .*(SELF_SIGNED|CERT|UNABLE)/,
    );
    await assertRefused(
      `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${root}`,
      /cannot be reached .*ERR_TLS_CERT_ALTNAME_INVALID/,
    );
    await assertRefused(
      `${url}?sslmode=verify-full&sslrootcert=/nowhere`,
      /sslrootcert of ACCOUNTS_URL must name a file/,
    );
  });
});
