/** Who watches over the service is told whether it can answer, and what it has done, and nothing about anyone. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { IMPORT_FAILURE_FILE } from '../../src/disk/import-failure.ts';
import { BACKUP_RECORD } from '../../src/disk/last-runs.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { ERRORS } from '../../src/errors/callers.ts';
import { startServer } from '../../src/server/serve.ts';
import { readConfig } from '../../src/settings/config.ts';
import { run } from '../support/command.ts';
import { takeAccountsAway } from '../support/faults/accounts-away.ts';
import { readMetrics } from '../support/http/metrics.ts';
import { listening } from '../support/http/own-server.ts';
import { type Answer, ask, assertError, jsonOf } from '../support/http/raw-http.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
  serverFor,
} from '../support/stores/data-folder.ts';
import { createAccount, importRows } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const KEY_OF_NOBODY = 'mdk_000000000000000000000000000000002H4nmx';

/** Told to stop, it answers on until it is told again. */
const PATIENT = { MDQ_DRAIN_SECONDS: '600' };

/** A folder with a year of orders and a key with so many points. */
async function openData(points: number): Promise<{ data: DataFolder; key: string }> {
  const env = { MDQ_METRICS_PORT: '0', MDQ_METRICS_HOSTS: 'mdq', ...PATIENT };
  const data = await dataFolderFor({ after }, env);
  await importRows(data, yearOfOrders());
  return { data, key: (await createAccount(data.env, 'acme', points)).key };
}

