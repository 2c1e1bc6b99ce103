/** A warehouse on ClickHouse: what is its own, besides what every engine promises. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { LAYOUT } from '../../../src/warehouse/clickhouse/server/schema.ts';
import { openWarehouse, setUpClickhouse } from '../../../src/warehouse/open.ts';
import { noteElsewhere, readPublicationLog } from '../../../src/warehouse/versions/publication-log.ts';
import { PublicationConflict } from '../../../src/warehouse/warehouse-errors.ts';
import { whyNoClickhouse as skip } from '../../support/clickhouse/servers.ts';
import { cleanEnvironment, run } from '../../support/command.ts';
import { TcpProxy } from '../../support/http/tcp-proxy.ts';
import { writeCsv } from '../../support/order-files.ts';
import { assertRecomputed } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { assertMistake, dataFolderFor, runShortly } from '../../support/stores/data-folder.ts';
import { clickhouse, cluster } from '../../support/stores/warehouse-engines.ts';
import { until } from '../../support/until.ts';

const AT = { ordered_at: '2025-01-06', category: 'A', sub_category: 'B', payment_method: 'Credit card' };
const order = (id: string, more: Partial<RawRow> = {}) => row({ ...AT, order_id: id, amount: '5', ...more });

const LATER = { ordered_at: '2025-01-15' };
const CONTROLLED = { MDQ_MIN_PEOPLE: '1' };

/** Rows as another pipeline inserts them. */
async function insertIncoming(database: string, rows: readonly RawRow[], server: number): Promise<void> {
  const servers = await cluster();
  const lines = rows.map((line) => JSON.stringify(line)).join('\n');
  await servers.query(`INSERT INTO ${database}.mdq_incoming FORMAT JSONEachRow ${lines}`, server);
}

const databaseOf = (env: Readonly<Record<string, string>>) => readConfig(env).warehouse?.database ?? '';

test('two who publish at once: one wins, the other is told, and doing it again brings both', {
  skip,
}, async (t) => {
  const { folder, env } = await clickhouse.open(t);
  const first = (await cluster()).hosts[0] ?? '';
  const { hostname, port } = new URL(`http://${first}`);
  const proxy = await TcpProxy.open(Number(port), hostname);
  const url = String(env.WAREHOUSE_URL).replace(first, `127.0.0.1:${proxy.port}`);
  const open = (name: string) =>
    openWarehouse(readConfig({ ...env, WAREHOUSE_URL: url, DATA_DIR: join(folder, name) }));
  const [warehouse, other] = [await open('one'), await open('other')];
  t.after(() => Promise.all([warehouse.close(), other.close()]));
  const files = await Promise.all(
    ['a', 'b'].map((id) =>
      writeCsv(join(folder, `${id}.csv`), [order(id), order('both', { product_id: id })]),
    ),
  );
  const importers = [warehouse, other].map((one, i) => () => one.import({ files: [files[i] ?? ''] }));
  // Neither publishes before the other is about to.
  proxy.gather('CREATE TABLE mdq_version_', importers.length);
  const outcomes = await Promise.allSettled(importers.map((run) => run()));
  const lost = outcomes.findIndex(({ status }) => status === 'rejected');
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const reason: unknown = (outcomes[lost] as PromiseRejectedResult).reason;
  assert.ok(reason instanceof PublicationConflict, String(reason));
  assert.deepEqual(await warehouse.versions(), [1]);
  await importers[lost]?.();
  const winner = lost === 0 ? 'b' : 'a';
  const loser = lost === 0 ? 'a' : 'b';
  await assertRecomputed(other, [order(winner), order(loser), order('both', { product_id: loser })]);
});

