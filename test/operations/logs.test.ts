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
import type { ServerProcess } from '../support/server-process.ts';
import { dataFolderFor, serverFor } from '../support/stores/data-folder.ts';
import { createAccount, importRows } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';

const data = await dataFolderFor({ after }, { MDQ_METRICS_PORT: '0' });
await importRows(data, yearOfOrders());
const { id, key } = await createAccount(data.env, 'acme', 100_000_000);

const serve = (t: TestContext, level: string, reading: 'ignore' | 'unread' = 'ignore') =>
  serverFor(t, { ...data.env, MDQ_LOG: level }, [], reading);

type Line = Readonly<Record<string, unknown>>;

const call = (server: ServerProcess, path: string, headers: Record<string, string> = {}) =>
  ask(server.url + path, { headers });

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
    for (const { time, ms } of lines)
      assert.ok(!Number.isNaN(Date.parse(String(time))) && Number(ms) >= 0, `${time} ${ms}`);
    const points = Number(paid.headers['x-points-charged']);
    const expected = [
      { answer: paid, path: FOCUS, points, key: id },
      { answer: refused, path: FOCUS },
      { answer: nowhere, path: 'other' },
      { answer: page, path: '/developers/*' },
    ].map(({ answer: { headers, status }, path, points = 0, key = null }) => {
      const requestId = headers['x-request-id'];
      return { requestId, client: '127.0.0.1', method: 'GET', path, status, points, key };
    });
    assert.deepEqual([paid.status, refused.status, nowhere.status], [200, 401, 404]);
    assert.deepEqual(
      lines.map(({ time: _time, ms: _ms, ...line }) => line),
      expected,
    );
  });

  test('has errors only, unless asked, and nothing at silent', { skip: onlyInTestAll }, async (t) => {
    for (const level of ['error', 'silent']) {
      const server = await serve(t, level);
      const paid = () => call(server, CATEGORIES, { 'x-api-key': key });
      assert.equal((await paid()).status, 200);
      const accounts = takeAccountsAway(data.path);
      const failed = [await paid(), await paid(), await paid()];
      accounts.putBack();
      assert.deepEqual(
        failed.map(({ status }) => status),
        [500, 500, 500],
      );
      assert.equal((await paid()).status, 200);
      assert.equal(await server.end('SIGTERM'), 0);
      if (level === 'silent') assert.equal(server.log(), '');
      else {
        // Where it takes longer, what sends webhooks misses the accounts as well.
        const lines = jsonLines<Line>(server.log()).filter(({ msg }) => !String(msg).startsWith('webhooks'));
        const requestId = failed[0]?.headers['x-request-id'];
        assert.deepEqual(
          lines.map((line) => [line.level, line.msg, line.requestId, line.path, line.failedCalls]),
          [
            ['error', 'calls fail from now on', requestId, CATEGORIES, undefined],
            ['warn', 'calls are answered again', undefined, undefined, 3],
          ],
        );
      }
    }
  });

  test('is dropped rather than waited for when nobody reads it, which ends no call and no service', {
    skip: onlyInTestAll,
  }, async (t) => {
    const [server, other] = [await serve(t, 'info', 'unread'), await serve(t, 'info', 'unread')];
    const dropped = async (by = server) => (await readMetrics(by.metricsUrl)).sum('mdq_log_lines_dropped');
    for (const each of [server, other]) {
      do {
        const statuses = await loadWith(each.url);
        assert.deepEqual([statuses.length, new Set(statuses)], [10_000, new Set([200])]);
      } while ((await dropped(each)) === 0);
    }
    assert.equal(await other.end('SIGTERM'), 0);
    server.child.stderr?.resume();
    const all = await dropped();
    await until('it tells how many', () => {
      const whole = server.log().split('\n').slice(0, -1);
      const told = jsonLines<Line>(whole.filter((line) => line.includes('dropped')).join('\n'));
      return told.reduce((sum, { dropped }) => sum + Number(dropped), 0) === all;
    });
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
  const server = await serverFor(t, env);
  const inactive = JSON.parse(await data.succeed('key', 'create', 'acme', '--json'));
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
