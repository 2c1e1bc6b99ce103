/** What a ClickHouse warehouse promises when something dies: an import, a shard, the published figures. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import {
  startClickhouse,
  type TestServers,
  whyNoClickhouse,
  whyNoKills,
} from '../../support/clickhouse/servers.ts';
import { MDQ } from '../../support/command.ts';
import { trials } from '../../support/effort.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import { warehouseFigures } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { Reference } from '../../support/reference/reference.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { spawnServer } from '../../support/server-process.ts';
import {
  assertMistake,
  type DataFolder,
  openDataFolder,
  runShortly,
} from '../../support/stores/data-folder.ts';
import { until } from '../../support/until.ts';
import { PLENTY } from '../../support/workplace.ts';

const KILLS = 6;

/** Two deliveries of the same orders: whichever came last is the whole of what there is. */
const DELIVERIES = { a: delivery('a'), b: delivery('b') };
type Delivery = keyof typeof DELIVERIES;
const other = (name: Delivery): Delivery => (name === 'a' ? 'b' : 'a');

function delivery(name: string): RawRow[] {
  return Array.from({ length: 400 }, (_, i) =>
    row({
      order_id: `${i >> 1}`,
      ordered_at: `2025-01-${String(6 + (i % 20)).padStart(2, '0')}`,
      category: i % 3 === 0 ? 'A' : 'B',
      sub_category: i % 5 === 0 ? 'X' : 'Y',
      product_id: `p${i % 7}`,
      tags: `made=${name};kind=${i % 4}`,
      amount: String(name === 'a' ? i : 2 * i),
      payment_method: 'Credit card',
      merchant_id: `s${i % 11}`,
      member_id: `${name}${i % 50}`,
    }),
  );
}

const LATER = row({ order_id: 'later', ordered_at: '2025-02-03', category: 'A', sub_category: 'X' });

let servers: TestServers | undefined;
after(async () => servers?.stop());

interface Place {
  readonly data: DataFolder;
  readonly servers: TestServers;
  readonly database: string;
  readonly files: Record<Delivery, string>;
  /** Which delivery is published: all figures are of one. */
  published(): Promise<Delivery>;
  version(): Promise<number | undefined>;
}

async function openPlace(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
  referenceOf = (name: Delivery) => new Reference(DELIVERIES[name]),
): Promise<Place> {
  servers ??= await startClickhouse(2);
  const database = await servers.makeDatabase();
  const data = await openDataFolder({ ...settings, WAREHOUSE_URL: servers.url(database) });
  const warehouse = await openWarehouse(readConfig(data.env));
  t.after(async () => {
    await warehouse.close();
    await data.remove();
  });
  const files = {
    a: await writeCsv(join(data.path, 'a.csv'), DELIVERIES.a),
    b: await writeCsv(join(data.path, 'b.csv'), DELIVERIES.b),
  };
  await data.succeed('warehouse', 'setup');
  await data.succeed('import', files.a);
  const published = async () => {
    for (const name of ['a', 'b'] as const) {
      const reference = referenceOf(name);
      const questions = someQuestions(reference);
      const figures = await warehouseFigures(warehouse, questions.map(urlOf));
      const isAll = questions.every((question) => {
        const { data } = reference.answer(question.path, question.parameters);
        return isDeepStrictEqual(JSON.parse(figures.get(urlOf(question)) ?? ''), { code: 200, data });
      });
      if (isAll) return name;
    }
    return assert.fail('figures of neither delivery');
  };
  return { data, servers, database, files, published, version: () => warehouse.current() };
}

