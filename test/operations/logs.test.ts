/** What the service writes about a call: one line for who asks for it, and never a key or a value of the query. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, type TestContext, test } from 'node:test';
import { onlyInTestAll } from '../support/effort.ts';
import { takeAccountsAway } from '../support/faults/accounts-away.ts';
import { inspectHeap } from '../support/http/inspected-memory.ts';
import { lastingPort } from '../support/http/lasting-port.ts';
import { readMetrics } from '../support/http/metrics.ts';
import { ask, sendBytes } from '../support/http/raw-http.ts';
import { assertAbsent } from '../support/http/secrets.ts';
import { jsonLines } from '../support/json-lines.ts';
import { writeCsv } from '../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { createAccount } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const FIELDS = ['client', 'key', 'method', 'ms', 'path', 'points', 'requestId', 'status', 'time'];

const data = await dataFolderFor({ after }, { MDQ_METRICS_PORT: '0' });
await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
const { id, key } = await createAccount(data.env, 'acme', 100_000_000);

async function serve(
  t: TestContext,
  level: string,
  reading: 'ignore' | 'unread' = 'ignore',
): Promise<ServerProcess> {
  const server = await spawnServer({ ...data.env, MDQ_LOG: level }, [], reading);
  t.after(() => server.child.kill('SIGKILL'));
  return server;
}

type Line = Readonly<Record<string, unknown>>;

async function call(server: ServerProcess, path: string, headers: Record<string, string> = {}) {
  return ask(server.url + path, { headers });
}

/** Ten thousand paid calls, pipelined on a few connections; returns the status of each answer. */
async function loadWith(url: string): Promise<number[]> {
  const request = `GET ${CATEGORIES} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n`;
  const last = `${request}Connection: close\r\n\r\n`;
  const { hostname, port } = new URL(url);
  const received = await Promise.all(
    Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(`${request}\r\n`.repeat(499) + last);
      return text(socket);
    }),
  );
  return received.flatMap((answers) => [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, s]) => Number(s)));
}

suite('the log', { concurrency: false }, () => {
  test('has one line a request at the level info, with what an operator needs and no more', async (t) => {
    const server = await serve(t, 'info');
    // Asked for every second by whoever watches over it: these leave no line.
    for (const path of ['/healthz', '/readyz']) assert.equal((await call(server, path)).status, 200);
    const paid = await call(server, `${FOCUS}?category=Kitchen`, { 'x-api-key': key });
    const refused = await call(server, FOCUS);
    const nowhere = await call(server, `/nowhere/${key}?key=${key}`);
    const page = await call(server, `/developers/${key}`);
    assert.equal(await server.end('SIGTERM'), 0);
    const lines = jsonLines<Line>(server.log());
    for (const line of lines) assert.deepEqual(Object.keys(line).sort(), FIELDS);
    for (const { time, ms } of lines) {
      assert.ok(!Number.isNaN(Date.parse(String(time))));
      assert.ok(Number(ms) >= 0);
    }
    assert.deepEqual(
      lines.map(({ time: _time, ms: _ms, client, ...line }) => {
        assert.equal(client, '127.0.0.1');
        return line;
      }),
      [
        {
          requestId: paid.headers['x-request-id'],
          method: 'GET',
          path: FOCUS,
          status: 200,
          points: Number(paid.headers['x-points-charged']),
          key: id,
        },
        {
          requestId: refused.headers['x-request-id'],
          method: 'GET',
          path: FOCUS,
          status: 401,
          points: 0,
          key: null,
        },
        {
          requestId: nowhere.headers['x-request-id'],
          method: 'GET',
          path: 'other',
          status: 404,
          points: 0,
          key: null,
        },
        {
          requestId: page.headers['x-request-id'],
          method: 'GET',
          path: '/developers/*',
          status: page.status,
          points: 0,
          key: null,
        },
      ],
    );
  });

  test('has errors only, unless asked, and nothing at silent', { skip: onlyInTestAll }, async (t) => {
    for (const level of ['error', 'silent']) {
      const server = await serve(t, level);
      assert.equal((await call(server, CATEGORIES, { 'x-api-key': key })).status, 200);
      const accounts = takeAccountsAway(data.path);
      const failed = await call(server, CATEGORIES, { 'x-api-key': key });
      assert.equal(failed.status, 500);
      for (let i = 0; i < 4; i++) {
        assert.equal((await call(server, CATEGORIES, { 'x-api-key': key })).status, 500);
      }
      accounts.putBack();
      assert.equal((await call(server, CATEGORIES, { 'x-api-key': key })).status, 200);
      assert.equal(await server.end('SIGTERM'), 0);
      // Where it takes longer, what sends webhooks misses the accounts as well.
      const lines = jsonLines<Line>(server.log()).filter(({ msg }) => !String(msg).startsWith('webhooks'));
      if (level === 'silent') assert.equal(server.log(), '');
      else {
        const requestId = failed.headers['x-request-id'];
        assert.deepEqual(
          lines.map(({ level, msg, requestId, path, failedCalls }) => [
            level,
            msg,
            requestId,
            path,
            failedCalls,
          ]),
          [
            ['error', 'calls fail from now on', requestId, CATEGORIES, undefined],
            ['warn', 'calls are answered again', undefined, undefined, 5],
          ],
        );
      }
    }
  });

  test('is dropped rather than waited for when nobody reads it, and says so to who reads again', {
    skip: onlyInTestAll,
  }, async (t) => {
    const server = await serve(t, 'info', 'unread');
    const dropped = async () => (await readMetrics(server.metricsUrl)).sum('mdq_log_lines_dropped');
    let calls = 0;
    while ((await dropped()) === 0) {
      const statuses = await loadWith(server.url);
      calls += statuses.length;
      assert.deepEqual(new Set(statuses), new Set([200]));
      assert.ok(calls < 1_000_000, 'nothing was dropped');
    }
    const after = await loadWith(server.url);
    assert.deepEqual([after.length, new Set(after)], [10_000, new Set([200])]);
    server.child.stderr?.resume();
    const all = await dropped();
    await until('it tells how many', () => {
      const whole = server.log().split('\n').slice(0, -1);
      const told = jsonLines<Line>(whole.filter((line) => line.includes('dropped')).join('\n'));
      return told.reduce((sum, { dropped }) => sum + Number(dropped), 0) === all;
    });
    assert.equal(await server.end('SIGTERM'), 0);
  });

  test('nobody who reads keeps the service from ending', { skip: onlyInTestAll }, async (t) => {
    const server = await serve(t, 'info', 'unread');
    while ((await readMetrics(server.metricsUrl)).sum('mdq_log_lines_dropped') === 0)
      await loadWith(server.url);
    assert.equal(await server.end('SIGTERM'), 0);
  });

  test('a standard error that was closed stops nothing', { skip: onlyInTestAll }, async (t) => {
    const server = await serve(t, 'info');
    server.child.stderr?.destroy();
    assert.deepEqual(new Set(await loadWith(server.url)), new Set([200]));
    assert.equal(await server.end('SIGTERM'), 0);
  });
});

