/** A service that is overloaded, or beset by slow clients, still answers who pays. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, type TestContext, test } from 'node:test';
import type { RouteKind } from '../../../src/http/exchange.ts';
import { route, startDoor } from '../../support/http/door.ts';
import { inspectMemory } from '../../support/http/inspected-memory.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { get, open as openFrom } from '../../support/http/raw-connection.ts';
import { askOnce, assertError } from '../../support/http/raw-http.ts';
import { writeCsv } from '../../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import { startService } from '../../support/service.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { readCharges } from '../../support/stores/ledger.ts';
import { until } from '../../support/until.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const CROWD = 1000;

suite('a busy service', async () => {
  const handled: string[] = [];
  let isBusy = true;
  const door = await startDoor(
    (routes) => {
      const kinds: [string, RouteKind, 'GET' | 'POST'][] = [
        ['/paid', 'paid', 'GET'],
        ['/account', 'account', 'GET'],
        ['/document', 'open', 'GET'],
        ['/mcp', 'open', 'POST'],
        ['/health', 'health', 'GET'],
      ];
      for (const [path, kind, method] of kinds) {
        const handle = () => {
          handled.push(path);
          return { status: 200, body: '{}', headers: [] };
        };
        routes.add(path, route(path, handle, { kind, method }));
      }
    },
    { isBusy: () => isBusy, isFreeKey: (key) => key === 'free' },
  );
  after(door.stop);
  const send = (method: string, path: string, key = 'some') =>
    askOnce(door.url + path, { method, headers: { 'x-api-key': key } });

  test('answers paid calls and health', async () => {
    assert.equal((await send('GET', '/paid')).status, 200);
    assert.equal((await send('GET', '/health')).status, 200);
    assert.equal((await send('HEAD', '/health')).status, 200);
    // Where nobody says that there is a sandbox, its words are like any other.
    assert.equal((await send('GET', '/paid', 'mdk_test_ok')).status, 200);
    assert.deepEqual(handled.splice(0), ['/paid', '/health', '/health', '/paid']);
  });

  test('sends everything else away before anyone looks at it, and says when to come again', async () => {
    for (const [method, path] of [
      ['GET', '/account'],
      ['GET', '/document'],
      ['POST', '/mcp'],
    ] as const) {
      const answer = await send(method, path);
      assertError(answer, 503, 'Service is busy');
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(answer.headers['x-points-balance'], undefined);
    }
    for (const path of ['/paid', '/account', '/document']) {
      assert.equal((await send('HEAD', path)).status, 503);
    }
    assert.equal((await send('GET', '/paid', 'free')).status, 503);
    assert.deepEqual(handled, []);
  });

  test('answers everyone again once it is not', async () => {
    isBusy = false;
    assert.equal((await send('GET', '/account')).status, 200);
    assert.equal((await send('POST', '/mcp')).status, 200);
  });
});

function open({ url }: { url: string }): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on('error', () => {});
}

test('MDQ_MAX_CONNECTIONS is the most there are, and the next comes when one has gone', async (t) => {
  const service = await startService({ env: { MDQ_MAX_CONNECTIONS: '5' } });
  t.after(() => service.stop());
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const sockets = Array.from({ length: 5 }, () => open(service));
  for (const socket of sockets) {
    socket.write(health);
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 200/);
  }
  const sixth = open(service);
  sixth.write(health);
  assert.equal(await text(sixth).catch(() => ''), '');
  sockets[0]?.destroy();
  await until('there is room for one', () =>
    service.get('/healthz').then(
      () => true,
      () => false,
    ),
  );
  for (const socket of sockets) socket.destroy();
});

test('who holds all connections gives one up to somebody else, if nothing is asked on it', async (t) => {
  const late = Promise.withResolvers<void>();
  let begun = 0;
  const answer = { status: 200, body: '{}', headers: [] };
  const answerLate = async () => {
    begun += 1;
    await late.promise;
    return answer;
  };
  const { url, stop } = await startDoor(
    (routes) => {
      routes.add(
        '/now',
        route('/now', () => answer, { kind: 'paid' }),
      );
      routes.add('/late', route('/late', answerLate, { kind: 'paid' }));
    },
    { maxConnections: 3 },
  );
  t.after(stop);
  const ask = (path: string, from: string) => {
    const socket = openFrom(url, from);
    socket.write(get(path));
    return socket;
  };
  const answered = async (socket: Socket) =>
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 200/);
  const busy = [ask('/late', '127.0.0.2'), ask('/late', '127.0.0.2')];
  await until('they are worked on', () => begun === 2);
  const idle = ask('/now', '127.0.0.2');
  await answered(idle);
  const isGivenUp = once(idle, 'close');
  await answered(ask('/now', '127.0.0.1'));
  await isGivenUp;
  // Nobody has more than who comes now.
  await once(ask('/now', '127.0.0.1'), 'close');
  const answers = busy.map(answered);
  late.resolve();
  await Promise.all(answers);
});

/** Clients that hold on to a connection; each way costs the service something else. */
const SLOW = {
  /** A header that never ends. */
  trickle(service: { url: string }): Socket {
    const socket = open(service);
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nx-slow: ');
    return dribble(socket);
  },
  /** A body that never ends. */
  body(service: { url: string }): Socket {
    const socket = open(service);
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
    socket.write(`POST /api/mcp HTTP/1.1\r\n${head}`);
    return dribble(socket);
  },
  /** Asks for much and reads nothing. */
  deaf(service: { url: string }): Socket {
    const socket = open(service).pause();
    socket.write('GET /llms-full.txt HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
    return socket;
  },
};

function dribble(socket: Socket): Socket {
  socket.resume();
  const timer = setInterval(() => socket.write('x'), 1000).unref();
  return socket.once('close', () => clearInterval(timer));
}

test('a thousand slow clients keep a thousand fast ones from nothing', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  await data.succeed('account', 'create', 'acme', '--points', String(CROWD * 10));
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json'));
  const port = await lastingPort();
  const inspected = `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`;
  const server = await spawnServer({ ...data.env, NODE_OPTIONS: inspected }, [], 'ignore');
  t.after(() => server.child.kill('SIGKILL'));
  const fast = () => callAll(t, server, key);
  await fast();
  const memory = await inspectMemory(port);
  const descriptors = descriptorsOf(server);

  const slow = Array.from({ length: CROWD }, (_, i) => {
    const way = i % 10 === 0 ? SLOW.deaf : i % 2 ? SLOW.trickle : SLOW.body;
    return way(server);
  });
  const gone = Promise.all(slow.map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
  await Promise.all(slow.map((socket) => (socket.connecting ? once(socket, 'connect') : undefined)));
  const answers = await fast();
  assert.equal(answers.filter((status) => status === 200).length, CROWD);

  // A client that reads nothing does not hear that it was let go.
  await until('they are let go', () => descriptorsOf(server) <= descriptors);
  for (const socket of slow) socket.resume();
  await gone;
  assert.equal(readCharges(data.path).length, 2 * CROWD);
  await data.succeed('audit');
  const after = await inspectMemory(port);
  const grown = Math.round((after.held - memory.held) / 2 ** 20);
  assert.ok(grown < 8, `${grown} MiB more are held than before`);
});

/** A thousand calls, each on a connection of its own, all at once. */
async function callAll(t: TestContext, { url }: { url: string }, key: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: CROWD });
  t.after(() => agent.destroy());
  return Promise.all(
    Array.from(
      { length: CROWD },
      () =>
        new Promise<number>((resolve, reject) => {
          request(url + CATEGORIES, { agent, headers: { 'x-api-key': key } }, (response) => {
            response.resume().once('end', () => resolve(Number(response.statusCode)));
          })
            .once('error', reject)
            .end();
        }),
    ),
  );
}

function descriptorsOf(server: ServerProcess): number {
  return readdirSync(`/proc/${server.child.pid}/fd`).length;
}
