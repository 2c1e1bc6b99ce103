/** Nothing that comes in over HTTP can stop the service, hold it up, or be charged without being answered. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unreadBytes } from '../src/http/connection.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { type RunningDoor, route, startDoor } from './support/door.ts';
import { type Answer, ask, assertError, jsonOf, sendBytes } from './support/raw-http.ts';
import { startOnYear } from './support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';

const service = await startOnYear();
after(() => service.stop());

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => {}).on('end', () => socket.end());
  return socket;
}

/** An error on the way to it does not matter. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** All answers on a connection until the other side closes it. */
async function answersOn(socket: Socket): Promise<{ status: number; text: string }[]> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await closed(socket);
  const answers: { status: number; text: string }[] = [];
  for (let rest = received; rest !== ''; ) {
    const head = rest.slice(0, rest.indexOf('\r\n\r\n'));
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const start = head.length + 4;
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
      text: rest.slice(start, start + length),
    });
    rest = rest.slice(start + length);
  }
  return answers;
}

function connectionsOf({ door }: RunningDoor): Promise<number> {
  return new Promise((resolve) => door.server.getConnections((_, count) => resolve(count)));
}

function get(path: string, key = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${key ? `x-api-key: ${key}\r\n` : ''}\r\n`;
}

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

test('an address in full means the same path', async () => {
  const { key } = await service.createKey(10);
  const request = `GET http://somewhere.example${CATEGORIES}?a=1#b HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n`;
  const answer = await sendBytes(service.url, `${request}Connection: close\r\n\r\n`);
  assert.equal(answer.status, 200);
});

suite('a handler that fails', async () => {
  const failing = await startDoor((routes) => {
    const fail = () => {
      throw new TypeError('unexpected');
    };
    routes.add('/now', route('/now', fail));
    routes.add(
      '/later',
      route('/later', async () => fail()),
    );
    routes.add(
      '/body',
      route('/body', (exchange) => exchange.readBody(10).then(fail), { method: 'POST' }),
    );
    routes.add(
      '/sending',
      // A name that no header can have: the reply itself cannot be written.
      route('/sending', () => ({ status: 200, body: 'x', headers: ['bad name', '1'] })),
    );
  });
  after(failing.stop);

  test('is answered 500, told to the log, and the next request is answered', async () => {
    const asked: [string, string, string?][] = [
      ['GET', '/now'],
      ['GET', '/later'],
      ['POST', '/body', 'abc'],
      ['GET', '/sending'],
    ];
    for (const [method, path, body] of asked) {
      const before = failing.errors.length;
      const answer = await ask(failing.url + path, { method, ...(body && { body }) });
      assertError(answer, 500, 'Internal server error');
      assert.equal(failing.errors.length, before + 1, path);
    }
    assert.equal((await ask(`${failing.url}/nothing`)).status, 404);
  });
});

test('twenty pipelined calls followed by garbage are all answered, in order, before the error', async () => {
  const { key } = await service.createKey(1000);
  const socket = open(service.url);
  socket.write(`${get(CATEGORIES, key).repeat(20)}GARBAGE\r\n\r\n`);
  const answers = await answersOn(socket);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(20).fill(200), 400],
  );
  assert.equal(await balanceOf(key), 980);
});

test('a client that closes its side after asking still gets what it paid for', async () => {
  const { key } = await service.createKey(1000);
  for (const cut of ['', 'GET /unfinished HTTP/1.1\r\nHos']) {
    const socket = open(service.url);
    socket.end(get(CATEGORIES, key).repeat(3) + cut);
    const answers = await answersOn(socket);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, ...(cut ? [400] : [])],
    );
  }
  assert.equal(await balanceOf(key), 994);
});

test('thousands of pipelined calls are answered, each once and in order', async () => {
  const { key } = await service.createKey(10_000);
  const socket = open(service.url);
  const paths = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? CATEGORIES : `/nowhere/${i}`));
  socket.write(paths.map((path) => get(path, key)).join(''));
  socket.end();
  const answers = await answersOn(socket);
  assert.deepEqual(
    answers.map(({ status }) => status),
    paths.map((path) => (path === CATEGORIES ? 200 : 404)),
  );
  assert.equal(await balanceOf(key), 9000);
});

