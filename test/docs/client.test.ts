/** The TypeScript client alone: its types, its errors, and calls that are aborted. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMarketDataClient, MarketDataError } from '../../client/client.js';
import { ERRORS } from '../../src/errors/callers.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { listen, losingProxy } from '../support/http/own-server.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const RANKING = '/api/public/overview/ranking';

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(100_000);

async function thrownBy(call: Promise<unknown>): Promise<MarketDataError> {
  const thrown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof MarketDataError, String(thrown));
  return thrown;
}

test('an answer is typed and receipted', async () => {
  const client = createMarketDataClient({ baseUrl: `${service.url}/`, key });
  const query = { category: 'Kitchen', start: '2024-05-01', end: '2024-05-31' };
  const { data, receipt, dataVersion } = await client.get(FOCUS, query);
  const plain = await service.get(`${FOCUS}?${new URLSearchParams(query)}`, { key });
  assert.deepEqual(data, (plain.body as { data: unknown }).data);
  const trades: number = data.focus.tradeCount;
  assert.deepEqual([trades, receipt.charged, dataVersion], [31, 45, 1]);
  assert.equal(receipt.balance, Number(plain.headers.get('x-points-balance')) + 45);
});

test('a refusal is thrown with its code, its data and its receipt', async () => {
  const poor = await service.createKey(10);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: service.url, key: poor.key }).get(FOCUS));
  assert.deepEqual(
    [thrown.status, thrown.code, thrown.message, thrown.data, thrown.receipt.charged],
    [402, 'insufficient_points', 'API 点數餘額不足', { balance: 10, required: 45 }, 0],
  );
});

test('a call without an answer says what fetch threw', async (t) => {
  const baseUrl = await losingProxy(t, service, () => true);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl, key, retries: 0 }).get(FOCUS));
  assert.deepEqual([thrown.status, thrown.code], [0, 'charge_unknown']);
  assert.ok(thrown.cause instanceof TypeError);
  const why = thrown.cause.cause as Error;
  assert.equal(
    thrown.message,
    `No answer arrived: fetch failed (${why.message}). ${ERRORS.chargeUnknown.msg}`,
  );
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
  const call = createMarketDataClient({ baseUrl: silent, key }).get(FOCUS, {}, { signal: stop.signal });
  await assert.rejects(call, (thrown) => thrown === gone);
});

for (const [what, isSent] of [
  ['that was never sent', false],
  ['that reached no service, and is given up between two tries,', true],
] as const)
  test(`a call ${what} costs nothing of the budget`, async () => {
    const stop = new AbortController();
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    if (!isSent) stop.abort();
    const client = createMarketDataClient({
      ...{ baseUrl: service.url, key: 'mdk_test_ok', budget: 100 },
      fetch: async () => {
        assert.ok(isSent, 'it was sent');
        setTimeout(() => stop.abort());
        throw new TypeError('fetch failed', { cause: refused });
      },
    });
    await assert.rejects(client.get(RANKING, undefined, { signal: stop.signal }), { name: 'AbortError' });
    assert.equal(client.left, 100);
  });
