/** Whoever has no key yet is answered from a made-up market, with keys that are public words; nobody else notices. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { endpointPage } from '../../site/endpoint-page.ts';
import { createDocs } from '../../src/docs/docs.ts';
import { exampleAnswer, exampleTarget } from '../../src/docs/examples/example-calls.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { ERRORS } from '../../src/errors/callers.ts';
import { DEMO_LANGUAGES } from '../../src/lib/language.ts';
import { SANDBOX_KEYS, sandboxKey } from '../../src/sandbox/keys.ts';
import { readMetrics } from '../support/http/metrics.ts';
import { type Answer, type Asked, ask, assertError, jsonOf } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import { spawnServer } from '../support/server-process.ts';
import { type Service, startService } from '../support/service.ts';
import { openDataFolder } from '../support/stores/data-folder.ts';
import { until } from '../support/until.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const RANKING = '/api/public/overview/ranking';
const OK = sandboxKey();

/** Tests ask more often than people do. */
const OFTEN = { MDQ_SANDBOX_RATE: '10000' };

function call(at: Service, path: string, key: string, asked: Asked = {}): Promise<Answer> {
  return ask(at.url + path, { ...asked, headers: { ...asked.headers, 'x-api-key': key } });
}

function dataOf(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text);
  return (jsonOf(answer) as { data: Record<string, unknown> }).data;
}

suite('on a service without any data', async () => {
  const service = await startService({ env: OFTEN });
  after(() => service.stop());

  test('every endpoint answers what its documentation shows', async () => {
    for (const endpoint of endpoints) {
      const answer = await call(service, exampleTarget(endpoint), OK);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(jsonOf(answer), exampleAnswer(endpoint.path), endpoint.path);
      const { headers } = answer;
      assert.equal(headers['x-sandbox'], 'true');
      assert.equal(headers['x-points-charged'], String(endpoint.price.base), endpoint.path);
      assert.equal(headers['x-points-balance'], '100000');
      assert.equal(headers['x-data-version'], '1');
    }
  });

  for (const language of DEMO_LANGUAGES) {
    test(`every endpoint answers what its page of the site shows: ${language}`, async () => {
      for (const doc of createDocs().endpoints) {
        const { values, body } = (await endpointPage(doc, language)).matter.call.example;
        const target = `${doc.path}?${new URLSearchParams(values)}`;
        const answer = await call(service, target, sandboxKey(language));
        assert.deepEqual(jsonOf(answer), JSON.parse(JSON.stringify(body)), target);
        assert.equal(answer.headers['x-fallback'], undefined, target);
      }
    });
  }

  test('it says nothing of whether the service is ready, and no other key is answered', async () => {
    const readiness = jsonOf(await ask(`${service.url}/readyz`));
    assert.deepEqual(readiness, { status: 'not ready', reasons: ['no data published'] });
    const { key } = await service.createKey(100);
    assertError(await call(service, FOCUS, key), 503, ERRORS.noData.msg);
  });

  test('what is said of the market, of prices and of a call beforehand is said of the sandbox', async () => {
    const account = dataOf(await call(service, '/api/account', OK));
    assert.deepEqual(
      { ...account, prices: undefined },
      {
        account: 'sandbox',
        balance: 100_000,
        key: { id: 'key_test_ok', last4: 't_ok', paths: null, categories: null },
        prices: undefined,
        data: {
          version: 1,
          coverage: { start: '2024-12-02', end: '2026-06-07' },
          default_period: { start: '2026-03-16', end: '2026-06-07' },
          period_days: 84,
          granularity: 'week',
          default_category: 'Consumer Electronics',
          default_sub: 'Laptops',
          currency: 'TWD',
          time_zone: 'UTC',
          privacy: null,
        },
      },
    );
    const quote = dataOf(await call(service, `/api/account/quote?path=${FOCUS}&start=2026-01-01`, OK));
    assert.deepEqual([quote.points, quote.days, quote.balance], [90, 158, 100_000]);
  });

  test('usage is a year of calls up to yesterday, the same on every day, and adds up', async () => {
    const zh = sandboxKey('zh-TW');
    const get = async (path: string, key = zh) => dataOf(await call(service, `/api/account/${path}`, key));
    const usage = (await get('usage', OK)) as {
      calls: number;
      days: { day: string; calls: number; points: number }[];
    };
    assert.ok(usage.calls > 50);
    assert.deepEqual(await get('usage'), usage);
    type MadeCall = Record<'time' | 'path' | 'request_id', string> & { points: number; parameters: object };
    const { calls } = (await get('calls')) as { calls: MadeCall[] };
    assert.equal(calls.length, 50);
    const [first] = calls;
    assert.deepEqual(await get(`calls/${first?.request_id}`), { ...first, balance: 100_000 });
    for (const none of ['sandbox-1-0', 'sandbox-x', `${first?.request_id}9`])
      assert.equal((await call(service, `/api/account/calls/${none}`, OK)).status, 404, none);
    const times = calls.map(({ time }) => time);
    assert.deepEqual(times, times.toSorted().reverse());
    const newest = usage.days.at(-1);
    const ofDay = calls.filter(({ time }) => time.startsWith(newest?.day ?? ''));
    const points = ofDay.reduce((sum, { points }) => sum + points, 0);
    assert.deepEqual([ofDay.length, points], [newest?.calls, newest?.points]);
    assert.deepEqual(calls.find(({ path }) => path === FOCUS)?.parameters, { category: '消費電子' });
    assert.equal((await get('usage?start=2020-01-01&end=2020-12-31', OK)).calls, 0);
  });

  test('limits on the price, strict calls, HEAD and idempotency keys are as in earnest', async () => {
    const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      call(service, path, OK, { headers, method });
    const data = { reason: 'max_points', balance: 100_000, required: 45 };
    assertError(await send(FOCUS, { 'x-max-points': '44' }), 402, ERRORS.aboveMaxPoints.msg, data);
    const misnamed = await send(`${FOCUS}?category=Home%20%26%20Livin`, { prefer: 'handling=strict' });
    assertError(misnamed, 400, 'category must be a listed main category; did you mean "Home & Living"?');
    const head = await send(FOCUS, {}, 'HEAD');
    assert.deepEqual(
      [head.status, head.text, head.headers['x-points-charged'], head.headers['x-sandbox']],
      [200, '', '0', 'true'],
    );
    for (const path of [FOCUS, FOCUS, RANKING]) {
      const { status, headers } = await send(path, { 'idempotency-key': 'the-same' });
      assert.equal(status, 200);
      assert.notEqual(headers['x-points-charged'], '0', 'nothing is remembered');
      assert.equal(headers['idempotent-replayed'], undefined);
    }
    assertError(await send(FOCUS, { 'idempotency-key': 'x'.repeat(256) }), 400, ERRORS.invalidHeader.msg);
    const { headers } = await send(FOCUS, { accept: 'text/csv' });
    assert.deepEqual([headers['content-type'], headers['x-sandbox']], ['text/csv; charset=utf-8', 'true']);
  });

  test('no other word is a key', async () => {
    for (const word of ['', 'OK', 'ok_en', 'ok_zh_zh', 'ok_', 'zh', 'x'.repeat(29)]) {
      const answer = await call(service, FOCUS, `mdk_test_${word}`);
      assertError(answer, 401, 'Invalid API key');
      assert.equal(answer.headers['x-sandbox'], undefined);
    }
  });
});