for (const ahead of [0, 2])
  test(`who goes on from a version that another has gone on from meanwhile is refused, having noted ${ahead} numbers more than there are`, {
    skip,
  }, async (t) => {
    const { folder, env } = await clickhouse.open(t);
    const servers = await cluster();
    const first = servers.hosts[0] ?? '';
    const { hostname, port } = new URL(`http://${first}`);
    const proxy = await TcpProxy.open(Number(port), hostname);
    const configOf = (name: string, host: string) =>
      readConfig({
        ...env,
        WAREHOUSE_URL: String(env.WAREHOUSE_URL).replace(first, host),
        DATA_DIR: join(folder, name),
      });
    const slowConfig = configOf('slow', `127.0.0.1:${proxy.port}`);
    const [slow, quick] = [await openWarehouse(slowConfig), await openWarehouse(configOf('quick', first))];
    t.after(() => Promise.all([slow.close(), quick.close()]));
    const bring = async (warehouse: typeof slow, id: string) =>
      warehouse.import({ files: [await writeCsv(join(folder, `${id}.csv`), [order(id)])] });
    await bring(slow, 'base');
    const [place = ''] = Object.keys((await readPublicationLog(slowConfig.dataDir))?.elsewhere ?? {});
    await noteElsewhere(slowConfig.dataDir, place, 1 + ahead);

    // It does not publish before the other has.
    const PUBLISHING = 'CREATE TABLE mdq_version_';
    proxy.gather(PUBLISHING, 2);
    const refused = assert.rejects(bring(slow, 'a'), PublicationConflict);
    const begun = `SELECT count() FROM ${databaseOf(env)}.mdq_attempt`;
    await until('it has begun', async () => (await servers.query(begun)).trim() !== '0');
    await bring(quick, 'b');
    await fetch(`http://127.0.0.1:${proxy.port}`, { method: 'POST', body: `SELECT '${PUBLISHING}'` });
    await refused;
    assert.deepEqual(await quick.versions(), [2, 1]);
    await bring(slow, 'a');
    await assertRecomputed(quick, [order('base'), order('a'), order('b')]);
    // Numbers that were left out are nobody's, and go.
    const kept = (await quick.versions()).map((version) => `mdq_version_${version}`).sort();
    const names = `SELECT name FROM system.tables WHERE database = '${databaseOf(env)}' AND name LIKE 'mdq_version_%' ORDER BY name`;
    assert.deepEqual((await servers.query(names)).trim().split('\n'), kept);
  });

test('rows in mdq_incoming are taken in by a refresh as one checked import, and only once', {
  skip,
}, async (t) => {
  const { warehouse, env } = await clickhouse.open(t);
  const database = databaseOf(env);
  // The same order on both servers: as it came last.
  await insertIncoming(database, [order('1'), order('2'), order('2', { amount: '7' })], 0);
  await insertIncoming(database, [order('1', { amount: '9' }), order('3')], 1);
  const facts = await warehouse.refresh();
  assert.deepEqual([facts.version, facts.imports[0]?.files], [1, ['mdq_incoming']]);
  const taken = [order('1', { amount: '9' }), order('2'), order('2', { amount: '7' }), order('3')];
  await assertRecomputed(warehouse, taken);
  const servers = await cluster();
  for (const server of [0, 1])
    assert.equal(await servers.query(`SELECT count() FROM ${database}.mdq_incoming`, server), '0\n');
  await warehouse.refresh();
  await assertRecomputed(warehouse, taken);

  await t.test('a bad one among them refuses all, and they stay', async () => {
    await insertIncoming(database, [order('4'), order('5', { amount: 'x' })], 1);
    const { code, stderr } = await run({ ...cleanEnvironment({ ...env }) }, ['refresh']);
    assert.notEqual(code, 0);
    assert.match(stderr, /1 bad row; nothing was imported/);
    assert.match(stderr, /mdq_incoming, order "5": amount must be digits .* \("x"\)/);
    assert.match(stderr, /Correct these rows in mdq_incoming, or delete them there, and run this again/);
    assert.doesNotMatch(stderr, /skip-bad-rows|line \d/);
    assert.ok(!existsSync(join(env.DATA_DIR ?? '', 'intake.tmp')), 'nothing is left behind');
    assert.equal((await warehouse.load(2)).facts.orders, 3);
    assert.equal(await servers.query(`SELECT count() FROM ${database}.mdq_incoming`, 1), '2\n');
    await servers.query(`DELETE FROM ${database}.mdq_incoming WHERE order_id = '5'`, 1);
    assert.equal((await warehouse.refresh()).orders, 4);
    await assertRecomputed(warehouse, [...taken, order('4')]);
  });
});

