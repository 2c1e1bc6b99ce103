/** The typed client: what it sends, what it gives back, and that a retry is never paid twice. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMarketDataClient, MarketDataError } from '../../client/client.js';
import { ERRORS } from '../../src/errors/callers.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { listen, losingProxy } from '../support/http/own-server.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(100_000);
const client = createMarketDataClient({ baseUrl: service.url, key, strict: false });

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

test('an answer is typed, receipted, and tells what it is about', async () => {
  const { data, receipt, fallback, ignored, dataVersion } = await client.get(FOCUS, {
    category: 'Kitchen',
    start: '2024-05-01',
    end: '2024-05-31',
  });
  const plain = await service.get(`${FOCUS}?category=Kitchen&start=2024-05-01&end=2024-05-31`, { key });
  assert.deepEqual(data, (plain.body as { data: unknown }).data);
  const trades: number = data.focus.tradeCount;
  assert.ok(trades > 0);
  assert.equal(receipt.charged, 45);
  assert.equal(receipt.balance, Number(plain.headers.get('x-points-balance')) + 45);
  assert.ok(receipt.requestId);
  assert.deepEqual([fallback, ignored, dataVersion, receipt.isReplayed], [[], [], 1, false]);
});

test('a fall-back and an ignored parameter are told, or refused with strict', async () => {
  const query = { category: 'kitchen', foo: '1' } as { category: string };
  const { data, fallback, ignored } = await client.get(FOCUS, query);
  assert.deepEqual([data.category, fallback, ignored], ['Garden', ['category'], ['foo']]);
  const strict = createMarketDataClient({ baseUrl: service.url, key });
  const refused = await thrownBy(strict.get(FOCUS, { category: 'kitchen' }));
  assert.ok(refused instanceof MarketDataError);
  assert.deepEqual([refused.status, refused.code], [400, 'unknown_category']);
  assert.match(refused.message, /"Kitchen"/);
  assert.equal((await strict.get(FOCUS, { category: 'kitchen' }, { strict: false })).data.category, 'Garden');
});

test('a quote is free, and what the call then costs', async () => {
  const range = { start: '2024-01-01', end: '2024-12-29' };
  const { data, receipt } = await client.quote(FOCUS, range);
  assert.deepEqual([data.points, data.periods, receipt.charged], [225, 5, 0]);
  assert.equal((await client.get(FOCUS, range)).receipt.charged, 225);
});

test('a refusal is thrown with its code, its data and its receipt', async () => {
  const poor = await service.createKey(10);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: service.url, key: poor.key }).get(FOCUS));
  assert.ok(thrown instanceof MarketDataError);
  assert.deepEqual(
    [thrown.status, thrown.code, thrown.message, thrown.data, thrown.receipt.charged],
    [402, 'insufficient_points', 'API 点數餘額不足', { balance: 10, required: 45 }, 0],
  );
});

test('a cap refuses what costs more', async () => {
  const capped = createMarketDataClient({ baseUrl: `${service.url}/`, key, maxPoints: 44 });
  const thrown = await thrownBy(capped.get(FOCUS));
  assert.ok(thrown instanceof MarketDataError);
  assert.deepEqual([thrown.status, thrown.code], [402, 'max_points']);
  assert.equal((await capped.get(FOCUS, undefined, { maxPoints: 45 })).receipt.charged, 45);
  assert.ok((await capped.get('/api/public/meta/categories')).data.categories.length > 0);
});

test('a call whose answer was lost is tried again and charged once', async (t) => {
  const { key: own, account } = await service.createKey(1000);
  const baseUrl = await losingProxy(t, service, (call) => call === 1);
  const { receipt } = await createMarketDataClient({ baseUrl, key: own }).get(FOCUS);
  assert.deepEqual([receipt.charged, receipt.balance, receipt.isReplayed], [0, 1000 - 45, true]);
  const { stdout } = await service.mdq('usage', account, '--json');
  assert.deepEqual(JSON.parse(stdout).calls, 1);
});

test('an idempotency key may be any text', async () => {
  for (const idempotencyKey of ['六月報告-1', 'Café №1', ' spaces around ', 'plain-1']) {
    const first = await client.get(FOCUS, {}, { idempotencyKey });
    const again = await client.get(FOCUS, {}, { idempotencyKey });
    assert.deepEqual([first.receipt.charged, again.receipt.charged], [45, 0], idempotencyKey);
  }
});

test('a call that is given up without an answer can be repeated under its key, and is charged once', async (t) => {
  const baseUrl = await losingProxy(t, service, (call) => call === 1);
  const impatient = createMarketDataClient({ baseUrl, key, retries: 0 });
  const thrown = await thrownBy(impatient.get(FOCUS));
  assert.ok(thrown instanceof MarketDataError);
  assert.deepEqual([thrown.status, thrown.code], [0, 'charge_unknown']);
  assert.ok(thrown.cause instanceof TypeError, 'what fetch threw');
  const why = thrown.cause.cause as Error;
  assert.equal(
    thrown.message,
    `No answer arrived: fetch failed (${why.message}). ${ERRORS.chargeUnknown.msg}`,
  );
  const { idempotencyKey } = thrown;
  assert.ok(idempotencyKey);
  const { receipt } = await client.get(FOCUS, {}, { idempotencyKey });
  assert.deepEqual([receipt.charged, receipt.isReplayed], [0, true]);
});

test('a call that is aborted throws what it was aborted with', async (t) => {
  const silent = await listen(t, () => {});
  const gone = new Error('gone');
  const signal = AbortSignal.abort(gone);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: silent, key }).get(FOCUS, {}, { signal }));
  assert.equal(thrown, gone);
});

test('a call to a silent service ends when it is aborted, however much memory was freed meanwhile', {
  timeout: 20_000,
}, async (t) => {
  const stop = new AbortController();
  const gone = new Error('gone');
  const silent = await listen(t, () => {
    collectGarbage();
    stop.abort(gone);
  });
  const { signal } = stop;
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: silent, key }).get(FOCUS, {}, { signal }));
  assert.equal(thrown, gone);
});

test('a call to a service that is silent, or sends a byte at a time, ends after its time limit', async (t) => {
  const silent = await listen(t, () => {});
  const slow = await listen(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  });
  for (const baseUrl of [silent, slow]) {
    const thrown = await thrownBy(createMarketDataClient({ baseUrl, key, timeout: 300 }).get(FOCUS));
    assert.ok(thrown instanceof MarketDataError, String(thrown));
    assert.equal(thrown.kind, 'charge-unknown');
    assert.match(thrown.message, /no whole answer within 300 ms/);
  }
});

test('a key follows no redirect', async (t) => {
  let isAsked = false;
  const other = await listen(t, (_request, response) => {
    isAsked = true;
    response.end();
  });
  const first = await listen(t, (_request, response) => {
    response.writeHead(302, { location: other }).end();
  });
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: first, key }).get(FOCUS));
  assert.ok(thrown instanceof MarketDataError);
  assert.equal(isAsked, false);
});

test('what a proxy says in place of a lost answer is told as a call that may have been charged', async (t) => {
  const sent: unknown[] = [];
  const proxy = await listen(t, (request, response) => {
    sent.push(request.headers['idempotency-key']);
    const status = Number(request.url?.slice(-3));
    response.writeHead(status).end(status === 503 ? '{"code":503,"msg":"Service is busy"}' : '<h1>Oh</h1>');
  });
  const client = createMarketDataClient({ baseUrl: proxy, key, retries: 0 });
  const told = async (status: number) => {
    const thrown = await thrownBy(client.get(FOCUS, { category: String(status) }));
    assert.ok(thrown instanceof MarketDataError);
    assert.equal(thrown.idempotencyKey, sent.at(-1), 'so that the call can be repeated');
    return [thrown.status, thrown.message];
  };
  assert.deepEqual(await told(502), [502, ERRORS.chargeUnknown.msg]);
  assert.deepEqual(await told(504), [504, ERRORS.chargeUnknown.msg]);
  assert.deepEqual(await told(503), [503, ERRORS.busy.msg]);
});

test('a call that was never sent costs nothing of the budget', async () => {
  const client = createMarketDataClient({
    baseUrl: service.url,
    key: 'mdk_test_ok',
    budget: 100,
    fetch: async () => assert.fail('it was sent'),
  });
  const call = client.get('/api/public/overview/ranking', undefined, { signal: AbortSignal.abort() });
  await assert.rejects(call, { name: 'AbortError' });
  assert.equal(client.left, 100);
});

test('a call that reached no service costs nothing of the budget, also where it is given up between two tries', async () => {
  const stop = new AbortController();
  const client = createMarketDataClient({
    baseUrl: service.url,
    key: 'mdk_test_ok',
    budget: 100,
    fetch: async () => {
      setTimeout(() => stop.abort());
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      });
    },
  });
  const call = client.get('/api/public/overview/ranking', undefined, { signal: stop.signal });
  await assert.rejects(call, { name: 'AbortError' });
  assert.equal(client.left, 100);
});