suite('beside data of the operator', async () => {
  const service = await startOnYear({ ...OFTEN, MDQ_RATE_LIMIT: '2' });
  after(() => service.stop());

  test('neither ever answers from the figures of the other', async () => {
    const { key } = await service.createKey(10_000);
    // Made, asked for again, and cached.
    for (let i = 0; i < 3; i++) {
      await until('the limit of the key lets it through', async () => {
        const live = await call(service, CATEGORIES, key);
        if (live.status === 429) return false;
        assert.equal(live.headers['x-sandbox'], undefined);
        assert.deepEqual(dataOf(live).categories, ['Garden', 'Kitchen']);
        return true;
      });
      for (const word of ['mdk_test_ok', 'mdk_test_ok_zh']) {
        const made = await call(service, CATEGORIES, word);
        assert.equal(made.headers['x-sandbox'], 'true');
        assert.equal((dataOf(made).categories as string[]).length, 18);
        assert.doesNotMatch(made.text, /Garden|Kitchen/);
      }
    }
  });

  test('every key is refused as its kind of real key is, to the letter', async () => {
    const [poor, stopped, gone] = [
      await service.createKey(0),
      await service.createKey(100),
      await service.createKey(100),
    ];
    await service.succeed('key', 'deactivate', stopped.id);
    await service.succeed('account', 'deactivate', gone.account);
    const refusal = ({ status, text, headers }: Answer) => [
      ...[status, text],
      ...['x-points-charged', 'x-points-balance'].map((name) => headers[name]),
    ];
    for (const [outcome, real] of [
      ['nopoints', poor.key],
      ['inactive', stopped.key],
      ['owner', gone.key],
    ] as const) {
      const inEarnest = refusal(await call(service, FOCUS, real));
      for (const language of DEMO_LANGUAGES) {
        const answer = await call(service, FOCUS, sandboxKey(language, outcome));
        assert.deepEqual(refusal(answer), inEarnest, outcome);
        assert.equal(answer.headers['x-sandbox'], 'true');
      }
    }
    const busy = await service.createKey(100);
    const all = await Promise.all(Array.from({ length: 20 }, () => call(service, '/api/account', busy.key)));
    const over = all.find(({ status }) => status === 429);
    const limited = await call(service, FOCUS, sandboxKey('en', 'limit'));
    assert.deepEqual([limited.status, limited.text], [429, over?.text]);
    assert.equal(limited.headers['retry-after'], '1');
    assert.equal((await call(service, '/api/account', sandboxKey('zh-TW', 'limit'))).status, 429);
    assert.equal((await call(service, '/api/account', sandboxKey('en', 'inactive'))).status, 403);
    const unknown = await call(service, FOCUS, sandboxKey('en', 'unknown'));
    assertError(unknown, 500, ERRORS.chargeUnknown.msg);
    assert.equal(unknown.headers['x-points-charged'], undefined);
    // What it costs nothing to ask can be looked up, as the message says.
    assert.equal((await call(service, '/api/account/calls', sandboxKey('en', 'unknown'))).status, 200);
  });

  test('the price is the one that the operator has set', async () => {
    await service.succeed('price', 'set', FOCUS, '7');
    await until('the price holds', async () => {
      const { headers } = await call(service, FOCUS, OK);
      return headers['x-points-charged'] === '7';
    });
    const poor = await call(service, FOCUS, sandboxKey('en', 'nopoints'));
    assertError(poor, 402, ERRORS.insufficientPoints.msg, { balance: 0, required: 7 });
    await service.succeed('price', 'reset', FOCUS);
  });

  test('nothing of it is in the books: what stands there is what others paid for', async () => {
    const lines = async (...words: string[]) =>
      jsonLines<{ account: string }>(await service.succeed(...words, '--json'));
    const everything = async () => {
      const accounts = await lines('account', 'list');
      const usage = accounts.map(({ account }) => lines('usage', account));
      return { accounts, usage: await Promise.all(usage), audit: await lines('audit') };
    };
    const before = await everything();
    assert.ok(before.accounts.length > 0);
    assert.doesNotMatch(JSON.stringify(before), /sandbox|key_test/);
    await until('the address has budget again', async () => (await call(service, FOCUS, OK)).status === 200);
    for (const key of SANDBOX_KEYS.keys())
      for (const path of [FOCUS, RANKING, '/api/account', '/api/account/usage'])
        await call(service, path, key);
    assert.deepEqual(await everything(), before);
  });
});