test('a record that a slow writer left of a version long dropped is nobody’s, and goes', {
  skip,
}, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t);
  const bring = async (id: string) =>
    warehouse.import({ files: [await writeCsv(join(folder, `${id}.csv`), [order(id)])] });
  for (const id of ['1', '2', '3']) await bring(id);
  const servers = await cluster();
  const database = databaseOf(env);
  const records = async () =>
    (
      await servers.query(
        `SELECT name FROM system.tables WHERE database = '${database}' AND name LIKE 'mdq_version_%' ORDER BY name`,
      )
    ).split('\n');
  assert.deepEqual(await records(), ['mdq_version_2', 'mdq_version_3', '']);
  const comment = await servers.query(
    `SELECT comment FROM system.tables WHERE database = '${database}' AND name = 'mdq_version_3' FORMAT TSVRaw`,
  );
  const stale = JSON.stringify({ ...JSON.parse(comment), version: 1, import: 2 ** 32 + 5 });
  await servers.query(
    `CREATE TABLE ${database}.mdq_version_1 (version UInt64) ENGINE = Null COMMENT '${stale}'`,
  );
  assert.deepEqual(await warehouse.versions(), [3, 2]);
  await bring('4');
  assert.deepEqual(await records(), ['mdq_version_3', 'mdq_version_4', '']);
  // One that was killed after it had taken a number that it left out.
  await servers.query(
    `CREATE TABLE ${database}.mdq_version_5 (version UInt64) ENGINE = Null COMMENT '{"version":5,"isVoid":true}'`,
  );
  assert.deepEqual(await warehouse.versions(), [4, 3]);
  await bring('5');
  assert.deepEqual(await records(), ['mdq_version_4', 'mdq_version_6', '']);
});

test('a member that is forgotten is in no table any more: not in published weeks, in others, nor in what waits', {
  skip,
}, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t, CONTROLLED);
  const importing = async (...rows: RawRow[]) =>
    warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] });
  const whose = { member_id: 'forget-me' };
  await importing(order('1', whose), order('2', { member_id: 'other' }), order('3', { ...LATER, ...whose }));
  assert.equal((await importing(order('2', whose))).asideOrders, 1);
  assert.equal((await warehouse.forgetMembers(['forget-me'])).facts.privacy?.asideOrders, 2);
  const servers = await cluster();
  const found = await Promise.all(
    [0, 1].map((server) =>
      servers.query(
        `SELECT (SELECT count() FROM mdq_line WHERE member_id = 'forget-me')
              + (SELECT count() FROM mdq_aside_line WHERE member_id = 'forget-me')
              + (SELECT count() FROM mdq_amount) + (SELECT count() FROM mdq_seen WHERE thing = 'forget-me') FORMAT TSV
         SETTINGS apply_deleted_mask = 0`.replaceAll('mdq_', `${databaseOf(env)}.mdq_`),
        server,
      ),
    ),
  );
  assert.deepEqual(found, ['0\n', '0\n']);
  assert.equal((await warehouse.order('1'))?.lines[0]?.memberId, null);
  assert.equal((await warehouse.forgetMembers(['forget-me'])).lines, 0);
});

