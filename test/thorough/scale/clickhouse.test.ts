/** A warehouse on ClickHouse: what is its own, besides what every engine promises. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { LAYOUT } from '../../../src/warehouse/clickhouse/server/schema.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { noteElsewhere, readPublicationLog } from '../../../src/warehouse/versions/publication-log.ts';
import { PublicationConflict } from '../../../src/warehouse/warehouse-errors.ts';
import { whyNoClickhouse as skip } from '../../support/clickhouse/servers.ts';
import { cleanEnvironment, run } from '../../support/command.ts';
import { TcpProxy } from '../../support/http/tcp-proxy.ts';
import { writeCsv } from '../../support/order-files.ts';
import { assertRecomputed } from '../../support/reference/figures.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { assertMistake, dataFolderFor, runShortly } from '../../support/stores/data-folder.ts';
import { order as anyOrder } from '../../support/stores/prepare.ts';
import { clickhouse, cluster } from '../../support/stores/warehouse-engines.ts';
import { until } from '../../support/until.ts';

const LATER = { ordered_at: '2025-01-15' };
const CONTROLLED = { MDQ_MIN_PEOPLE: '1' };
const CARD = { ordered_at: '2025-01-06', category: 'A', sub_category: 'B', payment_method: 'Credit card' };
const order = (id: string, more: Partial<RawRow> = {}) => anyOrder(id, { ...CARD, amount: '5', ...more });

/** Opens a warehouse on both shards, with what a test needs to look at it past the program. */
async function open(t: TestContext, settings?: Readonly<Record<string, string>>) {
  const [opened, servers] = [await clickhouse.open(t, settings), await cluster()];
  const { warehouse, folder, env } = opened;
  const database = readConfig(env).warehouse?.database ?? '';
  /** Runs a statement on each server, in which tables stand without their database; what each printed. */
  const onEach = (sql: string) =>
    Promise.all([0, 1].map((server) => servers.query(sql.replaceAll('mdq_', `${database}.mdq_`), server)));
  return {
    ...opened,
    servers,
    database,
    onEach,
    bring: async (...rows: RawRow[]) =>
      warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] }),
    async sum(sql: string) {
      return (await onEach(sql)).reduce((sum, text) => sum + Number(text), 0);
    },
    /** Rows as another pipeline inserts them. */
    async insert(rows: readonly RawRow[], server: number) {
      const lines = rows.map((line) => JSON.stringify(line)).join('\n');
      await servers.query(`INSERT INTO ${database}.mdq_incoming FORMAT JSONEachRow ${lines}`, server);
    },
    /** The records of versions that there are. */
    async records() {
      const names = `SELECT name FROM system.tables WHERE database = '${database}' AND name LIKE 'mdq_version_%' ORDER BY name`;
      return (await servers.query(names)).trim().split('\n');
    },
  };
}

for (const ahead of [0, 2])
  test(`who goes on from a version that another has gone on from meanwhile is refused, having noted ${ahead} numbers more than there are`, {
    skip,
  }, async (t) => {
    const { folder, env, servers, database, records } = await open(t);
    const [first = ''] = servers.hosts;
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
    const begun = `SELECT count() FROM ${database}.mdq_attempt`;
    await until('it has begun', async () => (await servers.query(begun)).trim() !== '0');
    await bring(quick, 'b');
    await fetch(`http://127.0.0.1:${proxy.port}`, { method: 'POST', body: `SELECT '${PUBLISHING}'` });
    await refused;
    assert.deepEqual(await quick.versions(), [2, 1]);
    await bring(slow, 'a');
    await assertRecomputed(quick, [order('base'), order('a'), order('b')]);
    // Numbers that were left out are nobody's, and go.
    const kept = (await quick.versions()).map((version) => `mdq_version_${version}`).sort();
    assert.deepEqual(await records(), kept);
  });

