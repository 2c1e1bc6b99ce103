/** A server goes on answering while data change under it, and finishes what it has begun when it stops. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { onlyInTestAll } from '../support/effort.ts';
import { lockAccounts } from '../support/faults/account-lock.ts';
import { ask, assertError, isRefused, untilArrived } from '../support/http/raw-http.ts';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { assertMistake, type DataFolder, dataFolderFor, runShortly } from '../support/stores/data-folder.ts';
import { readCharges } from '../support/stores/ledger.ts';
import { until } from '../support/until.ts';

const RANKING = '/api/public/overview/ranking';
const TREND = '/api/public/trends/overview';
const CALLERS = 6;
const LAST_VERSION = 4;

/** The same orders every time, each with the version for its amount: so every average is the version. */
function ordersOf(version: number) {
  return Array.from({ length: 2000 }, (_, i) =>
    row({
      order_id: `${i}`,
      ordered_at: new Date(Date.UTC(2025, 0, 6 + (i % 84))).toISOString().slice(0, 10),
      category: `Category ${i % 25}`,
      sub_category: `Sub ${i % 50}`,
      amount: `${version}`,
    }),
  );
}

type Averages = { readonly avg_amount: number }[];

/** The version that an answer is of; an answer of more than one is none. */
function versionOf(body: string): number {
  const { data } = JSON.parse(body) as { data: { items?: Averages; trend?: Averages } };
  const averages = new Set([...(data.items ?? []), ...(data.trend ?? [])].map((each) => each.avg_amount));
  assert.equal(averages.size, 1, `an answer of the versions ${[...averages]}`);
  return Number([...averages][0]);
}

type Place = { readonly data: DataFolder; readonly server: ServerProcess; readonly key: string };

async function openPlace(t: TestContext): Promise<Place> {
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, '1.csv'), ordersOf(1)));
  await data.succeed('account', 'create', 'acme', '--points', '100000000');
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const server = await spawnServer(data.env);
  t.after(() => server.child.kill('SIGKILL'));
  return { data, server, key };
}

/** Calls one after the other on one connection until told to stop, or until the server goes away. */
async function keepCalling(
  { server, key }: Place,
  onAnswer: (status: number, body: string) => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; ; i += 1) {
      const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
        const path = i % 2 === 0 ? RANKING : TREND;
        const sent = get(server.url + path, { agent, headers: { 'x-api-key': key } }, (response) => {
          text(response).then((body) => resolve({ status: Number(response.statusCode), body }), reject);
        });
        sent.on('error', reject);
      });
      if (!onAnswer(status, body)) return;
    }
  } finally {
    agent.destroy();
  }
}

test('while imports are published no call fails, and every answer is of one version', {
  skip: onlyInTestAll,
}, async (t) => {
  const place = await openPlace(t);
  let isOver = false;
  let newest = 1;
  const counts = new Map<number, number>();
  const callers = Array.from({ length: CALLERS }, async () => {
    let seen = 1;
    await keepCalling(place, (status, body) => {
      assert.equal(status, 200, body);
      const version = versionOf(body);
      assert.ok(version >= seen, `version ${version} after version ${seen}`);
      seen = version;
      newest = Math.max(newest, version);
      counts.set(version, (counts.get(version) ?? 0) + 1);
      return !isOver;
    });
  });
  const calling = Promise.all(callers);
  calling.catch(() => undefined);
  await Promise.race([until('version 1 is shown', () => counts.has(1)), calling]);

  for (let version = 2; version <= LAST_VERSION; version += 1) {
    const file = await writeCsv(join(place.data.path, `${version}.csv`), ordersOf(version));
    await Promise.race([place.data.succeed('import', file), calling]);
    await Promise.race([until(`version ${version} is shown`, () => newest >= version), calling]);
    assert.equal(newest, version);
  }
  isOver = true;
  await calling;
  t.diagnostic(`answers by version: ${JSON.stringify(Object.fromEntries(counts))}`);
  assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4]);
  await place.data.succeed('audit');
});

test('calls in flight when the server is told to stop are answered, and nothing new is taken', async (t) => {
  const { data, server, key } = await openPlace(t);
  const call = () => ask(server.url + RANKING, { headers: { 'x-api-key': key } });
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  t.after(() => idle.destroy());
  const idleIsClosed = new Promise((resolve) => idle.on('close', resolve).resume());
  // One that never finishes its request does not keep the server from stopping.
  const halfway = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  t.after(() => halfway.destroy());
  halfway.write('GET /api/account HTTP/1.1\r\nHost: x\r\nx-api-');
  const lock = lockAccounts(data.path);
  const inFlight = Array.from({ length: CALLERS }, call);
  await untilArrived(server.url);
  const exit = server.end('SIGTERM');
  await until('nothing new is taken', () => isRefused(server.url));
  await idleIsClosed;
  lock.release();
  const answers = await Promise.all(inFlight);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(await exit, 0);
  assert.deepEqual(
    readCharges(data.path)
      .map(({ requestId }) => requestId)
      .sort(),
    answers.map(({ headers }) => String(headers['x-request-id'])).sort(),
  );
});

test('a call that cannot be charged when the server is told to stop is refused, not cut off', async (t) => {
  const { data, server, key } = await openPlace(t);
  const lock = lockAccounts(data.path);
  t.after(() => lock.release());
  const inFlight = ask(server.url + RANKING, { headers: { 'x-api-key': key } });
  await untilArrived(server.url);
  const exit = server.end('SIGTERM');
  assertError(await inFlight, 503, 'The account is busy');
  assert.equal(await exit, 0);
});

test('a port that is in use is named, and the start is over, before anything is made', async (t) => {
  const data = await dataFolderFor(t);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await new Promise((resolve) => other.on('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const env = { ...data.env, PORT: String(port) };
  const named = new RegExp(`\\b${port}\\b`);
  assertMistake(await runShortly(env, ['serve', '--demo']), named);
  assert.equal(existsSync(join(data.path, 'demo.key')), false);
  assertMistake(await runShortly(env, ['serve']), named);
});

test('mdq serve --json tells the address as JSON', async (t) => {
  const data = await dataFolderFor(t);
  const server = await spawnServer(data.env, ['--json']);
  t.after(() => server.child.kill('SIGKILL'));
  assert.equal((JSON.parse(server.output()) as { url: string }).url, server.url);
  assert.equal(await server.end('SIGINT'), 0);
});