test('rows in mdq_incoming that change a published week wait for a restatement', { skip }, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t, CONTROLLED);
  const rows = [order('1'), order('2', LATER)];
  await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] });
  await insertIncoming(databaseOf(env), [order('1', { amount: '7' }), order('3', LATER)], 1);
  const { privacy, hiddenOrders } = await warehouse.refresh();
  assert.deepEqual([privacy?.asideOrders, hiddenOrders], [1, 2]);
  assert.equal((await warehouse.order('1'))?.lines[0]?.cents, 500);
  const { orders, facts } = await warehouse.restate();
  assert.deepEqual([orders, facts.privacy?.asideOrders], [1, 0]);
  assert.equal((await warehouse.order('1'))?.lines[0]?.cents, 700);
});

test('a warehouse of the layout before is brought up to date by the first that writes', {
  skip,
}, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t);
  const servers = await cluster();
  const database = databaseOf(env);
  for (const server of [0, 1]) {
    for (const table of ['mdq_aside_order', 'mdq_aside_line', 'mdq_closed', 'mdq_amount'])
      await servers.query(`DROP TABLE ${database}.${table}`, server);
    await servers.query(
      `ALTER TABLE ${database}.mdq_layout UPDATE layout = 1 WHERE 1 SETTINGS mutations_sync = 1`,
      server,
    );
  }
  await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), [order('1')])] });
  await assertRecomputed(warehouse, [order('1')]);
  for (const server of [0, 1])
    assert.equal(await servers.query(`SELECT layout FROM ${database}.mdq_layout`, server), `${LAYOUT}\n`);
});

test('lines that do not tell what they are the first of count as those that do: of an older program, of orders paid in two ways', {
  skip,
}, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t);
  const servers = await cluster();
  const database = databaseOf(env);
  // Lines in three categories, with and without a member, by one or two methods; in no order of names.
  const rowsOf = (from: number) =>
    Array.from({ length: 40 }, (_, i) => i + from).flatMap((number) =>
      Array.from({ length: 1 + (number % 5) }, (_, line) =>
        order(`${number}`, {
          category: `C${(7 * line + number) % 3}`,
          sub_category: `S${(5 * line) % 2}`,
          member_id: number % 3 === 0 && line > 0 ? '' : `m${number % 9}`,
          payment_method: number % 4 === 0 && line > 0 ? 'Bank transfer' : 'Credit card',
        }),
      ),
    );
  const bring = async (name: string, rows: readonly RawRow[]) =>
    warehouse.import({ files: [await writeCsv(join(folder, name), rows)] });
  const told = async () => {
    const count = async (which: string, server: number) =>
      Number(await servers.query(`SELECT count() FROM ${database}.mdq_line WHERE ${which}`, server));
    const onBoth = async (which: string) => (await count(which, 0)) + (await count(which, 1));
    return { firsts: await onBoth('first_of = 4'), none: await onBoth('first_of = 0') };
  };
  const [before, after] = [rowsOf(0), rowsOf(100)];
  await bring('before.csv', before);
  const isMixed = (number: number) => number % 5 > 0 && (number % 3 === 0 || number % 4 === 0);
  const mixed = Array.from({ length: 40 }, (_, i) => i).filter(isMixed);
  assert.deepEqual(await told(), {
    firsts: 40 - mixed.length,
    none: before.filter(({ order_id }) => mixed.includes(Number(order_id))).length,
  });
  await assertRecomputed(warehouse, before);
  // As an older program has left them.
  for (const server of [0, 1]) {
    await servers.query(
      `ALTER TABLE ${database}.mdq_layout UPDATE layout = 4 WHERE 1 SETTINGS mutations_sync = 1`,
      server,
    );
    for (const table of ['mdq_line', 'mdq_aside_line', 'mdq_undo_line', 'mdq_undo_aside_line'])
      await servers.query(
        `ALTER TABLE ${database}.${table} DROP COLUMN first_of SETTINGS mutations_sync = 1`,
        server,
      );
  }
  await bring('after.csv', after);
  assert.ok((await told()).none >= before.length && (await told()).firsts > 0);
  await warehouse.refresh();
  await assertRecomputed(warehouse, [...before, ...after]);
});