/** A request of which the last line is still to come. */
function halfAsk(url: string, path: string, headers = ''): { finish(): Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}`);
  return {
    finish() {
      socket.write('\r\n');
      return text(socket);
    },
  };
}

suite('health', async () => {
  const { data, key } = await openData(100);
  const server = await serverFor({ after }, data.env);
  const get = (path: string, method = 'GET'): Promise<Answer> => ask(server.url + path, { method });

  test('a service that can answer says so, to anyone, without the envelope and for nothing', async () => {
    for (const [path, status] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      for (const headers of [{}, { 'x-api-key': key }]) {
        const answer = await ask(server.url + path, { headers });
        assert.deepEqual([answer.status, jsonOf(answer)], [200, { status }]);
        assert.equal(answer.headers['x-points-balance'], undefined);
      }
      const head = await get(path, 'HEAD');
      assert.deepEqual([head.status, head.text], [200, '']);
      assertError(await get(path, 'POST'), 405, 'Method not allowed');
    }
    assert.equal(await data.succeed('usage', 'acme', '--by', 'call', '--json'), '');
  });

  test('accounts that cannot be reached are a reason, until they can', async () => {
    const accounts = takeAccountsAway(data.path);
    await until('it is noticed', async () => (await get('/readyz')).status === 503);
    const told = { status: 'not ready', reasons: ['accounts cannot be reached'] };
    assert.deepEqual(jsonOf(await get('/readyz')), told);
    assert.equal((await readMetrics(server.metricsUrl)).sum('mdq_ready'), 0);
    assert.equal((await get('/healthz')).status, 200);
    accounts.putBack();
    await until('they can', async () => (await get('/readyz')).status === 200);
    assert.equal((await readMetrics(server.metricsUrl)).sum('mdq_ready'), 1);
  });

  test('after SIGTERM it is not ready, and answers the calls that are in flight', async () => {
    const paid = halfAsk(server.url, CATEGORIES, `x-api-key: ${key}\r\n`);
    const ready = halfAsk(server.url, '/readyz');
    await get('/healthz');
    server.child.kill('SIGTERM');
    await until('it is not ready', async () => (await get('/readyz')).status === 503);
    const told = await ready.finish();
    assert.match(told, /^HTTP\/1\.1 503 /);
    assert.match(told, /\{"status":"not ready","reasons":\["stopping"\]\}$/);
    // Told again it ends, and not before what was asked is answered.
    const ended = server.end('SIGTERM');
    const answer = await paid.finish();
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(answer, /x-points-balance: 99/i);
    assert.equal(await ended, 0);
  });
});

test('one that stops says so at once, whatever it has said just before', async () => {
  const { data } = await openData(1);
  const server = await startServer(readConfig({ ...data.env, MDQ_METRICS_PORT: '' }));
  assert.equal((await ask(`${server.url}/readyz`)).status, 200);
  const stopped = server.stop();
  const answer = await ask(`${server.url}/readyz`);
  server.drain.end();
  await stopped;
  assert.deepEqual(jsonOf(answer), { status: 'not ready', reasons: ['stopping'] });
});

test('a service without data is alive and not ready, and who does not want to wait ends it', async (t) => {
  const data = await dataFolderFor(t, PATIENT);
  const server = await serverFor(t, data.env);
  assert.deepEqual(jsonOf(await ask(`${server.url}/healthz`)), { status: 'ok' });
  const answer = await ask(`${server.url}/readyz`);
  assert.deepEqual(
    [answer.status, jsonOf(answer)],
    [503, { status: 'not ready', reasons: ['no data published'] }],
  );

  // One signal ends the time for load balancers, another that for calls in flight.
  const slow = halfAsk(server.url, '/healthz');
  await ask(`${server.url}/healthz`);
  server.child.kill('SIGTERM');
  await until('it stops', async () => (await ask(`${server.url}/readyz`)).text.includes('stopping'));
  server.child.kill('SIGTERM');
  assert.equal(await server.end('SIGINT'), 1);
  await slow.finish().catch(() => undefined);
});

suite('metrics', async () => {
  const { data, key } = await openData(60);
  const server = await serverFor({ after }, data.env);
  const read = () => readMetrics(server.metricsUrl);
  let charged = 0;
  const call = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await ask(server.url + path, { headers, method });
    charged += Number(answer.headers['x-points-charged'] ?? 0);
    return answer;
  };

  test('are on a port of their own, for those who ask by an own name', async () => {
    assertError(await ask(`${server.url}/metrics`), 404, 'Not found');
    const { headers, status } = await ask(server.metricsUrl);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    const root = server.metricsUrl.replace('/metrics', '');
    for (const path of ['/', CATEGORIES, '/healthz', '/metrics/x'])
      assert.equal((await ask(root + path)).status, 404, path);
    const { port } = new URL(root);
    for (const [host, expected] of Object.entries({
      [`localhost:${port}`]: 200,
      '127.0.0.1': 200,
      'mdq:9464': 200,
      // A page elsewhere whose name points here.
      [`evil.example:${port}`]: 421,
    }))
      assert.equal((await ask(server.metricsUrl, { headers: { host } })).status, expected, host);
    assert.equal((await ask(root, { headers: { host: 'evil' } })).status, 421);
  });

  test('count what was answered, charged and refused', async () => {
    const before = await read();
    const withKey = { 'x-api-key': key };
    for (let i = 0; i < 5; i++) assert.equal((await call(CATEGORIES, withKey)).status, 200);
    await Promise.all(Array.from({ length: 8 }, () => call(CATEGORIES, withKey)));
    assert.equal((await call(FOCUS, withKey)).status, 200);
    assert.equal((await call(FOCUS, withKey)).status, 402);
    assert.equal((await call(`${FOCUS}?start=never`, withKey)).status, 400);
    assert.equal((await call(FOCUS)).status, 401);
    assert.equal((await call(FOCUS, { 'x-api-key': KEY_OF_NOBODY })).status, 401);
    assert.equal((await call(FOCUS, {}, 'PROPFIND')).status, 405);
    assert.equal((await call('/api/public/nowhere')).status, 404);
    const now = await read();
    const grown = (name: string, labels = {}) => now.sum(name, labels) - before.sum(name, labels);
    const requests = (labels = {}) => grown('mdq_http_requests_total', labels);

    assert.ok(charged > 13, String(charged));
    assert.equal(grown('mdq_points_charged_total'), charged);
    assert.deepEqual(
      [requests({ path: CATEGORIES, status: '200' }), requests({ path: FOCUS }), requests({ path: 'other' })],
      [13, 6, 1],
    );
    assert.deepEqual([requests(), grown('mdq_http_request_duration_seconds_count')], [20, 20]);
    const keys = ['insufficientPoints', 'missingKey', 'invalidKey'];
    for (const reason of [...keys, 'invalidParameter', 'methodNotAllowed', 'notFound'])
      assert.equal(grown('mdq_calls_refused_total', { reason }), 1, reason);
    const batches = grown('mdq_ledger_batch_calls_count');
    assert.ok(batches > 0 && grown('mdq_ledger_batch_calls_sum') >= 15);
    assert.equal(grown('mdq_ledger_commit_duration_seconds_count'), batches);
  });

  test('give the state of data, process and ledger', async () => {
    const metrics = await read();
    const given = {
      ready: 1,
      data_version: 1,
      imports: 1,
      last_import_lines: 728,
      last_import_skipped_rows: 0,
      log_lines_dropped: 0,
    };
    for (const [name, value] of Object.entries(given)) assert.equal(metrics.sum(`mdq_${name}`), value, name);
    const measured = {
      data_age_seconds: 0,
      data_load_seconds: 0,
      last_import_age_seconds: 0,
      ledger_seconds_since_commit: 0,
      event_loop_lag_seconds: 0,
      http_connections: 0,
      process_resident_memory_bytes: 2 ** 20,
      nodejs_heap_size_used_bytes: 2 ** 20,
      process_open_fds: 5,
    };
    for (const [name, least] of Object.entries(measured))
      assert.ok(metrics.has(`mdq_${name}`) && metrics.sum(`mdq_${name}`) >= least, name);
    const fine = metrics.samples.filter(
      ({ name, labels: { path, le } }) =>
        name === 'mdq_http_request_duration_seconds_bucket' && path === CATEGORIES && Number(le) < 0.001,
    );
    assert.ok(fine.length >= 3, 'buckets below a millisecond');
    const { warnings } = JSON.parse(await data.succeed('status', '--json'));
    const codes = warnings.map(({ code }: { code: string }) => code).sort();
    assert.ok(codes.length > 0);
    assert.deepEqual([...metrics.values('code')].sort(), codes);
  });

  test('have labels from fixed sets only, whatever is asked', async () => {
    for (const [path, method] of [
      [`${CATEGORIES}/${'x'.repeat(500)}`, 'GET'],
      ['/developers/no"such\\page', 'GET'],
      ['/developers/x.md', 'GET'],
      ['/%ff', 'GET'],
      [`${FOCUS}?category=Secret%20plans`, 'MKCALENDAR'],
      ['/api/mcp', 'M-SEARCH'],
    ] as const)
      await call(path, { 'x-api-key': 'not a key "at all"' }, method);
    const metrics = await read();
    const documents = ['/api/docs/openapi.json', '/llms.txt', '/llms-full.txt', '/developers/*.md'];
    const others = ['/developers/*', '/api/mcp', '/healthz', '/readyz', '/', 'other'];
    const account = ['/api/account', '/api/account/usage', '/api/account/calls'];
    const known = new Set([...endpoints.map(({ path }) => path), ...documents, ...others, ...account]);
    for (const path of metrics.values('path')) assert.ok(known.has(path), path);
    for (const status of metrics.values('status')) assert.match(status, /^[2-5]\d\d$/);
    for (const reason of metrics.values('reason')) assert.ok(reason in ERRORS, reason);
    const own = metrics.samples.filter(({ name }) => !/^mdq_(nodejs|process)_/.test(name));
    const labels = new Set(own.flatMap((sample) => Object.keys(sample.labels)));
    assert.deepEqual([...labels].sort(), ['code', 'le', 'path', 'reason', 'status']);
  });

  test('an import that failed is told until one succeeds, also one that changes nothing', async () => {
    const failed = async () => (await read()).sum('mdq_last_import_failed');
    assert.equal(await failed(), 0);
    const bad = join(data.path, 'bad.csv');
    await writeFile(bad, 'order_id,ordered_at,category,sub_category,product_id,amount\n1,never,A,B,P,1\n');
    assert.equal((await run(data.env, ['import', bad])).code, 1);
    assert.equal(await failed(), 1);
    assert.ok((await read()).sum('mdq_last_import_failure_age_seconds') >= 0);
    assert.equal(statSync(join(data.path, IMPORT_FAILURE_FILE)).mode & 0o777, 0o600);
    await data.succeed('import', join(data.path, 'orders.csv'));
    assert.equal(await failed(), 0);
    assert.equal((await read()).sum('mdq_data_version'), 1);
    // What came in since, from wherever, ends a failure that was noted here.
    await writeFile(join(data.path, IMPORT_FAILURE_FILE), JSON.stringify({ at: '2001-01-01T00:00:00.000Z' }));
    assert.equal(await failed(), 0);
    await rm(join(data.path, IMPORT_FAILURE_FILE));
  });

  test('backups and audits are told by their last outcome, and the disk by its free space', async () => {
    const gauge = async (name: string) => (await read()).sum(`mdq_${name}`);
    assert.ok((await gauge('disk_free_bytes')) > 0);
    assert.deepEqual(
      [await gauge('last_backup_timestamp_seconds'), await gauge('last_backup_failed')],
      [0, 0],
    );
    const backups = await temporaryFolder({ after });
    const started = Math.floor(Date.now() / 1000);
    await data.succeed('backup', join(backups, 'first'));
    assert.ok((await gauge('last_backup_timestamp_seconds')) >= started);
    const bytes = await gauge('last_backup_bytes');
    assert.ok(bytes > 0);
    assert.equal(statSync(join(data.path, BACKUP_RECORD)).mode & 0o777, 0o600);

    // There is a backup already.
    assert.equal((await run(data.env, ['backup', join(backups, 'first')])).code, 1);
    assert.deepEqual([await gauge('last_backup_failed'), await gauge('last_backup_bytes')], [1, bytes]);
    assert.match(await data.succeed('status'), /^Last backup .* ago, .*; the last attempt failed, /m);
    await data.succeed('backup', join(backups, 'second'));
    assert.equal(await gauge('last_backup_failed'), 0);
    assert.match(await data.succeed('status'), /^Last backup +\S+ \S+ UTC, 0 hours ago, [\d.]+ MiB$/m);

    assert.equal(await gauge('last_audit_timestamp_seconds'), 0);
    for (const [head, failed] of [
      [[], 0],
      [['--head', '0'.repeat(64)], 1],
      [[], 0],
    ] as const) {
      await data.mdq('audit', ...head);
      assert.equal(await gauge('last_audit_failed'), failed);
      assert.equal(/^Last audit .*, it found problems$/m.test(await data.succeed('status')), failed === 1);
    }
    assert.ok((await gauge('last_audit_timestamp_seconds')) >= started);
  });

  test('the dashboard and the alerts name metrics that exist, and each alert says what to do', async () => {
    const metrics = await read();
    const contentOf = (file: string) =>
      readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
    const [dashboard, rules] = [contentOf('grafana-dashboard.json'), contentOf('alerts.yml')];
    JSON.parse(dashboard);
    for (const content of [dashboard, rules]) {
      const named = new Set(content.match(/\bmdq_\w+/g));
      assert.ok(named.size >= 4);
      for (const name of named) assert.ok(metrics.has(name), name);
    }
    const keys = [/^ +- alert: /gm, /^ +expr: /gm, /^ +for: /gm, /^ +summary: /gm, /^ +description: /gm];
    assert.deepEqual(
      keys.map((key) => rules.match(key)?.length),
      [11, 11, 11, 11, 11],
    );
  });
});

test('a metrics port that is taken, or an address that is not here, is named in one line', async (t) => {
  const data = await dataFolderFor(t);
  const taken = await listening(createServer(), t);
  for (const [name, value] of [
    ['MDQ_METRICS_PORT', taken.split(':')[1] ?? ''],
    ['MDQ_METRICS_HOST', '203.0.113.7'],
  ] as const) {
    const env = { ...data.env, MDQ_METRICS_PORT: '0', [name]: value };
    assertMistake(await runShortly(env, ['serve']), new RegExp(`\\b${name}\\b`));
  }
});