test('rows in mdq_incoming are taken in by a refresh as one checked import, and only once', {
  skip,
}, async (t) => {
  const { warehouse, env, servers, database, insert, sum } = await open(t);
  const waiting = () => sum('SELECT count() FROM mdq_incoming');
  // The same order on both servers: as it came last.
  await insert([order('1'), order('2'), order('2', { amount: '7' })], 0);
  await insert([order('1', { amount: '9' }), order('3')], 1);
  const facts = await warehouse.refresh();
  assert.deepEqual([facts.version, facts.imports[0]?.files], [1, ['mdq_incoming']]);
  const taken = [order('1', { amount: '9' }), order('2'), order('2', { amount: '7' }), order('3')];
  await assertRecomputed(warehouse, taken);
  assert.equal(await waiting(), 0);
  await warehouse.refresh();
  await assertRecomputed(warehouse, taken);

  // A bad one among them refuses all, and they stay.
  await insert([order('4'), order('5', { amount: 'x' })], 1);
  const { code, stderr } = await run(cleanEnvironment({ ...env }), ['refresh']);
  assert.notEqual(code, 0);
  assert.match(stderr, /1 bad row; nothing was imported/);
  assert.match(stderr, /mdq_incoming, order "5": amount must be digits .* \("x"\)/);
  assert.match(stderr, /Correct these rows in mdq_incoming, or delete them there, and run this again/);
  assert.doesNotMatch(stderr, /skip-bad-rows|line \d/);
  assert.ok(!existsSync(join(env.DATA_DIR ?? '', 'intake.tmp')), 'nothing is left behind');
  assert.deepEqual([(await warehouse.load(2)).facts.orders, await waiting()], [3, 2]);
  await servers.query(`DELETE FROM ${database}.mdq_incoming WHERE order_id = '5'`, 1);
  assert.equal((await warehouse.refresh()).orders, 4);
  await assertRecomputed(warehouse, [...taken, order('4')]);
});

test('a record that a slow writer left of a version long dropped is nobody’s, and goes', {
  skip,
}, async (t) => {
  const { warehouse, servers, database, bring, records } = await open(t);
  const record = (version: number, comment: object) =>
    servers.query(
      `CREATE TABLE ${database}.mdq_version_${version} (version UInt64) ENGINE = Null COMMENT '${JSON.stringify(comment)}'`,
    );
  for (const id of ['1', '2', '3']) await bring(order(id));
  assert.deepEqual(await records(), ['mdq_version_2', 'mdq_version_3']);
  const comment = await servers.query(
    `SELECT comment FROM system.tables WHERE database = '${database}' AND name = 'mdq_version_3' FORMAT TSVRaw`,
  );
  await record(1, { ...JSON.parse(comment), version: 1, import: 2 ** 32 + 5 });
  assert.deepEqual(await warehouse.versions(), [3, 2]);
  await bring(order('4'));
  assert.deepEqual(await records(), ['mdq_version_3', 'mdq_version_4']);
  // One that was killed after it had taken a number that it left out.
  await record(5, { version: 5, isVoid: true });
  assert.deepEqual(await warehouse.versions(), [4, 3]);
  await bring(order('5'));
  assert.deepEqual(await records(), ['mdq_version_4', 'mdq_version_6']);
});

test('a member that is forgotten is in no table any more: not in published weeks, in others, nor in what waits', {
  skip,
}, async (t) => {
  const { warehouse, bring, sum } = await open(t, CONTROLLED);
  const whose = { member_id: 'forget-me' };
  await bring(order('1', whose), order('2', { member_id: 'other' }), order('3', { ...LATER, ...whose }));
  assert.equal((await bring(order('2', whose))).asideOrders, 1);
  assert.equal((await warehouse.forgetMembers(['forget-me'])).facts.privacy?.asideOrders, 2);
  const found = await sum(
    `SELECT (SELECT count() FROM mdq_line WHERE member_id = 'forget-me')
          + (SELECT count() FROM mdq_aside_line WHERE member_id = 'forget-me')
          + (SELECT count() FROM mdq_amount) + (SELECT count() FROM mdq_seen WHERE thing = 'forget-me') FORMAT TSV
     SETTINGS apply_deleted_mask = 0`,
  );
  assert.equal(found, 0);
  assert.equal((await warehouse.order('1'))?.lines[0]?.memberId, null);
  assert.equal((await warehouse.forgetMembers(['forget-me'])).lines, 0);
});