suite('a client that asks and does not read', async () => {
  const LARGE = Buffer.alloc(32 * 2 ** 20, 'x');
  const exchanges: Exchange[] = [];
  const door = await startDoor((routes) => {
    const keep = (body: string | Buffer) => (exchange: Exchange) => {
      exchanges.push(exchange);
      return { status: 200, body, headers: [] };
    };
    routes.add('/large', route('/large', keep(LARGE)));
    routes.add('/text', route('/text', keep('y'.repeat(32 * 2 ** 20))));
    routes.add(
      '/never',
      route('/never', (exchange) => {
        exchanges.push(exchange);
        return new Promise(() => {});
      }),
    );
  });
  after(door.stop);

  /** How many of the requests on each connection were begun. */
  async function begunOf(path: string, connections: number): Promise<number[]> {
    exchanges.length = 0;
    const sockets = Array.from({ length: connections }, () => open(door.url).pause());
    for (const socket of sockets) socket.write(get(path).repeat(20));
    const done = open(door.url);
    done.end(get('/nothing'));
    // What was sent before has been looked at by the time a later request is answered, and then some.
    await answersOn(done);
    await sleep(300);
    const begun = new Map<unknown, number>();
    for (const { connection } of exchanges) begun.set(connection, (begun.get(connection) ?? 0) + 1);
    for (const socket of sockets) socket.destroy();
    return [...begun.values()];
  }

  test('has at most eight calls worked on', async () => {
    assert.deepEqual(await begunOf('/never', 5), [8, 8, 8, 8, 8]);
  });

  test('has no second large answer made before the first is taken', async () => {
    assert.deepEqual(await begunOf('/large', 5), [1, 1, 1, 1, 1]);
    assert.deepEqual(await begunOf('/text', 5), [1, 1, 1, 1, 1]);
  });

  test('is given up when it takes nothing for too long', async () => {
    const impatient = await startDoor((routes) =>
      routes.add(
        '/large',
        route('/large', () => ({ status: 200, body: LARGE, headers: [] })),
      ),
    );
    after(impatient.stop);
    impatient.door.server.timeout = 100;
    const socket = open(impatient.url).pause();
    const ended = new Promise((resolve) => {
      impatient.door.server.once('connection', (accepted) => accepted.once('close', resolve));
    });
    socket.write(get('/large'));
    await ended;
    socket.resume();
    await closed(socket);
    assert.ok(socket.bytesRead < LARGE.length);
  });
});

test('one that breaks off with a tunnel behind unread answers leaves nothing counted', async () => {
  const door = await startDoor((routes) =>
    routes.add(
      '/text',
      route('/text', async () => ({ status: 200, body: 'y'.repeat(8 * 2 ** 20), headers: [] })),
    ),
  );
  const before = unreadBytes();
  for (let i = 0; i < 5; i += 1) {
    const socket = open(door.url).pause();
    const tunnel = 'CONNECT a:1 HTTP/1.1\r\n\r\n';
    await new Promise((resolve) => socket.write(get('/text').repeat(3) + tunnel, resolve));
    await sleep(50);
    socket.resetAndDestroy();
  }
  while ((await connectionsOf(door)) > 0) await sleep(20);
  await sleep(50);
  assert.equal(unreadBytes(), before);
  await door.stop();
});

test('a few pipelined calls are let in, however many of others wait', async () => {
  const { key } = await service.createKey(1000);
  const ping = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'api.get_openapi' },
  });
  const large = `POST /api/mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`;
  const crowd = Array.from({ length: 10 }, () => open(service.url).pause());
  for (const socket of crowd) socket.write(large.repeat(40) + get('/x').repeat(2500));
  await sleep(300);
  const socket = open(service.url);
  socket.write(get(CATEGORIES, key).repeat(20));
  socket.end();
  const answers = await answersOn(socket);
  for (const each of crowd) each.destroy();
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(20).fill(200),
  );
});

test('what clients that have gone did not read is not counted for ever', async () => {
  const door = await startDoor((routes) =>
    routes.add(
      '/later',
      route('/later', async () => {
        await sleep(20);
        return { status: 200, body: 'x'.repeat(1000), headers: [] };
      }),
    ),
  );
  const before = unreadBytes();
  for (let i = 0; i < 20; i += 1) {
    const socket = open(door.url);
    await new Promise((resolve) => socket.write(get('/later').repeat(8), resolve));
    await sleep(5);
    socket.resetAndDestroy();
  }
  await sleep(200);
  await door.stop();
  assert.equal(unreadBytes(), before);
});

