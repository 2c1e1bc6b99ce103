/** Clients that do not read, do not stop or do not go on hold up nobody, and leave nothing behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Exchange, MAX_BODY, type RouteKind } from '../../../src/http/exchange.ts';
import type { Route } from '../../../src/http/route.ts';
import { type RunningDoor, route, startDoor } from '../../support/http/door.ts';
import { closed, get, open, statusesOn } from '../../support/http/raw-connection.ts';
import { ask, assertError } from '../../support/http/raw-http.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';

const service = await startOnYear();
after(() => service.stop());

/** A server with one route that answers as it is told; gone when the file ends. */
async function startWith(
  path: string,
  handle: Route['handle'],
  kind: RouteKind = 'open',
): Promise<RunningDoor> {
  const door = await startDoor((routes) => routes.add(path, route(path, handle, { kind })));
  after(door.stop);
  return door;
}

function connectionsOf({ door }: RunningDoor): Promise<number> {
  return new Promise((resolve) => door.server.getConnections((_, count) => resolve(count)));
}

/** Nothing is left counted of what clients have not read. */
function untilAllRead({ door }: RunningDoor): Promise<void> {
  return until('nothing is counted as not read', () => door.unreadBytes === 0);
}

async function balanceOf(key: string): Promise<number> {
  return Number((await service.get('/api/account', { key })).headers.get('x-points-balance'));
}