test('lines that do not tell what they are the first of count as those that do: of an older program, of orders paid in two ways or by several members', {
  skip,
}, async (t) => {
  const { warehouse, onEach, sum, bring } = await open(t);
  // Lines in three categories, by one or several members or none, by one or two methods; in no order of names.
  const memberOf = (number: number, line: number) =>
    number % 7 === 0 ? `m${(number + line) % 5}` : number % 3 === 0 && line > 0 ? '' : `m${number % 9}`;
  const rowsOf = (from: number) =>
    Array.from({ length: 40 }, (_, i) => i + from).flatMap((number) =>
      Array.from({ length: 1 + (number % 5) }, (_, line) =>
        order(`${number}`, {
          category: `C${(7 * line + number) % 3}`,
          sub_category: `S${(5 * line) % 2}`,
          member_id: memberOf(number, line),
          payment_method: number % 4 === 0 && line > 0 ? 'Bank transfer' : 'Credit card',
        }),
      ),
    );
  const linesThatTell = (firstOf: number) => sum(`SELECT count() FROM mdq_line WHERE first_of = ${firstOf}`);
  const [before, after] = [rowsOf(0), rowsOf(100)];
  await bring(...before);
  // By some member and by none, or by two methods.
  const isMixed = ({ order_id }: RawRow) => {
    const number = Number(order_id);
    return number % 5 > 0 && (number % 4 === 0 || (number % 3 === 0 && number % 7 > 0));
  };
  const mixed = before.filter(isMixed);
  const mixedOrders = new Set(mixed.map(({ order_id }) => order_id)).size;
  assert.deepEqual([await linesThatTell(4), await linesThatTell(0)], [40 - mixedOrders, mixed.length]);
  await assertRecomputed(warehouse, before);
  // As an older program has left them.
  for (const table of ['aside_order', 'aside_line', 'closed', 'amount'])
    await onEach(`DROP TABLE mdq_${table}`);
  for (const table of ['line', 'undo_line'])
    await onEach(`ALTER TABLE mdq_${table} DROP COLUMN first_of SETTINGS mutations_sync = 1`);
  await onEach('ALTER TABLE mdq_layout UPDATE layout = 1 WHERE 1 SETTINGS mutations_sync = 1');
  await bring(...after);
  assert.deepEqual(await onEach('SELECT layout FROM mdq_layout'), [`${LAYOUT}\n`, `${LAYOUT}\n`]);
  assert.ok((await linesThatTell(0)) >= before.length && (await linesThatTell(4)) > 0);
  await warehouse.refresh();
  const rows = [...before, ...after];
  await assertRecomputed(warehouse, rows);
  await warehouse.forgetMembers(['m1']);
  await assertRecomputed(
    warehouse,
    rows.map((each) => (each.member_id === 'm1' ? { ...each, member_id: '' } : each)),
  );
});

