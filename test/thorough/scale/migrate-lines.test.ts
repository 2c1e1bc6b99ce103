/** Order lines move from a data folder into a ClickHouse cluster while they are served and imported, and nothing is doubled. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
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
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  serverFor,
} from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase } from '../../support/stores/postgres.ts';
import { createAccount, importFiles } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { PLENTY, temporaryFolder } from '../../support/workplace.ts';

const FILE = { after: atEnd };
const ROWS = madeRows();
const LATER = resentRows(ROWS);
/** What a warehouse publishes now. */
async function published(env: NodeJS.ProcessEnv): Promise<Tables> {
  const warehouse = await openWarehouse(readConfig(env));
  return warehouse
    .current()
    .then((version) => warehouse.load(Number(version)))
    .finally(() => warehouse.close());
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
    data = await dataFolderFor(FILE);
    const given = { MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_CURRENCY: 'TWD', MDQ_DEFAULT_WEEKS: '9' };
    await importFiles({ ...data.env, ...given }, [await writeCsv(join(data.path, 'orders.csv'), ROWS)]);
    ({ key } = await createAccount(data.env, 'acme', PLENTY));
    database = await servers.makeDatabase();
    url = servers.url(database);
    there = { ...data.env, WAREHOUSE_URL: url };
    const settings = { ...DEFAULT_SETTINGS, timeZone: MADE_TIME_ZONE, defaultWeeks: 9 };
    urls = someQuestions(new Reference(ROWS, settings)).map(urlOf);
  });

  const to = (...more: string[]) => ['migrate', '--to-warehouse', url, ...more];
  const migrate = async (...more: string[]) => JSON.parse(await data.succeed(...to(...more), '--json'));
  const assertSame = async () => {
    const [here, copy] = await Promise.all([
      publishedFigures(data, urls),
      publishedFigures({ ...data, env: there }, urls),
    ]);
    assert.equal(difference(copy, here), undefined);
  };
  /** The sum of what a statement says on each shard. */
  const sum = async (sql: string) => {
    const counts = await Promise.all([0, 1].map((shard) => servers.query(sql, shard)));
    return counts.reduce((total, text) => total + Number(text), 0);
  };
  /** How many rows of a table have a value, those that were deleted and are still on the disk as well. */
  const traces = (place: string, table: string, column: string, value: string) =>
    sum(
      `SELECT count() FROM ${place}.mdq_${table} WHERE ${column} = '${value}' SETTINGS apply_deleted_mask = 0`,
    );

  test('killed at any moment and run again, it copies everything once, with the settings and the history', async () => {
    for (const moment of MOMENTS) assert.ok(await killAt(moment, data.env, to()), moment);
    const { lines, finished } = await migrate();
    assert.deepEqual([finished, lines.behind], [false, 0]);
    const [here, copy] = [await published(data.env), await published(there)];
    for (const [table, rows] of Object.entries({
      line: here.facts.lines,
      order: here.facts.orders,
      arriving: 0,
      attempt: 0,
    }))
      assert.equal(await sum(`SELECT count() FROM ${database}.mdq_${table}`), rows, table);
    assert.ok(!existsSync(join(data.path, 'intake.tmp')), 'what was needed on the way is removed');
    await assertSame();
    assert.deepEqual(copy.facts.settings, here.facts.settings);
    assert.deepEqual(copy.facts.imports, here.facts.imports);
    assert.ok(copy.facts.version >= here.facts.version, 'the number of the data never goes back');
    const { lines: again } = await migrate();
    assert.deepEqual([again.changed, again.removed, again.version], [0, 0, copy.facts.version]);
  });

  test('while the old installation serves and imports, it catches up: changed, new, removed, forgotten, not shown', async () => {
    const server = await serverFor(FILE, data.env);
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
    assert.equal(difference(figures, await publishedFigures(data, urls)), undefined, 'so does the server');
    assert.equal(await traces(database, 'line', 'member_id', member), 0, 'who was forgotten is on no disk');
    await server.end('SIGTERM');
  });

  test('before it is finished nobody else writes to the copy, and it can be served from', async () => {
    assertMistake(
      await run(there, ['refresh']),
      /still being moved from .* end that first, .*"mdq migrate --to-warehouse URL --finish"/,
    );
    const server = await serverFor(FILE, there, [], 'inherit');
    const figures = await servedFigures(server.url, key, urls);
    await server.end('SIGTERM');
    assert.equal(difference(figures, await publishedFigures(data, urls)), undefined);
  });

  test('what cannot be moved, and a wrong place, are refused in one line that changes nothing', async () => {
    for (const [place, env, says] of [
      [undefined, data.env, /Name where to move: --to-warehouse URL/],
      ['nowhere', data.env, /--to-warehouse must be written as clickhouse:/],
      [url, there, /WAREHOUSE_URL must be empty/],
      [url.replace('word@', 'x@'), data.env, /user or password in --to-warehouse is wrong/],
      [url.replace('shards', 'other'), data.env, /no cluster other .*correct --to-warehouse/],
    ] as const) {
      const outcome = await run(env, ['migrate', ...(place ? ['--to-warehouse', place] : [])]);
      assertMistake(outcome, says);
      assert.doesNotMatch(outcome.stderr, /Copying|p%40ss|p@ss/, 'it is begun, or a password is printed');
    }
    const empty = await dataFolderFor(FILE);
    assertMistake(await empty.mdq(...to()), /There are no order lines in DATA_DIR/);
    await empty.succeed('import', join(data.path, 'later.csv'));
    assertMistake(await empty.mdq(...to()), /being moved .* already; name an empty database/);
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
    const { code, stderr } = await data.mdq(...to('--finish'));
    assert.notEqual(code, 0);
    assert.match(
      stderr,
      /Nothing was moved: the two sides are not the same\ncents: \d+ here, \d+ in clickhouse:/,
    );
    await change('-');
  });

  test('--finish, killed before and after the old data is marked, and run again: moved, the same to the last digit', async () => {
    await data.succeed('settings', 'set', 'MDQ_DEFAULT_WEEKS', '8');
    assert.ok(await killAt('CREATE TABLE mdq_version_', data.env, to('--finish')));
    await data.succeed('refresh');
    const figures = await publishedFigures(data, urls);
    assert.ok(await killAt('DROP TABLE IF EXISTS mdq_moving', data.env, to('--finish')));
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
    const both = await dataFolderFor(FILE);
    await both.succeed('import', join(data.path, 'later.csv'));
    const { key: theirs } = await createAccount(both.env, 'acme', PLENTY);
    const [lines, accounts] = [servers.url(await servers.makeDatabase()), await createDatabase()];
    const byVariables = { ...both.env, TO_WAREHOUSE_URL: lines, TO_ACCOUNTS_URL: accounts };
    const move = async (...more: string[]) => {
      const { code, stdout, stderr } = await run(byVariables, ['migrate', ...more]);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const copied = JSON.parse(await move('--json'));
    assert.deepEqual([copied.accounts, copied.behind, copied.lines.behind], [1, 0, 0]);
    const wrong = await run({ ...both.env, TO_ACCOUNTS_URL: 'nowhere' }, ['migrate']);
    assertMistake(wrong, /^mdq: TO_ACCOUNTS_URL must be postgres:/);
    assert.ok(await killAt('SELECT name, balance FROM mdq.account', byVariables, ['migrate', '--finish']));
    // The lines are moved and the accounts are not: a copy goes on with those.
    const says = /^The order lines were moved to clickhouse:.*WAREHOUSE_URL.*\nCopied 1 account and /;
    assert.match(await move(), says);
    assert.equal(JSON.parse(await move('--finish', '--json')).finished, true);
    const moved = { ...both.env, WAREHOUSE_URL: lines, ACCOUNTS_URL: accounts };
    const server = await serverFor(FILE, moved, [], 'inherit');
    const figures = await servedFigures(server.url, theirs, urls.slice(0, 5));
    await server.end('SIGTERM');
    assert.equal(difference(figures, await publishedFigures(both, urls)), undefined);
  });

  test('under disclosure control, what is closed and what waits go with the lines, and are restated there as they would be here', async () => {
    const here = await dataFolderFor(FILE, { MDQ_MIN_PEOPLE: '3' });
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
    for (const [table, column] of [
      ['line', 'member_id'],
      ['aside_line', 'member_id'],
      ['seen', 'thing'],
    ] as const)
      assert.equal(await traces(place, table, column, forgotten), 0, `who was forgotten is in ${table}`);
    assert.match(await copy(), /: 0 orders new or changed, 0 removed; nothing is missing/);
    assert.equal((await published(env)).facts.version, there.facts.version, 'and publishes nothing');

    const twin = await dataFolderFor(FILE, { MDQ_MIN_PEOPLE: '3' });
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
    const copy = join(await temporaryFolder(t), 'copy');
    for (const args of [
      ['import', join(data.path, 'later.csv')],
      ['settings', 'set', 'MDQ_CURRENCY', 'EUR'],
      ['backup', '--data-only', copy],
    ])
      assertMistake(
        await data.mdq(...args),
        /The order lines of DATA_DIR .* were moved to clickhouse:.*; set WAREHOUSE_URL to that/,
      );
    assert.match((await data.mdq('status')).stdout, /Moved +to clickhouse:/);
    assertMistake(await data.mdq(...to()), /were moved to .* already/);
    assert.match(await data.succeed(...to('--finish')), /were moved to .* set WAREHOUSE_URL/);
    const server = await serverFor(FILE, data.env);
    const ready = await (await fetch(`${server.url}/readyz`)).json();
    const notes = ['the order lines were moved to another store, so the figures get no newer'];
    assert.deepEqual(ready, { status: 'ready', notes });
    await server.end('SIGTERM');
    assert.match(server.log(), /were moved to clickhouse:.* the figures served here get no newer/);
  });
});