test('where one of several members of an order is forgotten, the order counts for the others', {
  skip,
}, async (t) => {
  const { warehouse, folder } = await clickhouse.open(t);
  const rows = Array.from({ length: 24 }, (_, number) => number).flatMap((number) =>
    Array.from({ length: 2 + (number % 3) }, (_, line) =>
      order(`${number}`, {
        category: `C${(7 * line + number) % 3}`,
        sub_category: `S${(5 * line) % 2}`,
        member_id: `m${(number + line) % 5}`,
      }),
    ),
  );
  await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] });
  await assertRecomputed(warehouse, rows);
  await warehouse.forgetMembers(['m1']);
  await assertRecomputed(
    warehouse,
    rows.map((each) => (each.member_id === 'm1' ? { ...each, member_id: '' } : each)),
  );
});

test('lines that something else has changed are published by nobody', { skip }, async (t) => {
  const { warehouse, folder, env } = await clickhouse.open(t);
  const rows = ['1', '2', '3'].flatMap((id) => [
    order(id),
    order(id, { category: 'C', product_id: 'other' }),
  ]);
  await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] });
  const servers = await cluster();
  const lines = `${databaseOf(env)}.mdq_line`;
  const where = "order_id = '2' AND category = 'A'";
  const counts = [0, 1].map((server) => servers.query(`SELECT count() FROM ${lines} WHERE ${where}`, server));
  const shard = (await Promise.all(counts)).indexOf('1\n');
  const inPlace = 'SETTINGS mutations_sync = 1';
  const changes: [there: string, back: string][] = [
    // What it was the first of, a line, and one line too many.
    [
      `ALTER TABLE ${lines} UPDATE first_of = 1 WHERE ${where} ${inPlace}`,
      `ALTER TABLE ${lines} UPDATE first_of = 4 WHERE ${where} ${inPlace}`,
    ],
    [
      `CREATE TABLE ${lines}_gone ENGINE = Memory AS SELECT * FROM ${lines} WHERE ${where}; DELETE FROM ${lines} WHERE ${where}`,
      `INSERT INTO ${lines} SELECT * FROM ${lines}_gone`,
    ],
    [
      `INSERT INTO ${lines} SELECT * REPLACE (1 AS first_of) FROM ${lines} WHERE ${where}`,
      `DELETE FROM ${lines} WHERE ${where} AND first_of = 1`,
    ],
  ];
  for (const [there, back] of changes) {
    for (const statement of there.split('; ')) await servers.query(statement, shard);
    const host = servers.hosts[shard]?.replaceAll('.', '\\.');
    const says = new RegExp(
      `of 2025-01-06 in mdq_line on the ClickHouse server ${host} .* Nothing was published`,
    );
    await assert.rejects(warehouse.refresh(), { message: says });
    assert.deepEqual(await warehouse.current(), 1);
    await servers.query(back, shard);
  }
  await warehouse.refresh();
  await assertRecomputed(warehouse, rows);
});