test('lines that something else has changed are published by nobody', { skip }, async (t) => {
  const { warehouse, servers, database, onEach, bring } = await open(t);
  const rows = ['1', '2', '3'].flatMap((id) => [
    order(id),
    order(id, { category: 'C', product_id: 'other' }),
  ]);
  await bring(...rows);
  const lines = `${database}.mdq_line`;
  const where = "order_id = '2' AND category = 'A'";
  const shard = (await onEach(`SELECT count() FROM mdq_line WHERE ${where}`)).indexOf('1\n');
  const update = (firstOf: number) =>
    `ALTER TABLE ${lines} UPDATE first_of = ${firstOf} WHERE ${where} SETTINGS mutations_sync = 1`;
  // What it was the first of, a line, and one line too many.
  const changes: [there: string[], back: string][] = [
    [[update(1)], update(4)],
    [
      [
        `CREATE TABLE ${lines}_gone ENGINE = Memory AS SELECT * FROM ${lines} WHERE ${where}`,
        `DELETE FROM ${lines} WHERE ${where}`,
      ],
      `INSERT INTO ${lines} SELECT * FROM ${lines}_gone`,
    ],
    [
      [`INSERT INTO ${lines} SELECT * REPLACE (1 AS first_of) FROM ${lines} WHERE ${where}`],
      `DELETE FROM ${lines} WHERE ${where} AND first_of = 1`,
    ],
  ];
  const host = servers.hosts[shard]?.replaceAll('.', '\\.');
  const message = new RegExp(
    `of 2025-01-06 in mdq_line on the ClickHouse server ${host} .* Nothing was published`,
  );
  for (const [there, back] of changes) {
    for (const statement of there) await servers.query(statement, shard);
    await assert.rejects(warehouse.refresh(), { message });
    assert.equal(await warehouse.current(), 1);
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
  const at = (address: string) => dataFolderFor(t, { WAREHOUSE_URL: address });
  const [first = '', second = ''] = servers.hosts;

  assertMistake(await (await at(url)).mdq('import', file), /"mdq warehouse setup" makes them/);
  await (await at(url)).succeed('warehouse', 'setup');
  const [elsewhere, alone] = [
    url.replace('cluster=shards', 'cluster=elsewhere'),
    url.replace(`,${second}`, ''),
  ];
  for (const [address, says] of [
    [url.replace('word@', 'word-x@'), /user or password in WAREHOUSE_URL is wrong/],
    [url.replace(database, 'no_such_database'), /no database no_such_database/],
    [elsewhere, /no cluster elsewhere .*it knows: shards/],
    [url.replace(second, '127.0.0.1:1'), /Cannot reach the ClickHouse server 127\.0\.0\.1:1 .*ECONNREFUSED/],
    [alone, /must name (one server of each shard|the servers that)/],
    [url.replace(/\/\/.*@/, '//reader:reader@'), /lacks a right/],
    [url.replace('?cluster=shards', ''), /must name the cluster/],
    [url.replace('/mdq_test', ':x/mdq_test'), /WAREHOUSE_URL must name servers as host:port/],
  ] as const) {
    const outcome = await (await at(address)).mdq('import', file);
    assertMistake(outcome, says);
    assert.doesNotMatch(outcome.stderr, /p%40ss|p@ss|word-x/, 'a password is printed');
    // Who only serves is told of a setting that cannot be right before it does.
    if (address === elsewhere || address === alone)
      assertMistake(await runShortly({ ...data.env, WAREHOUSE_URL: address }, ['serve']), says);
  }
  assertMistake(await (await at(alone)).mdq('warehouse', 'setup'), /shards there: 2, servers named: 1$/m);
  const right = await at(url.replace(`${first},${second}`, `${second},${first}`));
  await right.succeed('import', file);
  assert.equal(JSON.parse(await right.succeed('status', '--json')).totalOrders, 1);
  const { code, stdout } = await (await at(elsewhere)).mdq('status', '--json');
  assert.notEqual(code, 0);
  const { problems } = JSON.parse(stdout);
  assert.match(problems.join(), /no cluster elsewhere/);
  assert.equal(problems.length, 1, 'a wrong address is told once, whatever the number of servers');

  await t.test('tables of another layout', async () => {
    const other = await servers.makeDatabase();
    await servers.query(`CREATE TABLE ${other}.mdq_line (x UInt8) ENGINE = MergeTree ORDER BY x`, 1);
    const folder = await at(servers.url(other));
    assertMistake(await folder.mdq('warehouse', 'setup'), /mdq_line .* has another layout/);
    const tables = `SELECT count() FROM system.tables WHERE database = '${other}'`;
    assert.equal(await servers.query(tables, 0), '0\n');
  });

  await t.test('a layout that a newer program has made', async () => {
    const { onEach, env } = await open(t);
    await onEach('ALTER TABLE mdq_layout UPDATE layout = 99 WHERE 1 SETTINGS mutations_sync = 1');
    const newer = await at(String(env.WAREHOUSE_URL));
    assertMistake(await newer.mdq('import', file), /has layout 99, made by a newer mdq/);
  });

  await t.test('one server needs no cluster, and the schema can be made by hand', async () => {
    const own = await servers.makeDatabase();
    const folder = await at(servers.url(own, 1));
    const statements = (await folder.succeed('warehouse', 'schema')).split(';\n');
    for (const statement of statements.filter((text) => text.trim()))
      await servers.query(statement.replace('CREATE TABLE ', `CREATE TABLE ${own}.`).replace(/;\s*$/, ''));
    assert.match(await folder.succeed('warehouse', 'setup'), /^Made 0 tables/);
    await folder.succeed('import', file);
    assert.equal(JSON.parse(await folder.succeed('status', '--json')).totalOrders, 1);
  });
});
