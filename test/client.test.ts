import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createMarketDataClient, MarketDataError, receiptOf, unwrap } from 'market-data-query/client';
import { madeRows } from './support/made-rows.ts';
import type { Service } from './support/service.ts';
import { openServiceOn } from './support/workplace.ts';

const FOCUS = '/api/public/market/focus';

test('a call is typed, answered and receipted', async (t) => {
  const { service, key } = await openServiceOn(t, madeRows());
  const client = createMarketDataClient({ baseUrl: service.url, key });
  const { data, error, response } = await client.GET(FOCUS, {
    params: { query: { start: '2025-01-01', end: '2025-01-31' } },
  });
  assert.equal(error, undefined);
  const plain = (await service.get(`${FOCUS}?start=2025-01-01&end=2025-01-31`, { key })).body;
  assert.deepEqual(data, plain);
  const trades: number | undefined = data?.data.focus.tradeCount;
  assert.ok(trades);
  const { charged, balance, requestId } = receiptOf(response);
  assert.equal(charged, 45);
  assert.ok(balance && balance > 0);
  assert.ok(requestId);
});

test('a refusal is typed, or thrown for those who want that', async (t) => {
  const { service } = await openServiceOn(t, madeRows());
  const { key } = await service.createKey(10);
  const client = createMarketDataClient({ baseUrl: service.url, key });
  const { error } = await client.GET(FOCUS);
  assert.deepEqual(error, { code: 402, msg: 'API 点數餘額不足', data: { balance: 10, required: 45 } });
  const thrown = await client
    .GET(FOCUS)
    .then(unwrap)
    .catch((reason: unknown) => reason);
  assert.ok(thrown instanceof MarketDataError);
  assert.equal(thrown.code, 402);
  assert.deepEqual(thrown.data, { balance: 10, required: 45 });
  assert.equal(thrown.receipt.charged, 0);
});

test('a cap refuses what costs more', async (t) => {
  const { service, key } = await openServiceOn(t, madeRows());
  const capped = createMarketDataClient({ baseUrl: service.url, key, maxPoints: 44 });
  assert.equal((await capped.GET(FOCUS)).response.status, 402);
  const { data } = unwrap(await capped.GET('/api/public/meta/categories'));
  assert.ok(data.categories.length > 0);
});

test('a call whose answer was lost is tried again and charged once', async (t) => {
  const { service, key } = await openServiceOn(t, madeRows());
  const { key: own, account } = await service.createKey(1000);
  assert.ok(key);
  const lossy = await losesFirstAnswer(t, service);
  const client = createMarketDataClient({ baseUrl: lossy, key: own });
  const { receipt } = unwrap(await client.GET(FOCUS));
  assert.equal(receipt.charged, 0, 'the second try was free');
  assert.equal(receipt.balance, 1000 - 45);
  const { stdout } = await service.mdq('usage', account, '--json');
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).calls),
    [1],
  );
});

test('without retries a lost answer is an error', async (t) => {
  const { service, key } = await openServiceOn(t, madeRows());
  const lossy = await losesFirstAnswer(t, service);
  const client = createMarketDataClient({ baseUrl: lossy, key, retries: 0 });
  await assert.rejects(client.GET(FOCUS), /fetch failed/);
});

/** A proxy that lets a call through to the service, and drops the connection instead of the first answer. */
async function losesFirstAnswer(t: TestContext, service: Service): Promise<string> {
  let calls = 0;
  const proxy = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !/^(host|connection)$/.test(name)
        ? [[name, value] as [string, string]]
        : [],
    );
    const answer = await fetch(service.url + request.url, { headers });
    const body = await answer.text();
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