suite('a client that asks and does not read', async () => {
  const LARGE = Buffer.alloc(32 * 2 ** 20, 'x');
  const exchanges: Exchange[] = [];
  const door = await startDoor((routes) => {
    const keep = (body: string | Buffer) => (exchange: Exchange) => {
      exchanges.push(exchange);
      return { status: 200, body, headers: [] };
    };
    routes.add('/large', route('/large', keep(LARGE), { kind: 'paid' }));
    routes.add('/text', route('/text', keep('y'.repeat(32 * 2 ** 20)), { kind: 'paid' }));
    routes.add(
      '/never',
      route('/never', (exchange) => {
        exchanges.push(exchange);
        return new Promise(() => {});
      }),
    );
  });
  after(door.stop);

  /** So many of the requests on each connection are begun, and no more. */
  async function assertBegun(path: string, most: number): Promise<void> {
    const before = new Set(exchanges.map(({ connection }) => connection));
    const sockets = Array.from({ length: 5 }, () => open(door.url).pause());
    for (const socket of sockets) socket.write(get(path).repeat(20));
    const each = () => {
      const own = exchanges.filter(({ connection }) => !before.has(connection));
      return [...Map.groupBy(own, ({ connection }) => connection).values()].map(({ length }) => length);
    };
    await until('they are begun', () => each().filter((count) => count >= most).length === sockets.length);
    const later = open(door.url);
    later.end(get('/nothing'));
    // What was sent before has been looked at by the time a later request is answered.
    await statusesOn(later);
    assert.deepEqual(each(), Array(sockets.length).fill(most));
    for (const socket of sockets) socket.destroy();
  }

  test('has at most eight calls worked on', async () => {
    await assertBegun('/never', 8);
  });

  test('has no second large answer made before the first is taken', async () => {
    await assertBegun('/large', 1);
    await assertBegun('/text', 1);
  });

  test('is given up when it takes nothing for too long', async () => {
    const impatient = await startWith('/large', () => ({ status: 200, body: LARGE, headers: [] }));
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

test('one that waits for an answer longer than it may be silent gets it', async () => {
  const fired = Promise.withResolvers<void>();
  const late = async () => {
    await fired.promise;
    return { status: 200, body: 'late', headers: [] };
  };
  const door = await startWith('/late', late, 'paid');
  door.door.server.timeout = 50;
  door.door.server.once('connection', (accepted) => accepted.once('timeout', fired.resolve));
  assert.equal((await ask(`${door.url}/late`)).text, 'late');
});

test('one that has its answer may ask again for as long as it is told, and is then given up', async () => {
  const { door, url } = await startWith('/small', () => ({ status: 200, body: 'small', headers: [] }));
  door.server.timeout = 50;
  const connected = once(door.server, 'connection');
  const socket = open(url);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const isAnswered = (times: number) =>
    until('it is answered', () => text.split('\r\n\r\nsmall').length === times + 1);
  socket.write(get('/small'));
  await isAnswered(1);
  assert.match(text, /^Keep-Alive: timeout=72\r$/m);
  const [accepted] = await connected;
  await once(accepted, 'timeout');
  assert.equal(accepted.timeout, 73_000 - 50);
  socket.write(get('/small'));
  await isAnswered(2);
  assert.equal(accepted.timeout, 50);
  await once(accepted, 'timeout');
  // The rest of its time would be a minute.
  accepted.setTimeout(60);
  await closed(socket);
});

test('one that leaves much unread is given no more for nothing, and the others are; what it pays for it gets', async () => {
  // More than the system itself keeps for a connection.
  const large = { status: 200, body: Buffer.alloc(8 * 2 ** 20, 'x'), headers: [] };
  const door = await startDoor((routes) => {
    routes.add(
      '/large',
      route('/large', () => large, { kind: 'paid' }),
    );
    const answer = () => ({ status: 200, body: '{}', headers: [] });
    for (const kind of ['open', 'account', 'paid', 'health'] as const) {
      routes.add(`/${kind}`, route(`/${kind}`, answer, { kind }));
    }
  });
  after(door.stop);
  const deaf = Array.from({ length: 8 }, () => open(door.url, '127.0.0.2').pause());
  for (const socket of deaf) socket.write(get('/large'));
  await until('much waits to be read', () => door.door.unreadBytes > 16 * 2 ** 20);
  const statusFor = async (path: string, from: string) => {
    const socket = open(door.url, from);
    socket.end(get(path));
    return (await statusesOn(socket))[0];
  };
  for (const [path, own] of [
    ['/open', 429],
    ['/account', 429],
    ['/paid', 200],
    ['/health', 200],
  ] as const) {
    assert.equal(await statusFor(path, '127.0.0.2'), own, path);
    assert.equal(await statusFor(path, '127.0.0.1'), 200, path);
  }
  for (const socket of deaf) socket.destroy();
  await untilAllRead(door);
  assert.equal(await statusFor('/open', '127.0.0.2'), 200);
});

test('one that asks for much at once, which is ready later, is not sent more than it may leave unread', async () => {
  const large = { status: 200, body: Buffer.alloc(2 ** 20, 'x'), headers: [] };
  const ready = Promise.withResolvers<void>();
  let begun = 0;
  const door = await startWith('/file', async () => {
    begun += 1;
    await ready.promise;
    return large;
  });
  const deaf = Array.from({ length: 20 }, () => open(door.url, '127.0.0.2').pause());
  for (const socket of deaf) socket.write(get('/file').repeat(8));
  await until('all are begun', () => begun === 160);
  ready.resolve();
  const other = open(door.url);
  other.end(get('/file'));
  assert.deepEqual(await statusesOn(other), [200]);
  assert.ok(door.door.unreadBytes <= 17 * 2 ** 20, String(door.door.unreadBytes));
  for (const socket of deaf) socket.destroy();
  await untilAllRead(door);
});

/** Reads bodies at /body, and answers 200 to those that came whole, from some moment on. */
function startBodyDoor(limit: number, mayAnswer = Promise.resolve()): Promise<RunningDoor> {
  const handle = async (exchange: Exchange) => {
    const body = await exchange.readBody(limit);
    await mayAnswer;
    return { status: Buffer.isBuffer(body) ? 200 : body.status, body: '', headers: [] };
  };
  return startDoor((routes) => routes.add('/body', route('/body', handle, { method: 'POST' })));
}

test('one that sends many bodies at once has few of them in memory; others get theirs in', async () => {
  const mayAnswer = Promise.withResolvers<void>();
  const door = await startBodyDoor(MAX_BODY, mayAnswer.promise);
  after(door.stop);
  const post = (from: string) => {
    const socket = open(door.url, from);
    socket.end(
      `POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY}\r\n\r\n${'x'.repeat(MAX_BODY)}`,
    );
    return statusesOn(socket);
  };
  let refused = 0;
  const many = Array.from({ length: 40 }, async () => {
    const [status] = await post('127.0.0.2');
    if (status === 429) refused += 1;
    return status;
  });
  await until('all but 33 are refused', () => refused === 7);
  const other = post('127.0.0.1');
  mayAnswer.resolve();
  assert.deepEqual(await other, [200]);
  assert.equal((await Promise.all(many)).filter((status) => status === 200).length, 33);
  assert.deepEqual(await post('127.0.0.2'), [200]);
});

test('one that sends thousands of requests at once is answered by and by, and others in between', async () => {
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const begunIn: number[] = [];
  const quick = () => {
    begunIn.push(turns);
    return { status: 200, body: '{}', headers: [] };
  };
  const door = await startWith('/quick', quick, 'health');
  const socket = open(door.url);
  socket.end(get('/quick').repeat(500) + get('/nothing').repeat(500));
  assert.equal((await statusesOn(socket)).length, 1000);
  isCounting = false;
  const most = Math.max(...[...Map.groupBy(begunIn, (each) => each).values()].map(({ length }) => length));
  assert.ok(begunIn.length === 500 && most <= 8, `${most} in one turn`);
});

test('nothing is charged that is sent behind a request that ends its connection', async () => {
  const { key } = await service.createKey(1000);
  const paid = get(CATEGORIES, key);
  const head = `Host: x\r\nx-api-key: ${key}\r\n`;
  const ending = [
    `GET ${CATEGORIES} HTTP/1.1\r\n${head}Upgrade: h2c\r\n\r\n`,
    `GET ${CATEGORIES} HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nhello`,
    `GET ${CATEGORIES} HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`,
    `OPTIONS ${CATEGORIES} HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nhello`,
    `POST /api/mcp HTTP/1.1\r\n${head}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
    `POST /api/mcp HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n`,
  ];
  for (const first of ending) {
    const before = await balanceOf(key);
    const socket = open(service.url);
    socket.end(first + paid.repeat(3));
    const answered = (await statusesOn(socket)).filter((status) => status === 200).length;
    const isPaid = first.startsWith('GET');
    const charged = before - (await balanceOf(key));
    assert.ok(
      charged === answered || (!isPaid && charged === 0),
      `${charged} for ${answered}: ${first.slice(0, 60)}`,
    );
  }
});

test('one that breaks off with a tunnel behind unread answers leaves nothing counted', async () => {
  const text = { status: 200, body: 'y'.repeat(8 * 2 ** 20), headers: [] };
  const door = await startWith('/text', async () => text);
  for (let i = 0; i < 5; i += 1) {
    const socket = open(door.url).pause();
    const tunnel = 'CONNECT a:1 HTTP/1.1\r\n\r\n';
    await new Promise((resolve) => socket.write(get('/text').repeat(3) + tunnel, resolve));
    await until('an answer waits to be read', () => door.door.unreadBytes > 0);
    socket.resetAndDestroy();
    await untilAllRead(door);
  }
  await until('all connections are closed', async () => (await connectionsOf(door)) === 0);
});

test('answers that are made after a tunnel was refused and the client has gone leave nothing counted', async () => {
  const waiting: (() => void)[] = [];
  const door = await startWith('/later', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { status: 200, body: 'y'.repeat(2 ** 20), headers: [] };
  });
  const socket = open(door.url);
  socket.write(`${get('/later').repeat(8)}CONNECT a:1 HTTP/1.1\r\n\r\n`);
  await until('all are at work', () => waiting.length === 8);
  socket.resetAndDestroy();
  await until('the connection is closed', async () => (await connectionsOf(door)) === 0);
  for (const answer of waiting) answer();
  await turn();
  await untilAllRead(door);
});

/** Writes for as long as it is let; how many bytes were taken, and what came back. */
async function pour(first: string, more: Buffer): Promise<{ sent: number; answer: number | undefined }> {
  const socket = open(service.url);
  const answers = statusesOn(socket);
  socket.write(first);
  const write = () => {
    while (socket.writable && socket.write(more));
  };
  socket.on('drain', write);
  write();
  const [answer] = await answers;
  return { sent: socket.bytesWritten - socket.writableLength, answer };
}

test('a body without end is refused at once and hardly read', async () => {
  const endless = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n';
  const chunked = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const block = Buffer.alloc(65_536, 'x');
  const trickle = Buffer.from('1\r\nx\r\n'.repeat(10_000));
  const tooMuch = '1\r\nx\r\n'.repeat(64 * 1024 + 1);
  const cases: [head: string, more: Buffer, status: number, enough?: string][] = [
    [`POST /nowhere HTTP/1.1\r\n${endless}`, block, 404],
    [`POST ${CATEGORIES} HTTP/1.1\r\n${endless}`, block, 405],
    [`GET ${CATEGORIES} HTTP/1.1\r\n${endless}`, block, 413],
    [`POST /api/mcp HTTP/1.1\r\n${endless}`, block, 413],
    [`POST /nowhere HTTP/1.1\r\n${chunked}`, trickle, 404],
    [`GET ${CATEGORIES} HTTP/1.1\r\n${chunked}`, trickle, 413],
    [`POST /api/mcp HTTP/1.1\r\n${chunked}`, trickle, 400, tooMuch],
  ];
  for (const [head, more, status, enough = ''] of cases) {
    // Who stops there to listen hears why; where the machine is behind, when asked again.
    await until('it is refused', async () => {
      const polite = open(service.url);
      polite.write(head + enough);
      const [heard] = await once(polite, 'data');
      polite.destroy();
      if (String(heard).startsWith('HTTP/1.1 503 ')) return false;
      assert.match(String(heard), new RegExp(`^HTTP/1.1 ${status} `), head);
      return true;
    });
    // Who goes on may be cut off before. Both kernels buffer some of it; the rest was never taken.
    const { sent, answer } = await pour(head, more);
    assert.ok([status, 503, undefined].includes(answer), `${head}: ${answer}`);
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

/** From now on it waits for hardly any time. What must be answered was sent before. */
function beImpatient({ door }: RunningDoor): void {
  door.server.headersTimeout = 100;
  door.server.requestTimeout = 200;
}

test('a connection that never asks is closed, one that stops in the middle is told so', async () => {
  const door = await startDoor(() => {});
  after(door.stop);
  const inBody = open(door.url);
  inBody.write('POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
  assert.deepEqual(await statusesOn(inBody), [404]);
  beImpatient(door);
  const silent = open(door.url);
  const halfway = open(door.url);
  halfway.write('GET / HTTP/1.1\r\nHost');
  const [none, late] = await Promise.all([silent, halfway].map(statusesOn));
  assert.deepEqual(none, [408]);
  assert.deepEqual(late, [408]);
});

/**
 * Sends something and stands still, for longer than a request may take, and than it takes until it is looked at again who is
 * late. It is looked at before anything is read: a turn of the event loop begins with its timers.
 */
async function standStill(send: () => void): Promise<void> {
  await turn();
  send();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
}

test('what came in time is answered though the whole process stood still; nothing is begun for who was told it is late', async () => {
  let begun = 0;
  const handle = () => {
    begun += 1;
    return { status: 200, body: '', headers: [] };
  };
  const door = await startWith('/paid', handle, 'paid');
  const rest = 'Connection: close\r\n\r\n';
  const head = 'GET /paid HTTP/1.1\r\nHost: x\r\n';
  const inTime = [open(door.url), open(door.url), open(door.url)];
  const late = open(door.url);
  late.write(head);
  await Promise.all([...inTime, late].map((socket) => once(socket, 'connect')));
  await until('all are accepted', async () => (await connectionsOf(door)) === 4);
  beImpatient(door);
  await standStill(() => {
    for (const socket of inTime) socket.write(head + rest);
  });
  late.once('data', () => late.write(rest));
  assert.deepEqual(await Promise.all([...inTime, late].map(statusesOn)), [[200], [200], [200], [408]]);
  // Whatever it has sent has been read by the time a later one is answered.
  const later = open(door.url);
  later.write(head + rest);
  assert.deepEqual(await statusesOn(later), [200]);
  assert.equal(begun, inTime.length + 1);
});

test('a body that goes on after a standstill and never comes to its end is refused all the same', async () => {
  const door = await startBodyDoor(100);
  after(door.stop);
  const socket = open(door.url);
  await once(socket, 'connect');
  await until('it is accepted', async () => (await connectionsOf(door)) === 1);
  beImpatient(door);
  await standStill(() => socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'));
  assert.deepEqual(await statusesOn(socket), [408]);
});

test('one that goes on asking after it was told that it is late is given up', async () => {
  const door = await startDoor(() => {});
  after(door.stop);
  beImpatient(door);
  const socket = open(door.url);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'data');
  let read = 0;
  door.door.server.on('request', () => {
    read += 1;
  });
  socket.write(`\r\n${'GET / HTTP/1.1\r\n\r\n'.repeat(50_000)}`);
  await closed(socket);
  await until('it is let go', async () => (await connectionsOf(door)) === 0);
  assert.ok(read < 25_000, `${read} requests were read`);
});

test('a body that stops in the middle is told so', async () => {
  const door = await startBodyDoor(100);
  after(door.stop);
  const broken = open(door.url);
  broken.write('POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
  // The second of two requests on one connection; and one that waits behind eight others.
  const second = open(door.url);
  const whole = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc';
  const cut = 'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
  second.write(whole + cut);
  const ninth = open(door.url);
  ninth.write(whole.repeat(12) + cut);
  const [wrong, both, many] = await Promise.all([broken, second, ninth].map(statusesOn));
  assert.deepEqual(both, [200, 400]);
  assert.deepEqual(many, [...Array(12).fill(200), 400]);
  assert.deepEqual(wrong, [400]);
  beImpatient(door);
  const slow = open(door.url);
  slow.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
  assert.deepEqual(await statusesOn(slow), [408]);
});