test('each thing that can be wrong with the address is told in one line, and changes nothing', {
  skip,
}, async (t) => {
  const servers = await cluster();
  const database = await servers.makeDatabase();
  const url = servers.url(database);
  const data = await dataFolderFor(t);
  const file = await writeCsv(join(data.path, 'rows.csv'), [order('1')]);
  const at = (address: string) => openFolderAt(t, address);
  const [first = '', second = ''] = servers.hosts;

  assertMistake(await (await at(url)).mdq('import', file), /"mdq warehouse setup" makes them/);
  await (await at(url)).succeed('warehouse', 'setup');
  const wrong: [string, RegExp][] = [
    [url.replace('word@', 'word-x@'), /user or password in WAREHOUSE_URL is wrong/],
    [url.replace(database, 'no_such_database'), /no database no_such_database/],
    [url.replace('cluster=shards', 'cluster=elsewhere'), /no cluster elsewhere .*it knows: shards/],
    [url.replace(second, '127.0.0.1:1'), /Cannot reach the ClickHouse server 127\.0\.0\.1:1 .*ECONNREFUSED/],
    [url.replace(`,${second}`, ''), /must name (one server of each shard|the servers that)/],
    [url.replace(/\/\/.*@/, '//reader:reader@'), /lacks a right/],
    [url.replace('?cluster=shards', ''), /must name the cluster/],
    [url.replace('/mdq_test', ':x/mdq_test'), /WAREHOUSE_URL must name servers as host:port/],
  ];
  for (const [address, says] of wrong) {
    const outcome = await (await at(address)).mdq('import', file);
    assertMistake(outcome, says);
    assert.doesNotMatch(outcome.stderr, /p%40ss|p@ss|word-x/, 'a password is printed');
  }
  // Who only serves is told of a setting that cannot be right before it does.
  const elsewhere = { ...data.env, WAREHOUSE_URL: url.replace('cluster=shards', 'cluster=elsewhere') };
  assertMistake(await runShortly(elsewhere, ['serve']), /no cluster elsewhere .*it knows: shards/);
  const alone = { ...data.env, WAREHOUSE_URL: url.replace(`,${second}`, '') };
  assertMistake(await runShortly(alone, ['serve']), /must name (one server of each shard|the servers that)/);
  assertMistake(await run(alone, ['warehouse', 'setup']), /shards there: 2, servers named: 1$/m);
  const right = await at(url.replace(`${first},${second}`, `${second},${first}`));
  await right.succeed('import', file);
  assert.equal(JSON.parse(await right.succeed('status', '--json')).totalOrders, 1);
  const { code, stdout } = await run(elsewhere, ['status', '--json']);
  assert.notEqual(code, 0);
  const { problems } = JSON.parse(stdout);
  assert.match(problems.join(), /no cluster elsewhere/);
  assert.equal(problems.length, 1, 'a wrong address is told once, whatever the number of servers');

  await t.test('tables of another layout', async () => {
    const other = await servers.makeDatabase();
    await servers.query(`CREATE TABLE ${other}.mdq_line (x UInt8) ENGINE = MergeTree ORDER BY x`, 1);
    assertMistake(
      await (await at(servers.url(other))).mdq('warehouse', 'setup'),
      /mdq_line .* has another layout/,
    );
    assert.equal(
      await servers.query(`SELECT count() FROM system.tables WHERE database = '${other}'`, 0),
      '0\n',
    );
  });

  await t.test('a layout that a newer program has made', async () => {
    const newer = await servers.makeDatabase();
    const config = readConfig({ WAREHOUSE_URL: servers.url(newer) });
    assert.ok(config.warehouse);
    await setUpClickhouse(config.warehouse);
    for (const server of [0, 1])
      await servers.query(
        `ALTER TABLE ${newer}.mdq_layout UPDATE layout = 99 WHERE 1 SETTINGS mutations_sync = 1`,
        server,
      );
    assertMistake(
      await (await at(servers.url(newer))).mdq('import', file),
      /has layout 99, made by a newer mdq/,
    );
  });

  await t.test('one server needs no cluster, and the schema can be made by hand', async () => {
    const alone = await servers.makeDatabase();
    const folder = await at(servers.url(alone).replace(`,${second}`, '').replace(/\?.*/, ''));
    const statements = (await folder.succeed('warehouse', 'schema'))
      .split(';\n')
      .filter((text) => text.trim());
    for (const statement of statements)
      await servers.query(statement.replace('CREATE TABLE ', `CREATE TABLE ${alone}.`).replace(/;\s*$/, ''));
    assert.match(await folder.succeed('warehouse', 'setup'), /^Made 0 tables/);
    await folder.succeed('import', file);
    assert.equal(JSON.parse(await folder.succeed('status', '--json')).totalOrders, 1);
  });
});

async function openFolderAt(t: TestContext, address: string) {
  const data = await dataFolderFor(t, { WAREHOUSE_URL: address });
  return data;
}
