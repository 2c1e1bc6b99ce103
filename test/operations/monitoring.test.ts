/** Who watches over the service is told whether it can answer, and what it has done, and nothing about anyone. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, type TestContext, test } from 'node:test';
import { IMPORT_FAILURE_FILE } from '../../src/disk/import-failure.ts';
import { BACKUP_RECORD } from '../../src/disk/last-runs.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { ERRORS } from '../../src/errors/callers.ts';
import { startServer } from '../../src/server/serve.ts';
import { readConfig } from '../../src/settings/config.ts';
import { run } from '../support/command.ts';
import { takeAccountsAway } from '../support/faults/accounts-away.ts';
import { readMetrics } from '../support/http/metrics.ts';
import { type Answer, ask, assertError, jsonOf } from '../support/http/raw-http.ts';
import { writeCsv } from '../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { assertMistake, type DataFolder, dataFolderFor, runShortly } from '../support/stores/data-folder.ts';
import { until } from '../support/until.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const KEY_OF_NOBODY = 'mdk_000000000000000000000000000000002H4nmx';

/** Told to stop, it answers on until it is told again. */
const PATIENT = { MDQ_DRAIN_SECONDS: '600' };

/** A folder with a year of orders and a key with so many points. */
async function openData(points: number): Promise<{ data: DataFolder; key: string }> {
  const data = await dataFolderFor(
    { after },
    { MDQ_METRICS_PORT: '0', MDQ_METRICS_HOSTS: 'mdq', ...PATIENT },
  );
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  await data.succeed('account', 'create', 'acme', '--points', String(points));
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  return { data, key };
}