test('an import killed at random moments is in as a whole or not at all, and doing it again doubles nothing', {
  skip: whyNoClickhouse,
}, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const { data, servers, database, files, published, version } = await openPlace(t);
  const started = performance.now();
  await data.succeed('import', files.b);
  const wholeMs = performance.now() - started;
  let state: Delivery = 'b';
  const told: string[] = [];
  for (let i = 0; i < KILLS; i++) {
    const before = await version();
    const child = spawn(MDQ, ['import', files[other(state)]], { env: data.env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    const atMs = (wholeMs * (i + random.below(1000) / 1000)) / KILLS;
    setTimeout(() => child.kill('SIGKILL'), atMs);
    await exited;
    await untilIdle(servers);
    const isIn = (await version()) !== before;
    state = isIn ? other(state) : state;
    told.push(`${Math.round(atMs)} ms: ${isIn ? 'in' : 'not in'}`);
    assert.equal(await published(), state);
  }
  t.diagnostic(`killed after\n${told.join('\n')}`);
  for (const next of [other(state), state]) {
    await data.succeed('import', files[next]);
    assert.equal(await published(), next);
  }
  const kept = await rowsIn(servers, database, ['mdq_line', 'mdq_order', 'mdq_arriving', 'mdq_attempt']);
  assert.deepEqual(kept, [400, 200, 0, 0]);
});

/** What a process has sent that was killed runs to its end all the same. */
async function untilIdle(servers: TestServers): Promise<void> {
  const others =
    "SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%' AND query NOT LIKE '%sleepEachRow%'";
  await until('nothing runs on the servers', async () => {
    const counts = await Promise.all([0, 1].map((server) => servers.query(others, server)));
    return counts.every((count) => Number(count) === 0);
  });
}

/** How many rows tables have, on all servers together. */
async function rowsIn(servers: TestServers, database: string, tables: readonly string[]): Promise<number[]> {
  const counts = tables.map(async (table) => {
    const onEach = [0, 1].map((server) => servers.query(`SELECT count() FROM ${database}.${table}`, server));
    return (await Promise.all(onEach)).reduce((sum, text) => sum + Number(text), 0);
  });
  return Promise.all(counts);
}

test('a restatement killed at random moments is done as a whole or not at all, and what waits is lost in neither case', {
  skip: whyNoClickhouse,
}, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const privacy = { people: 3, merchants: 2, share: 80 };
  // Until an order of a later week is there, the last week of the deliveries is not shown.
  const referenceOf = (name: Delivery) => new Reference([...DELIVERIES[name], LATER], { privacy });
  const settings = { MDQ_MIN_PEOPLE: '3', MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' };
  const { data, servers, database, files, published, version } = await openPlace(t, settings, referenceOf);
  const started = performance.now();
  await data.succeed('import', await writeCsv(join(data.path, 'later.csv'), [LATER]));
  // A restatement takes about as long.
  const wholeMs = performance.now() - started;
  let state: Delivery = 'a';
  const kills = trials(5);
  for (let i = 0; i < kills; i++) {
    assert.equal(await published(), state);
    await data.succeed('import', files[other(state)]);
    assert.equal(await published(), state, 'a published week was revised');
    const before = await version();
    const child = spawn(MDQ, ['refresh', '--restate'], { env: data.env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    setTimeout(() => child.kill('SIGKILL'), (wholeMs * (i + random.below(1000) / 1000)) / kills);
    await exited;
    await untilIdle(servers);
    if ((await version()) !== before) state = other(state);
    assert.equal(await published(), state);
  }
  await data.succeed('import', files[other(state)]);
  await data.succeed('refresh', '--restate');
  assert.equal(await published(), other(state));
  const tables = ['mdq_line', 'mdq_order', 'mdq_aside_line', 'mdq_aside_order', 'mdq_amount', 'mdq_attempt'];
  assert.deepEqual(await rowsIn(servers, database, tables), [401, 201, 0, 0, 0, 0]);
});

test('a shard that is down fails import and refresh in one line that changes nothing, while serving goes on', {
  skip: whyNoKills,
}, async (t) => {
  const { data, servers, files, published, version } = await openPlace(t);
  await data.succeed('account', 'create', 'acme', '--points', String(PLENTY));
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const metrics = { MDQ_METRICS_PORT: '0' };
  const server = await spawnServer({ ...data.env, ...metrics }, [], 'ignore');
  t.after(() => server.child.kill('SIGKILL'));
  const amount = async (url = server.url) => {
    const reply = await fetch(`${url}/api/public/market/focus?start=2025-01-01&end=2025-02-01`, {
      headers: { 'x-api-key': key },
    });
    assert.equal(reply.status, 200);
    return ((await reply.json()) as { data: { focus: { totalAmount: number } } }).data.focus.totalAmount;
  };
  const before = await amount();

  await servers.kill(1);
  assertMistake(
    await data.mdq('import', files.b),
    /Cannot reach the ClickHouse server .*Nothing was changed/,
  );
  assertMistake(await data.mdq('refresh'), /Cannot reach the ClickHouse server .*Nothing was changed/);
  assert.equal(await amount(), before);
  assert.equal(await published(), 'a');
  const [first = '', second = ''] = servers.hosts;
  const partly = await data.mdq('status');
  assert.notEqual(partly.code, 0);
  assert.match(partly.stdout, new RegExp(`^Cannot reach the ClickHouse server ${second} .*\\nVersion +1`));
  assert.match(partly.stdout, /^On disk +lines of unknown size while a server is away, .* published, in /m);

  // Without the first, nobody can see what is published; what is in memory is served all the same.
  const ready = async (url = server.url) =>
    (await fetch(`${url}/readyz`)).json() as Promise<{ notes?: string[] }>;
  const unreachable = async () => {
    const told = await (await fetch(server.metricsUrl)).text();
    return Number(/^mdq_warehouse_unreachable_seconds (\S+)/m.exec(told)?.[1]);
  };
  const logged = (what: string) => server.log().split(what).length - 1;
  assert.deepEqual([await ready(), await unreachable()], [{ status: 'ready' }, 0]);
  await servers.kill(0);
  assert.equal(await amount(), before);
  const age = /^the warehouse cannot be reached since 2\S+Z; serving version 1, published 2\S+Z$/;
  await until('it says how old it is', async () => age.test((await ready()).notes?.[0] ?? ''));
  await until('it says since when', async () => (await unreachable()) > 0);
  const kept = await data.mdq('status');
  assert.notEqual(kept.code, 0);
  assert.match(kept.stdout, new RegExp(`Cannot reach the ClickHouse server ${first} `));
  assert.match(kept.stdout, /^Version +1, published/m);
  assert.match(kept.stdout, /^On disk +as it is kept on this machine/m);

  // One that starts meanwhile serves what the one before has kept; where there is nothing, that is told.
  const next = await spawnServer(data.env, [], 'ignore');
  t.after(() => next.child.kill('SIGKILL'));
  assert.equal(await amount(next.url), before);
  assert.match((await ready(next.url)).notes?.[0] ?? '', age);
  assertMistake(
    await runShortly({ ...data.env, DATA_DIR: join(data.path, 'new') }, ['serve', '--json']),
    /Cannot reach the ClickHouse server/,
  );
  await Promise.all([servers.start(0), servers.start(1)]);
  for (const { url } of [server, next])
    await until('it sees again what is published', async () => (await ready(url)).notes === undefined);
  await until('the log has its end', () => logged('the warehouse can be reached again') > 0);
  const [begun, ended] = [
    logged('the warehouse cannot be reached'),
    logged('the warehouse can be reached again'),
  ];
  assert.deepEqual([begun, ended], [1, 1]);
  const told = jsonLines<Record<string, unknown>>(server.log()).filter(({ msg }) =>
    /warehouse c/.test(String(msg)),
  );
  assert.deepEqual(
    told.map(({ level, err }) => [level, err]),
    [
      ['error', undefined],
      ['warn', undefined],
    ],
  );
  assert.match(String(told[0]?.reason), /^Cannot reach the ClickHouse server/);
  await next.end('SIGTERM');
  assert.equal(await version(), 1);
  assert.equal(await published(), 'a');

  const child = spawn(MDQ, ['import', files.b], { env: data.env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await until('the import has begun to write', async () => {
    const rows = await servers.query('SELECT count() FROM system.processes', 1);
    return Number(rows) > 1 || child.exitCode !== null;
  });
  await servers.kill(1);
  await exited;
  await servers.start(1);
  assert.equal(await published(), (await version()) === 1 ? 'a' : 'b');
  await data.succeed('import', files.b);
  assert.equal(await published(), 'b');
  await until('the server shows it', async () => (await amount()) !== before);
});

test('figures that were damaged are told, the version before is served, and a refresh publishes again', {
  skip: whyNoClickhouse,
}, async (t) => {
  const { data, servers, database, files, published } = await openPlace(t);
  await data.succeed('import', files.b);
  const newest = (await servers.query(`SELECT max(import) FROM ${database}.mdq_figures`, 0)).trim();
  await servers.query(
    `ALTER TABLE ${database}.mdq_figures UPDATE bytes = concat('x', substring(bytes, 2))
     WHERE import = ${newest} AND part = 1 SETTINGS mutations_sync = 1`,
  );
  const status = JSON.parse(await data.succeed('status', '--json')) as {
    version: number;
    unreadable: { version: number; reason: string }[];
  };
  assert.equal(status.version, 1);
  assert.match(status.unreadable[0]?.reason ?? '', /version 2 is damaged on ClickHouse; "mdq refresh"/);
  await data.succeed('refresh');
  assert.equal(await published(), 'b');
});
