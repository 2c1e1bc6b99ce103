/** Order lines move from a data folder into a ClickHouse cluster while they are served and imported, and nothing is doubled. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import type { Tables } from '../../../src/snapshot/tables.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { atEnd } from '../../support/at-end.ts';
import { startClickhouse, type TestServers, whyNoClickhouse } from '../../support/clickhouse/servers.ts';
import { run } from '../../support/command.ts';
import { killAt } from '../../support/faults/kill-at.ts';
import { writeCsv } from '../../support/order-files.ts';
import { difference, publishedFigures, servedFigures } from '../../support/reference/figures.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { DEFAULT_SETTINGS, Reference } from '../../support/reference/reference.ts';
import { spawnServer } from '../../support/server-process.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase } from '../../support/stores/postgres.ts';
import { createAccount, importFiles } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { PLENTY } from '../../support/workplace.ts';

const ROWS = madeRows();
const LATER = resentRows(ROWS);
/** What a warehouse publishes now. */
async function published(env: NodeJS.ProcessEnv): Promise<Tables> {
  const warehouse = await openWarehouse(readConfig(env));
  try {
    return await warehouse.load(Number(await warehouse.current()));
  } finally {
    await warehouse.close();
  }
}

/** Statements of a copy, in their order, as they are sent. */
const MOMENTS = ['INSERT+INTO+mdq_line', 'CREATE TABLE mdq_version_'];