async function serve(t: TestContext | undefined, data: DataFolder): Promise<ServerProcess> {
  const server = await spawnServer(data.env, [], 'ignore');
  const end = () => void server.child.kill('SIGKILL');
  if (t) t.after(end);
  else after(end);
  return server;
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
  const server = await serve(undefined, data);
  const get = (path: string, method = 'GET'): Promise<Answer> => ask(server.url + path, { method });

  test('a service that can answer says so, to anyone, without the envelope and for nothing', async () => {
    for (const [path, body] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ready' }],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([answer.status, jsonOf(answer)], [200, body]);
      assert.equal(answer.headers['x-points-balance'], undefined);
      const head = await get(path, 'HEAD');
      assert.deepEqual([head.status, head.text], [200, '']);
      assertError(await get(path, 'POST'), 405, 'Method not allowed');
      const keyed = await ask(server.url + path, { headers: { 'x-api-key': key } });
      assert.deepEqual([keyed.status, jsonOf(keyed)], [200, body]);
    }
    assert.deepEqual(await data.succeed('usage', 'acme', '--by', 'call', '--json'), '');
  });

  test('accounts that cannot be reached are a reason, until they can', async () => {
    const accounts = takeAccountsAway(data.path);
    await until('it is noticed', async () => (await get('/readyz')).status === 503);
    assert.deepEqual(jsonOf(await get('/readyz')), {
      status: 'not ready',
      reasons: ['accounts cannot be reached'],
    });
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

test('a service without data is alive and not ready', async (t) => {
  const data = await dataFolderFor(t, PATIENT);
  const server = await serve(t, data);
  assert.deepEqual(jsonOf(await ask(`${server.url}/healthz`)), { status: 'ok' });
  const answer = await ask(`${server.url}/readyz`);
  assert.deepEqual(
    [answer.status, jsonOf(answer)],
    [503, { status: 'not ready', reasons: ['no data published'] }],
  );

  await t.test('and who does not want to wait ends it, whoever is still asking', async () => {
    const slow = halfAsk(server.url, '/healthz');
    await ask(`${server.url}/healthz`);
    server.child.kill('SIGTERM');
    await until('it stops', async () => (await ask(`${server.url}/readyz`)).text.includes('stopping'));
    // One signal ends the time for load balancers, another that for calls in flight.
    server.child.kill('SIGTERM');
    assert.equal(await server.end('SIGINT'), 1);
    await slow.finish().catch(() => undefined);
  });
});

suite('metrics', async () => {
  const { data, key } = await openData(60);
  const server = await serve(undefined, data);
  const read = () => readMetrics(server.metricsUrl);
  let charged = 0;
  const call = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await ask(server.url + path, { headers, method });
    charged += Number(answer.headers['x-points-charged'] ?? 0);
    return answer;
  };

  test('are on a port of their own, and nothing else is there', async () => {
    assertError(await ask(`${server.url}/metrics`), 404, 'Not found');
    const answer = await ask(server.metricsUrl);
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
    const port = server.metricsUrl.replace('/metrics', '');
    for (const path of ['/', CATEGORIES, '/healthz', '/metrics/x']) {
      assert.equal((await ask(port + path)).status, 404, path);
    }
  });

  test('are for those who ask by an own name, not for a page elsewhere whose name points here', async () => {
    const status = async (host: string) => (await ask(server.metricsUrl, { headers: { host } })).status;
    const { port } = new URL(server.metricsUrl);
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port}`, 'mdq:9464'])
      assert.equal(await status(host), 200, host);
    const refused = await ask(server.metricsUrl, { headers: { host: `evil.example:${port}` } });
    assert.equal(refused.status, 421);
    assert.match(refused.text, /MDQ_METRICS_HOSTS/);
    assert.equal(
      (await ask(server.metricsUrl.replace('/metrics', '/'), { headers: { host: 'evil' } })).status,
      421,
    );
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

    assert.ok(charged > 13, String(charged));
    assert.equal(grown('mdq_points_charged_total'), charged);
    assert.equal(grown('mdq_http_requests_total', { path: CATEGORIES, status: '200' }), 13);
    assert.equal(grown('mdq_http_requests_total', { path: FOCUS }), 6);
    assert.equal(grown('mdq_http_requests_total', { path: 'other', status: '404' }), 1);
    assert.equal(grown('mdq_http_requests_total'), 20);
    for (const reason of [
      'insufficientPoints',
      'invalidParameter',
      'missingKey',
      'invalidKey',
      'methodNotAllowed',
      'notFound',
    ]) {
      assert.equal(grown('mdq_calls_refused_total', { reason }), 1, reason);
    }
    assert.equal(grown('mdq_http_request_duration_seconds_count'), 20);
    const batches = grown('mdq_ledger_batch_calls_count');
    assert.ok(batches > 0 && grown('mdq_ledger_batch_calls_sum') >= 15);
    assert.equal(grown('mdq_ledger_commit_duration_seconds_count'), batches);
  });

  test('tell the state of data, process and ledger', async () => {
    const metrics = await read();
    const above = (name: string, least: number) =>
      assert.ok(metrics.has(name) && metrics.sum(name) >= least, `${name}: ${metrics.sum(name)}`);
    assert.equal(metrics.sum('mdq_ready'), 1);
    assert.equal(metrics.sum('mdq_data_version'), 1);
    assert.equal(metrics.sum('mdq_imports'), 1);
    assert.equal(metrics.sum('mdq_last_import_lines'), 728);
    assert.equal(metrics.sum('mdq_last_import_skipped_rows'), 0);
    assert.equal(metrics.sum('mdq_log_lines_dropped'), 0);
    above('mdq_data_age_seconds', 0);
    above('mdq_data_load_seconds', 0);
    above('mdq_last_import_age_seconds', 0);
    above('mdq_ledger_seconds_since_commit', 0);
    above('mdq_event_loop_lag_seconds', 0);
    above('mdq_http_connections', 0);
    above('mdq_process_resident_memory_bytes', 2 ** 20);
    above('mdq_nodejs_heap_size_used_bytes', 2 ** 20);
    above('mdq_process_open_fds', 5);
    const fine = metrics.samples.filter(
      ({ name, labels }) =>
        name === 'mdq_http_request_duration_seconds_bucket' &&
        labels.path === CATEGORIES &&
        Number(labels.le) < 0.001,
    );
    assert.ok(fine.length >= 3, 'buckets below a millisecond');
  });

  test('have labels from fixed sets only, whatever is asked', async () => {
    const odd = [
      ['/nowhere/mdk_1234', 'GET'],
      [`${CATEGORIES}/${'x'.repeat(500)}`, 'GET'],
      ['/developers/no"such\\page', 'GET'],
      ['/developers/x.md', 'GET'],
      ['/%ff', 'GET'],
      [`${FOCUS}?category=Secret%20plans`, 'MKCALENDAR'],
      ['/api/mcp', 'M-SEARCH'],
    ] as const;
    for (const [path, method] of odd) await call(path, { 'x-api-key': 'not a key "at all"' }, method);
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

  test('have each warning of the last import by its code alone', async () => {
    const { warnings } = JSON.parse(await data.succeed('status', '--json'));
    const codes = warnings.map(({ code }: { code: string }) => code).sort();
    assert.ok(codes.length > 0);
    assert.deepEqual([...(await read()).values('code')].sort(), codes);
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
    await data.succeed('import', join(data.path, 'year.csv'));
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
    const backups = await mkdtemp(join(tmpdir(), 'mdq-backups-'));
    after(() => rm(backups, { recursive: true }));
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
    await data.succeed('audit');
    assert.ok((await gauge('last_audit_timestamp_seconds')) >= started);
    assert.equal(await gauge('last_audit_failed'), 0);
    assert.equal((await run(data.env, ['audit', '--head', '0'.repeat(64)])).code, 1);
    assert.equal(await gauge('last_audit_failed'), 1);
    assert.match(await data.succeed('status'), /^Last audit .*, it found problems$/m);
    await data.succeed('audit');
    assert.equal(await gauge('last_audit_failed'), 0);
  });

  for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
    test(`${file} names metrics that exist`, async () => {
      const metrics = await read();
      const content = readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
      if (file.endsWith('.json')) JSON.parse(content);
      const named = new Set(content.match(/\bmdq_\w+/g));
      assert.ok(named.size >= 4);
      for (const name of named) assert.ok(metrics.has(name), name);
    });
  }

  test('there are eleven alerts, each with what to do', () => {
    const rules = readFileSync(new URL('../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8');
    const count = (pattern: RegExp) => rules.match(pattern)?.length ?? 0;
    const found = [/^ +- alert: /gm, /^ +expr: /gm, /^ +for: /gm, /^ +summary: /gm, /^ +description: /gm];
    assert.deepEqual(found.map(count), [11, 11, 11, 11, 11]);
  });
});

test('a metrics port that is taken is named in one line, and nothing is left running', async (t) => {
  const data = await dataFolderFor(t);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { ...data.env, MDQ_METRICS_PORT: String(port) };
  const outcome = await runShortly(env, ['serve']);
  assertMistake(outcome, /\bMDQ_METRICS_PORT\b/);
  assert.equal(outcome.code, 1);
  assertMistake(
    await runShortly({ ...data.env, MDQ_METRICS_PORT: '0', MDQ_METRICS_HOST: '203.0.113.7' }, ['serve']),
    /\bMDQ_METRICS_HOST\b/,
  );
});