/** Writes for as long as it is let; how many bytes were taken, and what came back. */
async function pour(first: string, more: Buffer): Promise<{ sent: number; answer: Answer['status'] }> {
  const socket = open(service.url);
  const answers = answersOn(socket);
  socket.write(first);
  const write = () => {
    while (socket.writable && socket.write(more));
  };
  socket.on('drain', write);
  write();
  const [answer] = await answers;
  return { sent: socket.bytesWritten - socket.writableLength, answer: answer?.status ?? 0 };
}

test('a body without end is refused at once and hardly read', async () => {
  const endless = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n';
  const chunked = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const block = Buffer.alloc(65_536, 'x');
  const trickle = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  const cases: [string, Buffer, number][] = [
    [`POST /nowhere HTTP/1.1\r\n${endless}`, block, 404],
    [`POST ${CATEGORIES} HTTP/1.1\r\n${endless}`, block, 405],
    [`GET ${CATEGORIES} HTTP/1.1\r\n${endless}`, block, 413],
    [`POST /api/mcp HTTP/1.1\r\n${endless}`, block, 413],
    [`POST /nowhere HTTP/1.1\r\n${chunked}`, trickle, 404],
    [`GET ${CATEGORIES} HTTP/1.1\r\n${chunked}`, trickle, 413],
    [`POST /api/mcp HTTP/1.1\r\n${chunked}`, trickle, 413],
  ];
  for (const [head, more, status] of cases) {
    const { sent, answer } = await pour(head, more);
    assert.equal(answer, status, head);
    // Both kernels buffer some of it; the rest was never taken.
    assert.ok(sent < 32 * 2 ** 20, `${head}: ${sent}`);
  }
});

test('a small body where none is taken is refused, for nothing', async () => {
  const { key } = await service.createKey(10);
  const answer = await ask(service.url + CATEGORIES, { headers: { 'x-api-key': key }, body: '{}' });
  assertError(answer, 413, 'This path takes no request body');
  assert.equal(answer.headers.connection, 'close');
  assert.equal(await balanceOf(key), 10);
});

test('a connection that never asks is closed, one that stops in the middle is told so', async () => {
  const door = await startDoor(() => {});
  door.door.server.headersTimeout = 100;
  door.door.server.requestTimeout = 200;
  try {
    const silent = open(door.url);
    const halfway = open(door.url);
    halfway.write('GET / HTTP/1.1\r\nHost');
    const inBody = open(door.url);
    inBody.write('POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    const [none, late, body] = await Promise.all([silent, halfway, inBody].map(answersOn));
    assert.deepEqual(
      none?.map(({ status }) => status),
      [408],
    );
    assert.deepEqual(
      late?.map(({ status }) => status),
      [408],
    );
    assert.deepEqual(
      body?.map(({ status }) => status),
      [404],
    );
  } finally {
    await door.stop();
  }
});

test('a body that stops in the middle is told so', async () => {
  const door = await startDoor((routes) =>
    routes.add(
      '/body',
      route(
        '/body',
        async (exchange) => {
          const body = await exchange.readBody(100);
          return { status: typeof body === 'string' ? 200 : body.status, body: '', headers: [] };
        },
        { method: 'POST' },
      ),
    ),
  );
  door.door.server.headersTimeout = 100;
  door.door.server.requestTimeout = 200;
  try {
    const slow = open(door.url);
    slow.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    const broken = open(door.url);
    broken.write('POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    // The second of two requests on one connection; and one that waits behind eight others.
    const second = open(door.url);
    const whole = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc';
    const cut = 'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    second.write(whole + cut);
    const ninth = open(door.url);
    ninth.write(whole.repeat(12) + cut);
    const [late, wrong, both, many] = await Promise.all([slow, broken, second, ninth].map(answersOn));
    assert.deepEqual(
      both?.map(({ status }) => status),
      [200, 400],
    );
    assert.deepEqual(
      many?.map(({ status }) => status),
      [...Array(12).fill(200), 400],
    );
    assert.deepEqual(
      late?.map(({ status }) => status),
      [408],
    );
    assert.deepEqual(
      wrong?.map(({ status }) => status),
      [400],
    );
  } finally {
    await door.stop();
  }
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