test('an address may ask so often in a second, whatever keys it uses, and others do not wait for it', async (t) => {
  const service = await startService({ env: { MDQ_SANDBOX_RATE: '2', MDQ_TRUSTED_PROXIES: '127.0.0.1' } });
  t.after(() => service.stop());
  const from = (address: string, key = OK) =>
    call(service, CATEGORIES, key, { headers: { 'x-forwarded-for': address } });
  await from('192.0.2.9');
  await until('one address is over its limit', async () => {
    const all = await Promise.all([OK, sandboxKey('zh-TW'), OK, OK].map((key) => from('192.0.2.1', key)));
    const over = all.filter(({ status }) => status === 429);
    const [first] = over;
    if (first) {
      assertError(first, 429, ERRORS.tooManyRequests.msg);
      assert.equal(first.headers['retry-after'], '1');
      assert.equal(first.headers['ratelimit-policy'], '"address";q=2;w=1');
      assert.equal((await from('192.0.2.2')).status, 200);
    }
    return over.length >= 2;
  });
});

test('documents speak of it where it is, with its limit; where it is turned off, its keys are like any other word', async (t) => {
  const open = async (env: Record<string, string>) => {
    const service = await startService({ env });
    t.after(() => service.stop());
    const text = async (path: string) => (await ask(service.url + path)).text;
    return { service, documents: [await text('/llms.txt'), await text('/api/docs/openapi.json')] };
  };
  for (const [rate, said] of [
    ['7', ', at most 7 calls a second'],
    ['0', 'charges nothing. mdk'],
  ] as const) {
    const { documents } = await open({ MDQ_SANDBOX_RATE: rate });
    for (const text of documents) assert.match(text, /mdk_test_ok/);
    assert.ok(documents[0]?.includes(said), said);
  }
  const { service, documents } = await open({ MDQ_SANDBOX: 'off' });
  for (const text of documents) assert.doesNotMatch(text, /mdk_test/);
  for (const key of SANDBOX_KEYS.keys())
    for (const path of [FOCUS, '/api/account'])
      assertError(await call(service, path, key), 401, ERRORS.invalidKey.msg);
});

test('its answers are counted apart, and a charge that is not known alarms nobody', async (t) => {
  const data = await openDataFolder({ MDQ_METRICS_PORT: '0', MDQ_LOG: 'error' });
  t.after(() => data.remove());
  const server = await spawnServer(data.env, [], 'ignore');
  t.after(() => void server.child.kill('SIGKILL'));
  for (const outcome of ['ok', 'unknown', 'inactive'] as const) {
    await ask(server.url + FOCUS, { headers: { 'x-api-key': sandboxKey('en', outcome) } });
  }
  const metrics = await readMetrics(server.metricsUrl);
  for (const status of ['200', '500', '403']) {
    assert.equal(metrics.sum('mdq_sandbox_requests_total', { path: FOCUS, status }), 1);
    assert.equal(metrics.sum('mdq_http_requests_total', { path: FOCUS, status }), 0);
  }
  assert.equal(metrics.sum('mdq_points_charged_total'), 0);
  assert.equal(metrics.sum('mdq_calls_refused_total'), 0);
  assert.equal(server.log(), '', 'nothing is logged as an error');
});