describe('mdq migrate --to-warehouse', { skip: whyNoClickhouse }, () => {
  let data: DataFolder;
  let servers: TestServers;
  let database: string;
  let url: string;
  let there: NodeJS.ProcessEnv;
  let urls: string[];
  let key: string;
  before(async () => {
    servers = await startClickhouse(2);
    atEnd(() => servers.stop());
    data = await dataFolderFor({ after: atEnd });
    const given = { MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_CURRENCY: 'TWD', MDQ_DEFAULT_WEEKS: '9' };
    await importFiles({ ...data.env, ...given }, [await writeCsv(join(data.path, 'orders.csv'), ROWS)]);
    ({ key } = await createAccount(data.env, 'acme', PLENTY));
    database = await servers.makeDatabase();
    url = servers.url(database);
    there = { ...data.env, WAREHOUSE_URL: url };
    const settings = { ...DEFAULT_SETTINGS, timeZone: MADE_TIME_ZONE, defaultWeeks: 9 };
    urls = someQuestions(new Reference(ROWS, settings)).map(urlOf);
  });

  const migrate = async (...more: string[]) =>
    JSON.parse(await data.succeed('migrate', '--to-warehouse', url, '--json', ...more)) as {
      finished: boolean;
      lines: { orders: number; changed: number; removed: number; behind: number; version: number };
    };
  const assertSame = async () => {
    const [here, copy] = await Promise.all([
      publishedFigures(data, urls),
      publishedFigures({ ...data, env: there }, urls),
    ]);
    assert.equal(difference(copy, here), undefined);
  };
  const count = async (table: string) => {
    const counts = await Promise.all(
      [0, 1].map((server) => servers.query(`SELECT count() FROM ${database}.${table}`, server)),
    );
    return counts.reduce((sum, text) => sum + Number(text), 0);
  };

  test('killed at any moment and run again, it copies everything once, with the settings and the history', async () => {
    for (const moment of MOMENTS)
      assert.ok(await killAt(moment, data.env, ['migrate', '--to-warehouse', url]), moment);
    const { lines, finished } = await migrate();
    assert.deepEqual([finished, lines.behind], [false, 0]);
    const [here, copy] = [await published(data.env), await published(there)];
    assert.equal(await count('mdq_line'), here.facts.lines);
    assert.equal(await count('mdq_order'), here.facts.orders);
    for (const table of ['mdq_arriving', 'mdq_attempt']) assert.equal(await count(table), 0, table);
    assert.ok(!existsSync(join(data.path, 'intake.tmp')), 'what was needed on the way is removed');
    await assertSame();
    assert.deepEqual(copy.facts.settings, here.facts.settings);
    assert.deepEqual(copy.facts.imports, here.facts.imports);
    assert.ok(copy.facts.version >= here.facts.version, 'the number of the data never goes back');
    const { lines: again } = await migrate();
    assert.deepEqual(
      [again.changed, again.removed, again.version],
      [0, 0, copy.facts.version],
      'nothing is new',
    );
  });

  test('while the old installation serves and imports, it catches up: changed, new, removed, forgotten, not shown', async () => {
    const server = await spawnServer(data.env, [], 'ignore');
    atEnd(() => server.end('SIGKILL'));
    const later = await writeCsv(join(data.path, 'later.csv'), LATER);
    await data.succeed('import', later, '--no-weekly', '--complete-through', '2025-04-30');
    const resent = new Set(LATER.map((row) => row.order_id));
    await data.succeed('orders', 'delete', ROWS.find((row) => !resent.has(row.order_id))?.order_id ?? '');
    const member = ROWS.find((row) => row.member_id !== '')?.member_id ?? '';
    await data.succeed('members', 'forget', member);
    const { facts } = await published(data.env);
    const served = async () => {
      const reply = await fetch(`${server.url}/api/account`, { headers: { 'x-api-key': key } });
      // A busy server may put such a call off.
      return ((await reply.json()) as { data?: { data?: { version: number } } }).data?.data?.version;
    };
    await until('the server has the newest', async () => (await served()) === facts.version);
    const { lines } = await migrate();
    assert.ok(lines.changed > 0 && lines.changed < lines.orders, JSON.stringify(lines));
    assert.equal(lines.removed, 1);
    await assertSame();
    const [here, copy] = [await published(data.env), await published(there)];
    assert.deepEqual(
      [copy.facts.completeThrough, copy.facts.hiddenOrders, copy.facts.weekly],
      [here.facts.completeThrough, here.facts.hiddenOrders, false],
    );
    const figures = await servedFigures(server.url, key, urls.slice(0, 20));
    assert.equal(
      difference(figures, await publishedFigures(data, urls)),
      undefined,
      'and so does the server',
    );
    const found = await Promise.all(
      [0, 1].map((shard) =>
        servers.query(
          `SELECT count() FROM ${database}.mdq_line WHERE member_id = '${member}' SETTINGS apply_deleted_mask = 0`,
          shard,
        ),
      ),
    );
    assert.deepEqual(found, ['0\n', '0\n'], 'who was forgotten is on no disk of the cluster');
    await server.end('SIGTERM');
  });

  test('before it is finished nobody else writes to the copy, and it can be served from', async () => {
    assertMistake(
      await run(there, ['refresh']),
      /still being moved from .* end that first, .*"mdq migrate --to-warehouse URL --finish"/,
    );
    const server = await spawnServer(there, [], 'inherit');
    const figures = await servedFigures(server.url, key, urls);
    await server.end('SIGTERM');
    assert.equal(difference(figures, await publishedFigures(data, urls)), undefined);
  });

  test('what cannot be moved, and a wrong place, are refused in one line that changes nothing', async () => {
    const wrong: [args: string[], env: NodeJS.ProcessEnv, says: RegExp][] = [
      [[], data.env, /Name where to move: --to-warehouse URL/],
      [['--to-warehouse', 'nowhere'], data.env, /--to-warehouse must be written as clickhouse:/],
      [['--to-warehouse', url], there, /WAREHOUSE_URL must be empty/],
      [
        ['--to-warehouse', url.replace('word@', 'x@')],
        data.env,
        /user or password in --to-warehouse is wrong/,
      ],
      [
        ['--to-warehouse', url.replace('shards', 'other')],
        data.env,
        /no cluster other .*correct --to-warehouse/,
      ],
    ];
    for (const [args, env, says] of wrong) {
      const outcome = await run(env, ['migrate', ...args]);
      assertMistake(outcome, says);
      assert.doesNotMatch(outcome.stderr, /Copying/, 'what is refused is not begun');
      assert.doesNotMatch(outcome.stderr, /p%40ss|p@ss/, 'a password is printed');
    }
    const empty = await dataFolderFor({ after: atEnd });
    assertMistake(await empty.mdq('migrate', '--to-warehouse', url), /There are no order lines in DATA_DIR/);
    await empty.succeed('import', join(data.path, 'later.csv'));
    assertMistake(
      await empty.mdq('migrate', '--to-warehouse', url),
      /being moved .* already; name an empty database/,
    );
  });

  test('--finish: what differs on the other side is told, and nothing is moved', async () => {
    const total = `SELECT sum(cents) FROM ${database}.mdq_line`;
    const shard = Number(await servers.query(total, 0)) > 0 ? 0 : 1;
    const change = (by: string) =>
      servers.query(
        `ALTER TABLE ${database}.mdq_line UPDATE cents = cents ${by} 1 WHERE cents > 5 SETTINGS mutations_sync = 1`,
        shard,
      );
    await change('+');
    const { code, stderr } = await data.mdq('migrate', '--to-warehouse', url, '--finish');
    assert.notEqual(code, 0);
    assert.match(
      stderr,
      /Nothing was moved: the two sides are not the same\ncents: \d+ here, \d+ in clickhouse:/,
    );
    await change('-');
  });

  test('--finish, killed before and after the old data is marked, and run again: moved, the same to the last digit', async () => {
    const finish = ['migrate', '--to-warehouse', url, '--finish'];
    await data.succeed('settings', 'set', 'MDQ_DEFAULT_WEEKS', '8');
    assert.ok(await killAt('CREATE TABLE mdq_version_', data.env, finish));
    await data.succeed('refresh');
    const figures = await publishedFigures(data, urls);
    assert.ok(await killAt('DROP TABLE IF EXISTS mdq_moving', data.env, finish));
    assertMistake(await data.mdq('refresh'), /were moved to clickhouse:.*; set WAREHOUSE_URL to that/);
    assertMistake(await run(there, ['refresh']), /still being moved from/);
    assert.equal((await migrate('--finish')).finished, true);
    assert.equal(difference(await publishedFigures({ ...data, env: there }, urls), figures), undefined);
    assert.equal((await run(there, ['refresh'])).code, 0);
    assert.equal(difference(await publishedFigures({ ...data, env: there }, urls), figures), undefined);
    const { facts } = await published(there);
    assert.deepEqual([facts.settings.currency, facts.settings.defaultWeeks], ['TWD', 8]);
  });

  test('lines and accounts together: killed between the two and run again, both are moved', {
    skip: noDatabase ?? false,
  }, async () => {
    const both = await dataFolderFor({ after: atEnd });
    await both.succeed('import', join(data.path, 'later.csv'));
    const { key: theirs } = await createAccount(both.env, 'acme', PLENTY);
    const [lines, accounts] = [servers.url(await servers.makeDatabase()), await createDatabase()];
    const to = ['migrate', '--to-warehouse', lines, '--to-accounts', accounts];
    const byVariables = { ...both.env, TO_WAREHOUSE_URL: lines, TO_ACCOUNTS_URL: accounts };
    const { code, stdout, stderr } = await run(byVariables, ['migrate', '--json']);
    assert.equal(code, 0, stderr);
    const copied = JSON.parse(stdout);
    assert.deepEqual([copied.accounts, copied.behind, copied.lines.behind], [1, 0, 0]);
    const wrong = await run({ ...both.env, TO_ACCOUNTS_URL: 'nowhere' }, ['migrate']);
    assertMistake(wrong, /^mdq: TO_ACCOUNTS_URL must be postgres:/);
    assert.ok(await killAt('SELECT name, balance FROM mdq.account', both.env, [...to, '--finish']));
    // The lines are moved and the accounts are not: a copy goes on with those.
    const again = await both.succeed(...to);
    assert.match(again, /^The order lines were moved to clickhouse:.*WAREHOUSE_URL.*\nCopied 1 account and /);
    assert.equal(JSON.parse(await both.succeed(...to, '--finish', '--json')).finished, true);
    const moved = { ...both.env, WAREHOUSE_URL: lines, ACCOUNTS_URL: accounts };
    const server = await spawnServer(moved, [], 'inherit');
    const figures = await servedFigures(server.url, theirs, urls.slice(0, 5));
    await server.end('SIGTERM');
    assert.equal(difference(figures, await publishedFigures({ ...both, env: both.env }, urls)), undefined);
  });

  test('under disclosure control, what is closed and what waits go with the lines, and are restated there as they would be here', async () => {
    const here = await dataFolderFor({ after: atEnd }, { MDQ_MIN_PEOPLE: '3' });
    await here.succeed('import', await writeCsv(join(here.path, 'orders.csv'), ROWS));
    const place = await servers.makeDatabase();
    const env = { ...here.env, WAREHOUSE_URL: servers.url(place) };
    const copy = () => here.succeed('migrate', '--to-warehouse', servers.url(place));
    await copy();
    // Changed, deleted and forgotten since: in published weeks all of it waits.
    await here.succeed('import', await writeCsv(join(here.path, 'later.csv'), LATER));
    const resent = new Set(LATER.map((row) => row.order_id));
    const old = ROWS.filter(
      (row) => row.order_id.startsWith('o-2025-01') && !resent.has(row.order_id) && row.member_id !== '',
    );
    const [gone, forgotten] = [old[0]?.order_id ?? '', old.at(-1)?.member_id ?? ''];
    await here.succeed('orders', 'delete', gone);
    await here.succeed('members', 'forget', forgotten);
    const { facts, closed } = await published(here.env);
    assert.ok(
      Number(facts.privacy?.asideOrders) > 3 && closed.scope.length > 0,
      JSON.stringify(facts.privacy),
    );
    await copy();
    const there = await published(env);
    assert.deepEqual(there.facts.privacy, facts.privacy);
    const { waits } = JSON.parse((await run(env, ['orders', 'show', gone, '--json'])).stdout);
    assert.equal(waits, 'deletion');
    for (const [table, column] of Object.entries({
      line: 'member_id',
      aside_line: 'member_id',
      seen: 'thing',
    })) {
      const named = `SELECT count() FROM ${place}.mdq_${table} WHERE ${column} = '${forgotten}' SETTINGS apply_deleted_mask = 0`;
      const found = await Promise.all([0, 1].map((shard) => servers.query(named, shard)));
      assert.deepEqual(found, ['0\n', '0\n'], `who was forgotten is in ${table}`);
    }
    assert.match(await copy(), /: 0 orders new or changed, 0 removed; nothing is missing/);
    assert.equal((await published(env)).facts.version, there.facts.version, 'and publishes nothing');

    const twin = await dataFolderFor({ after: atEnd }, { MDQ_MIN_PEOPLE: '3' });
    await cp(here.path, twin.path, { recursive: true });
    await here.succeed('migrate', '--to-warehouse', servers.url(place), '--finish');
    const restated = JSON.parse(await twin.succeed('refresh', '--restate', '--json'));
    const { code, stdout, stderr } = await run(env, ['refresh', '--restate', '--json']);
    assert.equal(code, 0, stderr);
    const told = JSON.parse(stdout);
    assert.deepEqual([told.restated, told.privacy], [restated.restated, restated.privacy]);
    const figures = await publishedFigures({ ...here, env }, urls);
    assert.equal(difference(figures, await publishedFigures(twin, urls)), undefined);
  });

  test('the old data is left for good: nobody imports into it by mistake, and whoever serves it is told', async (t) => {
    const copy = `${data.path}-copy`;
    t.after(() => rm(copy, { recursive: true, force: true }));
    const moved = /The order lines of DATA_DIR .* were moved to clickhouse:.*; set WAREHOUSE_URL to that/;
    assertMistake(await data.mdq('import', join(data.path, 'later.csv')), moved);
    assertMistake(await data.mdq('settings', 'set', 'MDQ_CURRENCY', 'EUR'), moved);
    assertMistake(await data.mdq('backup', '--data-only', copy), moved);
    assert.match((await data.mdq('status')).stdout, /Moved +to clickhouse:/);
    assertMistake(await data.mdq('migrate', '--to-warehouse', url), /were moved to .* already/);
    assert.match(
      await data.succeed('migrate', '--to-warehouse', url, '--finish'),
      /were moved to .* set WAREHOUSE_URL/,
    );
    const server = await spawnServer(data.env, [], 'ignore');
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { status: string; notes: string[] };
    assert.equal(ready.status, 'ready');
    assert.match(
      String(ready.notes),
      /^the order lines were moved to another store, so the figures get no newer$/,
    );
    await server.end('SIGTERM');
    assert.match(server.log(), /were moved to clickhouse:.* the figures served here get no newer/);
  });
});
