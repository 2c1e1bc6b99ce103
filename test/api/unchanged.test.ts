/** Whoever has an answer already asks whether it is still current, for nothing. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Answer, ask, assertError, jsonOf } from '../support/http/raw-http.ts';
import { writeCsv } from '../support/order-files.ts';
import { PATHS } from '../support/reference/reference.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';
import { startOnYear, yearOfOrders } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

async function call(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return ask(service.url + path, { method, headers: { 'x-api-key': key, ...headers } });
}

const etagOf = ({ headers }: Answer) => String(headers.etag);
const balanceOf = ({ headers }: Answer) => Number(headers['x-points-balance']);

function assertUnchanged({ status, text, headers }: Answer, etag: string): void {
  assert.deepEqual([status, text, headers.etag], [304, '', etag]);
  assert.equal(headers['x-points-charged'], '0');
  assert.match(String(headers['x-points-balance']), /^\d+$/);
  assert.match(String(headers['x-data-version']), /^\d+$/);
  assert.equal(headers.vary, 'accept');
  assert.equal(headers['cache-control'], 'no-store');
}

test('every data path has an ETag, and an answer that has not changed costs nothing', async () => {
  for (const path of PATHS) {
    const first = await call(path);
    assert.match(etagOf(first), /^"[\w-]{22}-\d{1,10}"$/, path);
    assert.equal(first.headers['cache-control'], 'no-store');
    // Made, asked for again, and cached.
    for (let i = 0; i < 3; i++) assert.equal(etagOf(await call(path)), etagOf(first), path);
    const before = balanceOf(await call('/api/account'));
    const again = await call(path, { 'if-none-match': etagOf(first) });
    assertUnchanged(again, etagOf(first));
    assert.equal(balanceOf(again), before);
  }
});

test('lists, weak tags and * are taken; any other tag is answered and charged', async () => {
  const etag = etagOf(await call(FOCUS));
  for (const sent of [`W/${etag}`, `"x", ${etag}`, `W/"x",W/${etag} , "y"`, '*', ' * '])
    assertUnchanged(await call(FOCUS, { 'if-none-match': sent }), etag);
  for (const sent of ['"x"', 'x', '', etag.slice(1, -1), '"*"']) {
    const { status, headers } = await call(FOCUS, { 'if-none-match': sent });
    assert.deepEqual([status, headers['x-points-charged'], headers.etag], [200, '45', etag], sent);
  }
});

test('the tag is of the values used, in one format, and of nothing else; HEAD has it too', async () => {
  const etag = etagOf(await call(FOCUS));
  const { data } = jsonOf(await call(FOCUS)) as { data: Record<string, string> };
  const { category = '', start = '', end = '' } = data;
  for (const query of [`?${new URLSearchParams({ category, start, end })}`, '?foo=1', '?category=Nothing'])
    assert.equal(etagOf(await call(FOCUS + query)), etag, query);
  for (const query of ['?category=Kitchen&start=2024-12-01', '?start=2024-12-01', '?end=2024-12-01'])
    assert.notEqual(etagOf(await call(FOCUS + query)), etag, query);
  assert.notEqual(etagOf(await call(FOCUS, { accept: 'text/csv' })), etag);
  const tags = await Promise.all(PATHS.map(async (path) => etagOf(await call(path))));
  assert.equal(new Set(tags).size, PATHS.length);
  assert.equal(etagOf(await call(FOCUS, {}, 'HEAD')), etag);
  assertUnchanged(await call(FOCUS, { 'if-none-match': etag }, 'HEAD'), etag);
});

test('it needs no balance, and neither reads nor uses up an Idempotency-Key', async () => {
  const poor = await service.createKey(0);
  const etag = etagOf(await call(FOCUS));
  const sent = { 'if-none-match': etag, 'x-max-points': '1' };
  assertUnchanged(await call(FOCUS, { ...sent, 'x-api-key': poor.key }), etag);
  const once = { 'idempotency-key': 'unchanged-1' };
  assertUnchanged(await call(FOCUS, { 'if-none-match': etag, ...once }), etag);
  // For another question it would be refused, had it been recorded.
  const other = await call('/api/public/meta/categories', once);
  assert.deepEqual([other.status, other.headers['x-points-charged']], [200, '1']);
  const replayed = await call(FOCUS, { 'if-none-match': etag, ...once });
  assertUnchanged(replayed, etag);
  assert.equal(replayed.headers['idempotent-replayed'], undefined);
});

test('it is no usage, and counts against the rate limit', async (t) => {
  const limited = await startService({ rows: yearOfOrders(), env: { MDQ_RATE_LIMIT: '3' } });
  t.after(() => limited.stop());
  const own = await limited.createKey(1000);
  const get = (headers = {}) => ask(limited.url + FOCUS, { headers: { 'x-api-key': own.key, ...headers } });
  const etag = etagOf(await get());
  await until('a question is one too many in its second', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => get({ 'if-none-match': etag })));
    return all.some(({ status }) => status === 429) && all.some(({ status }) => status === 304);
  });
  const usage = await limited.succeed('usage', own.account, '--by', 'path', '--json');
  assert.deepEqual(JSON.parse(usage), { path: FOCUS, calls: 1, points: 45 });
});

test('key, parameters and strict handling come first', async () => {
  const any = { 'if-none-match': '*' };
  assertError(await ask(service.url + FOCUS, { headers: any }), 401, 'Missing API key');
  assert.equal((await call(`${FOCUS}?start=x`, any)).status, 400);
  assert.equal((await call(FOCUS, { ...any, 'x-max-points': 'x' })).status, 400);
  const strict = await call(`${FOCUS}?category=Nothing`, { ...any, prefer: 'handling=strict' });
  assert.equal(strict.headers['x-error-code'], 'unknown_category');
  assert.equal((await call('/api/account', any)).status, 200);
});

test('a new publication is a new tag', async (t) => {
  const changing = await startService({ rows: yearOfOrders() });
  t.after(() => changing.stop());
  const own = await changing.createKey(1000);
  const get = (headers = {}, method = 'GET') =>
    ask(changing.url + FOCUS, { method, headers: { 'x-api-key': own.key, ...headers } });
  const before = await get();
  const file = join(await temporaryFolder(t), 'more.csv');
  const [first] = yearOfOrders();
  assert.ok(first);
  await writeCsv(file, [{ ...first, order_id: 'one-more' }]);
  await changing.succeed('import', file);
  await until('the new version is served', async () => etagOf(await get({}, 'HEAD')) !== etagOf(before));
  assert.equal((await get({ 'if-none-match': etagOf(before) })).status, 200);
});
