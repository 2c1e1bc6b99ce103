/** What is wrong with ACCOUNTS_URL or with what is there is told in one line, by the command itself, and changes nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openAccounts } from '../../../src/accounts/open.ts';
import { LAYOUT } from '../../../src/accounts/postgres/database/schema.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { cleanEnvironment, type Outcome, run } from '../../support/command.ts';
import { writeCsv } from '../../support/order-files.ts';
import { call, open } from '../../support/stores/accounts-engines.ts';
import { assertMistake, dataFolderFor } from '../../support/stores/data-folder.ts';
import {
  noPostgres,
  PASSWORD,
  type PostgresServer,
  queryOn,
  startPostgres,
} from '../../support/stores/postgres.ts';
import { order } from '../../support/stores/prepare.ts';
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

  test('an address, a server or a database that is none', async () => {
    await queryOn(
      server.url('postgres'),
      `CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`,
    );
    for (const [address, says] of [
      [
        `mysql://mdq:${SECRET}@127.0.0.1/x`,
        /ACCOUNTS_URL must be postgres:\/\/user:password@host:5432\/database/,
      ],
      [`postgres://127.0.0.1/${SECRET}`, /ACCOUNTS_URL must be postgres/],
      [`${url}?ssl=${SECRET}`, /takes the parameters sslmode, .*it has "ssl"/],
      [`${url}?sslmode=maybe`, /sslmode of ACCOUNTS_URL must be disable, require/],
      [`${url}?connect_timeout=soon`, /connect_timeout of ACCOUNTS_URL must be a number/],
      [`postgres://mdq:${SECRET}@a:1,b:99999/x`, /hosts of ACCOUNTS_URL must be names or addresses/],
      [`postgres://mdq:${SECRET}@127.0.0.1:1/x`, /cannot be reached .*ECONNREFUSED/],
      [server.url('postgres', 'mdq', 'wrong'), /refuses the user "mdq".*check the user and password/],
      [server.url('postgres').replace(/:[^:@]*@/, '@'), /refuses the user "mdq"/],
      [server.url('nowhere'), /There is no database "nowhere" .*CREATE DATABASE/],
      [server.url('latin'), /must have the encoding UTF8; .*latin.* has LATIN1/],
    ] as const)
      await assertRefused(address, says);
  });

  test('no accounts there yet: a command that expects some makes none', async () => {
    const empty = await server.createDatabase();
    await assertRefused(empty, /There are no accounts in database .*mdq account create/);
    assert.deepEqual(await queryOn(empty, `SELECT 1 FROM pg_namespace WHERE nspname = 'mdq'`), []);
    await (await openAccounts(readConfig({ ACCOUNTS_URL: empty }))).close();
    const audit = await run(cleanEnvironment({ ACCOUNTS_URL: empty }), ['audit']);
    assert.match(audit.stdout, /There are no accounts in database .* nothing to add up: check/);
  });

  test('the first import and the set-up of the warehouse work on an empty database, and are in its log', async (t) => {
    const data = await dataFolderFor(t, { ACCOUNTS_URL: await server.createDatabase() });
    const { code, stderr } = await data.mdq('import', await writeCsv(join(data.path, '1.csv'), [order('1')]));
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /not told/);
    assert.match(await data.succeed('log', '--json'), /"operation":"import"/);
    await data.succeed('account', 'create', 'acme');

    // Nothing listens there: it is the warehouse that is missed, not an account.
    const apart = await dataFolderFor(t, {
      ACCOUNTS_URL: await server.createDatabase(),
      WAREHOUSE_URL: 'clickhouse://mdq@127.0.0.1:1/shop',
    });
    const setup = await apart.mdq('warehouse', 'setup');
    assert.deepEqual([setup.code, /no accounts/.test(setup.stderr)], [1, false], setup.stderr);
    assert.match(await apart.succeed('log', '--json'), /"operation":"warehouse setup"/);
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
    const ahead = new URL('../../support/faults/clock-ahead.mjs', import.meta.url);
    const says = /clock of this machine is 3[56]\d\d seconds ahead of that of PostgreSQL; set both by NTP/;
    await assertRefused(url, says, { NODE_OPTIONS: `--import=${ahead}` });
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
    for (const mode of ['require', `verify-full&sslrootcert=${root}`, `verify-ca&sslrootcert=${root}`])
      assert.equal((await list(`${url}?sslmode=${mode}`)).code, 0, mode);
    for (const [address, says] of [
      [
        `${url}?sslmode=verify-full&sslrootcert=${join(folder, 'other.crt')}`,
        /cannot be reached .*(SELF_SIGNED|CERT|UNABLE)/,
      ],
      [
        `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${root}`,
        /cannot be reached .*ERR_TLS_CERT_ALTNAME_INVALID/,
      ],
      [`${url}?sslmode=verify-full&sslrootcert=/nowhere`, /sslrootcert of ACCOUNTS_URL must name a file/],
    ] as const)
      await assertRefused(address, says);
  });
});
