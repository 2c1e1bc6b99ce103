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
import { readMetrics } from '../../support/http/metrics.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import { warehouseFigures } from '../../support/reference/figures.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { Reference } from '../../support/reference/reference.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { assertMistake, dataFolderFor, runShortly, serverFor } from '../../support/stores/data-folder.ts';
import { createAccount, order } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { PLENTY } from '../../support/workplace.ts';

const KILLS = 6;

/** Two deliveries of the same orders: whichever came last is the whole of what there is. */
const DELIVERIES = { a: delivery('a'), b: delivery('b') };
type Delivery = keyof typeof DELIVERIES;
const other = (name: Delivery): Delivery => (name === 'a' ? 'b' : 'a');

function delivery(name: string): RawRow[] {
  return Array.from({ length: 400 }, (_, i) =>
    order(`${i >> 1}`, {
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

const LATER = order('later', { ordered_at: '2025-02-03', category: 'A', sub_category: 'X' });

let servers: TestServers | undefined;
after(async () => servers?.stop());

/** A warehouse on two shards with the first delivery in it. */
async function openPlace(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
  referenceOf = (name: Delivery) => new Reference(DELIVERIES[name]),
) {
  servers ??= await startClickhouse(2);
  const running = servers;
  const database = await running.makeDatabase();
  const data = await dataFolderFor(t, { ...settings, WAREHOUSE_URL: running.url(database) });
  const warehouse = await openWarehouse(readConfig(data.env));
  t.after(() => warehouse.close());
  const files = {
    a: await writeCsv(join(data.path, 'a.csv'), DELIVERIES.a),
    b: await writeCsv(join(data.path, 'b.csv'), DELIVERIES.b),
  };
  await data.succeed('warehouse', 'setup');
  await data.succeed('import', files.a);
  const onBoth = (sql: string) =>
    Promise.all([0, 1].map(async (server) => Number(await running.query(sql, server))));
  const version = () => warehouse.current();
  return {
    data,
    servers: running,
    files,
    version,
    /** Which delivery is published: all figures are of one. */
    async published(): Promise<Delivery> {
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
    },
    /** Kills a command after so long; whether it had published before. */
    async killAfter(ms: number, ...args: string[]): Promise<boolean> {
      const before = await version();
      const child = spawn(MDQ, args, { env: data.env, stdio: 'ignore' });
      const exited = once(child, 'exit');
      setTimeout(() => child.kill('SIGKILL'), ms);
      await exited;
      // What a process has sent that was killed runs to its end all the same.
      const others =
        "SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%' AND query NOT LIKE '%sleepEachRow%'";
      await until('nothing runs on the servers', async () => Math.max(...(await onBoth(others))) === 0);
      return (await version()) !== before;
    },
    /** How many rows each table has, on all servers together. */
    rowsIn: (...tables: string[]) =>
      Promise.all(
        tables.map(async (table) => {
          const [first = 0, second = 0] = await onBoth(`SELECT count() FROM ${database}.${table}`);
          return first + second;
        }),
      ),
  };
}

test('an import killed at random moments is in as a whole or not at all, and doing it again doubles nothing', {
  skip: whyNoClickhouse,
}, async (t) => {
  const random = seededRandom(seedOf(t));
  const { data, files, published, killAfter, rowsIn } = await openPlace(t);
  const started = performance.now();
  await data.succeed('import', files.b);
  const wholeMs = performance.now() - started;
  let state: Delivery = 'b';
  for (let i = 0; i < KILLS; i++) {
    const atMs = (wholeMs * (i + random.below(1000) / 1000)) / KILLS;
    const isIn = await killAfter(atMs, 'import', files[other(state)]);
    state = isIn ? other(state) : state;
    t.diagnostic(`killed after ${Math.round(atMs)} ms: ${isIn ? 'in' : 'not in'}`);
    assert.equal(await published(), state);
  }
  for (const next of [other(state), state]) {
    await data.succeed('import', files[next]);
    assert.equal(await published(), next);
  }
  assert.deepEqual(await rowsIn('mdq_line', 'mdq_order', 'mdq_arriving', 'mdq_attempt'), [400, 200, 0, 0]);
});

test('a restatement killed at random moments is done as a whole or not at all, and what waits is lost in neither case', {
  skip: whyNoClickhouse,
}, async (t) => {
  const random = seededRandom(seedOf(t));
  const privacy = { people: 3, merchants: 2, share: 80 };
  const settings = { MDQ_MIN_PEOPLE: '3', MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' };
  // Until an order of a later week is there, the last week of the deliveries is not shown.
  const { data, files, published, killAfter, rowsIn } = await openPlace(
    t,
    settings,
    (name) => new Reference([...DELIVERIES[name], LATER], { privacy }),
  );
  const started = performance.now();
  await data.succeed('import', await writeCsv(join(data.path, 'later.csv'), [LATER]));
  // A restatement takes about as long.
  const wholeMs = performance.now() - started;
  let state: Delivery = 'a';
  const kills = trials(5);
  for (let i = 0; i < kills; i++) {
    await data.succeed('import', files[other(state)]);
    assert.equal(await published(), state, 'a published week was revised');
    const atMs = (wholeMs * (i + random.below(1000) / 1000)) / kills;
    if (await killAfter(atMs, 'refresh', '--restate')) state = other(state);
    assert.equal(await published(), state);
  }
  await data.succeed('import', files[other(state)]);
  await data.succeed('refresh', '--restate');
  assert.equal(await published(), other(state));
  assert.deepEqual(
    await rowsIn('mdq_line', 'mdq_order', 'mdq_aside_line', 'mdq_aside_order', 'mdq_amount', 'mdq_attempt'),
    [401, 201, 0, 0, 0, 0],
  );
});

test('a shard that is down fails import and refresh in one line that changes nothing, while serving goes on', {
  skip: whyNoKills,
}, async (t) => {
  const { data, servers, files, published, version } = await openPlace(t);
  const { key } = await createAccount(data.env, 'acme', PLENTY);
  const server = await serverFor(t, { ...data.env, MDQ_METRICS_PORT: '0' });
  const amount = async ({ url } = server) => {
    const focus = `${url}/api/public/market/focus?start=2025-01-01&end=2025-02-01`;
    const reply = await fetch(focus, { headers: { 'x-api-key': key } });
    assert.equal(reply.status, 200);
    return ((await reply.json()) as { data: { focus: { totalAmount: number } } }).data.focus.totalAmount;
  };
  const notes = async ({ url } = server) =>
    ((await (await fetch(`${url}/readyz`)).json()) as { notes?: string[] }).notes?.join();
  const unreachable = async () =>
    (await readMetrics(server.metricsUrl)).sum('mdq_warehouse_unreachable_seconds');
  const assertStatus = async (...says: RegExp[]) => {
    const { code, stdout } = await data.mdq('status');
    assert.notEqual(code, 0);
    for (const each of says) assert.match(stdout, each);
  };
  const [first = '', second = ''] = servers.hosts;
  const before = await amount();

  await servers.kill(1);
  for (const args of [['import', files.b], ['refresh']])
    assertMistake(await data.mdq(...args), /Cannot reach the ClickHouse server .*Nothing was changed/);
  assert.deepEqual([await amount(), await published()], [before, 'a']);
  await assertStatus(
    new RegExp(`^Cannot reach the ClickHouse server ${second} .*\\nVersion +1`),
    /^On disk +lines of unknown size while a server is away, .* published, in /m,
  );

  // Without the first, nobody can see what is published; what is in memory is served all the same.
  assert.deepEqual([await notes(), await unreachable()], [undefined, 0]);
  await servers.kill(0);
  assert.equal(await amount(), before);
  const age = /^the warehouse cannot be reached since 2\S+Z; serving version 1, published 2\S+Z$/;
  await until('it says how old it is', async () => age.test((await notes()) ?? ''));
  await until('it says since when', async () => (await unreachable()) > 0);
  await assertStatus(
    new RegExp(`Cannot reach the ClickHouse server ${first} `),
    /^Version +1, published/m,
    /^On disk +as it is kept on this machine/m,
  );

  // One that starts meanwhile serves what the one before has kept; where there is nothing, that is told.
  const next = await serverFor(t, data.env);
  assert.equal(await amount(next), before);
  assert.match((await notes(next)) ?? '', age);
  const fresh = { ...data.env, DATA_DIR: join(data.path, 'new') };
  assertMistake(await runShortly(fresh, ['serve', '--json']), /Cannot reach the ClickHouse server/);
  await Promise.all([servers.start(0), servers.start(1)]);
  for (const each of [server, next])
    await until('it sees again what is published', async () => (await notes(each)) === undefined);
  await until('the log has its end', () => server.log().includes('the warehouse can be reached again'));
  const logged = jsonLines<Record<string, unknown>>(server.log()).filter(({ msg }) =>
    /warehouse c/.test(String(msg)),
  );
  assert.deepEqual(
    logged.map(({ level, err }) => [level, err]),
    [
      ['error', undefined],
      ['warn', undefined],
    ],
  );
  assert.match(String(logged[0]?.reason), /^Cannot reach the ClickHouse server/);
  await next.end('SIGTERM');
  assert.deepEqual([await version(), await published()], [1, 'a']);

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
