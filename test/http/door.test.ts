/** Nothing that comes in over HTTP can stop the service, or be charged without being answered. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { errorCodeHeader } from '../../src/errors/callers.ts';
import { UnpaidWork } from '../../src/request/unpaid-work.ts';
import { route, startDoor } from '../support/http/door.ts';
import { get, open, statusesOn } from '../support/http/raw-connection.ts';
import { ask, askOnce, assertError, jsonOf, sendBytes } from '../support/http/raw-http.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';

const service = await startOnYear();
after(() => service.stop());

async function balanceOf(key: string): Promise<number> {
  return Number((await service.get('/api/account', { key })).headers.get('x-points-balance'));
}

test('a target with a fragment, in bad encoding or of any other shape ends no process', async () => {
  const targets = [
    '/nope#%ff',
    '/#%',
    '#%ff',
    '/%ff#',
    `${CATEGORIES}#%`,
    '/a?b#%zz',
    'http://x/nope#%ff',
    '*',
  ];
  for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD', 'DELETE']) {
    for (const target of targets) {
      const answer = await sendBytes(
        service.url,
        `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(answer.status >= 200 && answer.status < 500, `${method} ${target}: ${answer.status}`);
    }
  }
  assert.equal((await service.get('/nope')).status, 404);
});

test('a path that a proxy may read in another way is refused, and so are two hosts', async () => {
  const { key } = await service.createKey(10);
  const statusOf = async (target: string, host = 'Host: x') =>
    (
      await sendBytes(
        service.url,
        `GET ${target} HTTP/1.1\r\n${host}\r\nx-api-key: ${key}\r\nConnection: close\r\n\r\n`,
      )
    ).status;
  for (const target of [
    '/api/public/../account',
    '/api/public/%2e%2E/account',
    '/api/public/%2e%2e%2faccount',
    '/api/./account',
    '/api//account',
    '//api/account',
    '/api\\account',
    '/api/account%5c',
    '/api/account%00',
    'http://x/api/../api/account',
  ])
    assert.equal(await statusOf(target), 400, target);
  assert.equal(await statusOf('/api/account', 'Host: x\r\nhost: y'), 400);
  assert.equal(await statusOf('/api/account'), 200);
  assert.equal(await statusOf('http://somewhere.example/api/account?a=1#b'), 200);
  assert.equal(await statusOf('/api/account/'), 404);
  assert.equal(await statusOf('/api/account/calls/..x'), 404);
  assert.equal(await balanceOf(key), 10);
});

test('a parameter with NUL is refused by name, and not charged', async () => {
  const { key } = await service.createKey(1000);
  for (const [path, name] of [
    ['/api/public/market/focus?category=a%00', 'category'],
    ['/api/public/market/focus?start=%00', 'start'],
    ['/api/account/usage?start=%00', 'start'],
  ] as const) {
    const answer = await ask(`${service.url}${path}`, { headers: { 'x-api-key': key } });
    assertError(answer, 400, `${name} must be a text without NUL and unpaired surrogates`);
  }
  assert.equal(await balanceOf(key), 1000);
});

test('a client that asks for a tunnel is told 404, and may break off as it likes', async () => {
  const request = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
  const answer = await sendBytes(service.url, request);
  assertError(answer, 404, 'Not found');
  for (let i = 0; i < 20; i += 1) {
    const socket = open(service.url);
    await new Promise((resolve) => socket.write(request, resolve));
    socket.resetAndDestroy();
  }
  assert.equal((await service.get('/nope')).status, 404);
});

test('a handler that fails is answered 500, told to the log, and the next request is answered', async (t) => {
  const fail = () => {
    throw new TypeError('unexpected');
  };
  const failing = await startDoor((routes) => {
    for (const one of [
      route('/now', fail),
      route('/later', async () => fail()),
      route('/body', (exchange) => exchange.readBody(10).then(fail), { method: 'POST' }),
      // A name that no header can have: the reply itself cannot be written.
      route('/sending', () => ({ status: 200, body: 'x', headers: ['bad name', '1'] })),
    ])
      routes.add(one.template, one);
  });
  t.after(failing.stop);
  for (const path of ['/now', '/later', '/body', '/sending']) {
    const before = failing.errors.length;
    const answer = await ask(failing.url + path, path === '/body' ? { method: 'POST', body: 'abc' } : {});
    assertError(answer, 500, 'Internal server error');
    assert.equal(failing.errors.length, before + 1, path);
  }
  assert.equal((await ask(`${failing.url}/nothing`)).status, 404);
});

test('a page that is not there is booked on the address like one that is; a path that nobody has is not', async (t) => {
  let worked = 0;
  const unpaid = new UnpaidWork({ now: () => worked, worked: () => worked });
  const door = await startDoor(
    (routes) => {
      routes.addAllBelow(
        '/pages',
        route('/pages', () => {
          worked += 600;
          return { status: 404, body: '', headers: errorCodeHeader('notFound') };
        }),
      );
    },
    { unpaid },
  );
  t.after(door.stop);
  const statusOf = async (path: string) => (await askOnce(door.url + path)).status;
  assert.deepEqual([await statusOf('/pages/none'), await statusOf('/pages/none')], [404, 429]);
  assert.equal(await statusOf('/nowhere'), 404);
});

test('a client that closes its side after asking still gets what it paid for', async () => {
  const { key } = await service.createKey(1000);
  for (const cut of ['', 'GET /unfinished HTTP/1.1\r\nHos']) {
    const socket = open(service.url);
    socket.end(get(CATEGORIES, key).repeat(3) + cut);
    const answers = await statusesOn(socket);
    assert.deepEqual(answers, [200, 200, 200, ...(cut ? [400] : [])]);
  }
  assert.equal(await balanceOf(key), 994);
});

test('a service that stops answers all calls that it has begun, and begins none behind them', async () => {
  let begun = 0;
  const areBegun = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const paid = async () => {
    begun += 1;
    if (begun === 8) areBegun.resolve();
    await mayGoOn.promise;
    return { status: 200, body: 'x', headers: [] };
  };
  const { door, url, stop } = await startDoor((routes) =>
    routes.add(CATEGORIES, route(CATEGORIES, paid, { kind: 'paid' })),
  );
  after(stop);
  const socket = open(url);
  socket.write(get(CATEGORIES).repeat(12));
  await areBegun.promise;
  door.close();
  mayGoOn.resolve();
  const answers = await statusesOn(socket);
  assert.deepEqual(answers, Array(begun).fill(200));
  assert.equal(begun, 8);
});

test('thousands of pipelined calls are answered, each once and in order', async () => {
  const { key } = await service.createKey(10_000);
  const socket = open(service.url);
  const paths = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? CATEGORIES : `/nowhere/${i}`));
  socket.write(paths.map((path) => get(path, key)).join(''));
  socket.end();
  const answers = await statusesOn(socket);
  assert.deepEqual(
    answers,
    paths.map((path) => (path === CATEGORIES ? 200 : 404)),
  );
  assert.equal(await balanceOf(key), 9000);
});

test('a batch of large answers over MCP stays small', async () => {
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'api.get_openapi' } };
  const batch = Array.from({ length: 20 }, (_, id) => ({ ...call, id }));
  const answer = await ask(`${service.url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-03-26' },
    body: JSON.stringify(batch),
  });
  const replies = jsonOf(answer) as { id: number; error?: { message: string } }[];
  assert.deepEqual(
    replies.map(({ id }) => id),
    batch.map(({ id }) => id),
  );
  assert.ok(answer.text.length < 2 ** 20, String(answer.text.length));
  assert.match(String(replies.at(-1)?.error?.message), /request of its own/);
});

test('a browser that asks for the bare address is sent to the site, a program is told 404', async () => {
  const html = await ask(service.url, { headers: { accept: 'text/html,*/*' } });
  assert.deepEqual([html.status, html.headers.location, html.headers.vary], [302, '/developers', 'accept']);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    assertError(await ask(service.url, { headers }), 404, 'Not found');
  }
  assertError(await ask(service.url, { method: 'POST', headers: { accept: 'text/html' } }), 404, 'Not found');
});