test('keys and values of queries are in nothing that is written, and no key is kept in memory', async (t) => {
  const port = await lastingPort();
  const env = { ...data.env, MDQ_LOG: 'info', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  const server = await spawnServer(env, [], 'ignore');
  t.after(() => server.child.kill('SIGKILL'));
  const inactive = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as {
    id: string;
    key: string;
  };
  await data.succeed('key', 'deactivate', inactive.id);
  const pasted = 'mdk_000000000000000000000000000000002H4nmx';
  const keys = [key, inactive.key, pasted, 'no-key-at-all'];
  const values = ['Sekretplanoj', 'Kaŝita', 'unu-fojo-nur', 'malfermu-la-pordon'];
  const [category = '', sub = '', once = '', word = ''] = values;
  const query = new URLSearchParams({ category, sub, word, key: pasted });

  for (const sent of keys) {
    const headers = { 'x-api-key': sent, 'idempotency-key': once };
    for (const path of [FOCUS, CATEGORIES, '/api/account', '/nowhere', '/developers/points', '/healthz']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
        await ask(`${server.url}${path}?${query}`, { method, headers });
      }
      await ask(`${server.url}${path}/${sent}?start=${word}`, { headers });
      await ask(`${server.url}${path}?start=${word}`, { headers });
    }
    const params = { name: word, arguments: { query: category, key: sent } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: word, method: 'tools/call', params });
    const json = { ...headers, 'content-type': 'application/json' };
    await ask(`${server.url}/api/mcp?${query}`, { method: 'POST', headers: json, body });
    await sendBytes(server.url, `GET /%ff?${query} ${sent} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await sendBytes(server.url, `GET / HTTP/1.1\r\nx-api-key ${sent}\r\n\r\n`);
  }
  const accounts = takeAccountsAway(data.path);
  const failed = await call(server, `${FOCUS}?${query}`, { 'x-api-key': key });
  assert.equal(failed.status, 500);
  accounts.putBack();
  const paid = await call(server, `${FOCUS}?${query}`, { 'x-api-key': key });
  assert.equal(paid.status, 200);

  const secrets = [...keys, ...values, encodeURIComponent(sub)];
  const { text: metrics } = await readMetrics(server.metricsUrl);
  assertAbsent(secrets, metrics, 'the metrics');
  assertAbsent(secrets, failed.text, 'an error');
  assertAbsent(secrets, processList(Number(server.child.pid)), 'the list of processes');
  const heap = await inspectHeap(port);
  assert.ok(heap.includes('x-api-key'), 'the heap was read');
  // Questions are kept with their answers, also one into which somebody pastes what does not belong there.
  assertAbsent([key, inactive.key], heap, 'the memory, for longer than a call');
  assert.equal(await server.end('SIGTERM'), 0);
  assert.ok(server.log().split('\n').length > 100);
  assertAbsent(secrets, server.log(), 'the log');
  assertAbsent(secrets, server.output(), 'standard output');
  // What was asked is kept for the account's holder; a key that stands in it is not.
  for (const by of ['call', 'path', 'key']) {
    assertAbsent(keys, await data.succeed('usage', 'acme', '--by', by, '--json'), 'usage');
  }
  // An Idempotency-Key is kept for its hour; it opens nothing.
  const lasting = secrets.filter((secret) => secret !== once);
  for (const file of globSync('**/*.*', { cwd: data.path })) {
    if (file.endsWith('.csv')) continue;
    const unwanted = file.startsWith('accounts.sqlite') ? keys : lasting;
    assertAbsent(unwanted, readFileSync(join(data.path, file), 'latin1'), file);
  }
});

/** The command lines of all processes, and the environment of one and of its children. */
function processList(pid: number): string {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // It has ended.
      return '';
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const environments = [pid, ...children].map((each) => read(`/proc/${each}/environ`));
  return [...globSync('/proc/[0-9]*/cmdline').map(read), ...environments].join('\n');
}
