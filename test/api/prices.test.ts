/** Prices are the operator's: a change holds within two seconds, everywhere that a price is told or taken. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import { callTool } from '../mcp/rpc.ts';
import { cleanEnvironment } from '../support/command.ts';
import { ask } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import { ENDPOINTS, type Path } from '../support/reference/reference.ts';
import { spawnServer } from '../support/server-process.ts';
import { assertMistake } from '../support/stores/data-folder.ts';
import { until } from '../support/until.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const TAGS = '/api/public/sub-market/tags';
const YEAR = 'start=2024-01-01&end=2024-12-29';

const service = await startOnYear();
const { succeed } = service;
after(() => service.stop());
const rich = await service.createKey(10_000_000);

async function dataOf(path: string): Promise<Record<string, unknown>> {
  const { status, body } = await service.get(path, { key: rich.key });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: Record<string, unknown> }).data;
}

async function shownPrice(path: string): Promise<number | undefined> {
  const { prices } = (await dataOf('/api/account')) as { prices: { path: string; base: number }[] };
  return prices.find((each) => each.path === path)?.base;
}

async function setPrice(path: string, base: number): Promise<void> {
  await succeed('price', 'set', path, String(base));
  await until('the server knows the price', async () => (await shownPrice(path)) === base);
}

async function resetPrice(path: Path): Promise<void> {
  await succeed('price', 'reset', path);
  await until('the server knows the price', async () => (await shownPrice(path)) === ENDPOINTS[path].base);
}

async function charged(url: string): Promise<number> {
  return Number((await service.get(url, { key: rich.key })).headers.get('x-points-charged'));
}

test('a price that is set is what is charged, quoted and told, and reset it is as before', async () => {
  for (const base of [77, 1_000_000, 0]) {
    await setPrice(FOCUS, base);
    assert.equal(await charged(FOCUS), base);
    assert.equal(await charged(`${FOCUS}?${YEAR}`), 5 * base);
    assert.equal((await dataOf(`/api/account/quote?path=${FOCUS}&${YEAR}`)).points, 5 * base);
  }
  await resetPrice(FOCUS);
  assert.equal(await charged(FOCUS), 45);
  assert.equal(await charged(TAGS), 100, 'other prices stay');
});

test('every document shows the price of now, and whoever kept one learns that it has changed', async () => {
  const documents = [
    ...['/api/docs/openapi.json', '/llms.txt', '/llms-full.txt', '/developers/site.json'],
    ...['/developers/points.md', '/developers/zh/points.md', '/developers/api/market/focus.md'],
  ];
  const get = (path: string, known?: string) =>
    ask(service.url + path, { headers: known === undefined ? {} : { 'if-none-match': known } });
  const before = await Promise.all(documents.map((path) => get(path)));
  for (const { headers, asked } of before)
    assert.match(headers['cache-control'] ?? '', /^(private, )?no-cache$/, asked);
  await setPrice(FOCUS, 987_654);
  for (const [i, path] of documents.entries()) {
    const { status, text } = await get(path, String(before[i]?.headers.etag));
    assert.equal(status, 200, path);
    assert.match(text, /987,?654/, path);
  }
  for (const [tool, args] of [
    ['api.list_endpoints', {}],
    ['api.get_endpoint', { path: FOCUS }],
    ['docs.get_page', { id: 'points' }],
  ] as const)
    assert.match(JSON.stringify(await callTool(service.url, tool, args)), /987,?654/, tool);
  const packed = await fetch(`${service.url}/llms.txt`, { headers: { 'accept-encoding': 'gzip' } });
  const { headers } = packed;
  assert.deepEqual([headers.get('content-encoding'), headers.get('vary')], ['gzip', 'accept-encoding']);
  assert.match(await packed.text(), /987,?654/);
  for (const known of [String(headers.get('etag')), '*']) {
    const again = await get('/llms.txt', known);
    assert.deepEqual([again.status, again.text], [304, ''], known);
  }
  await resetPrice(FOCUS);
  assert.equal((await get('/api/docs/openapi.json', String(before[0]?.headers.etag))).status, 304);
});

test('a free call needs no points, is told as charged 0, and leaves no usage row', async () => {
  const { key } = await service.createKey(0);
  await setPrice(FOCUS, 0);
  const headers = { 'idempotency-key': 'free', 'x-max-points': '0' };
  const told = ['x-points-charged', 'x-points-balance', 'idempotent-replayed'];
  for (let i = 0; i < 2; i++) {
    const reply = await service.get(FOCUS, { key, headers });
    const receipt = told.map((name) => reply.headers.get(name));
    assert.deepEqual([reply.status, ...receipt], [200, '0', '0', null]);
  }
  const usage = await service.get('/api/account/usage', { key });
  assert.equal((usage.body as { data: { calls: number } }).data.calls, 0);
  await resetPrice(FOCUS);
  assert.equal((await service.get(FOCUS, { key })).status, 402);
});

test('a call that was paid is answered again for nothing, whatever it costs by then', async () => {
  const headers = { 'idempotency-key': 'paid' };
  assert.equal((await service.get(TAGS, { key: rich.key, headers })).headers.get('x-points-charged'), '100');
  await setPrice(TAGS, 300);
  const again = await service.get(TAGS, { key: rich.key, headers });
  assert.deepEqual(
    [again.headers.get('x-points-charged'), again.headers.get('idempotent-replayed')],
    ['0', 'true'],
  );
  await resetPrice(TAGS);
});

test('all servers of the same accounts take a new price', async () => {
  const env = cleanEnvironment({ DATA_DIR: service.dataDir, PORT: '0', HOST: '127.0.0.1' });
  const other = await spawnServer(env);
  try {
    await setPrice(TAGS, 123);
    await until('the other server knows the price', async () => {
      const { headers } = await ask(`${other.url}${TAGS}`, { headers: { 'x-api-key': rich.key } });
      return headers['x-points-charged'] === '123';
    });
  } finally {
    await other.end('SIGTERM');
  }
  await resetPrice(TAGS);
});

test('mdq price list shows what holds beside what holds by default', async () => {
  await setPrice(TAGS, 5);
  const rows = jsonLines<{ path: Path; base: number; default: number }>(
    await succeed('price', 'list', '--json'),
  );
  assert.deepEqual(rows.map(({ path }) => path).sort(), endpoints.map(({ path }) => path).sort());
  for (const { path, base, default: usual } of rows) {
    assert.equal(usual, ENDPOINTS[path].base, path);
    assert.equal(base, path === TAGS ? 5 : usual, path);
  }
  assert.deepEqual(JSON.parse(await succeed('price', 'reset', TAGS, '--json')), {
    path: TAGS,
    base: 100,
    default: 100,
  });
});

test('a price that is none, or of no path, is refused in one line and changes nothing', async () => {
  const before = await succeed('price', 'list', '--json');
  const bases = ['-1', '1.5', '1000001', 'free'].map(async (base) =>
    assertMistake(await service.mdq('price', 'set', '--', FOCUS, base), /0 to 1,000,000/),
  );
  const paths = ['/api/account', 'market/focus'].map(async (path) => {
    assertMistake(await service.mdq('price', 'set', path, '5'), /mdq price list/);
    assertMistake(await service.mdq('price', 'reset', path), /mdq price list/);
  });
  await Promise.all([...bases, ...paths]);
  assert.equal(await succeed('price', 'list', '--json'), before);
});

test('the last calls tell what was asked', async () => {
  const { account, key } = await service.createKey(10_000);
  const asked = `${TAGS}?foo=1&category=Kitchen&sub=&start=2024-01-01&end=2024-12-29`;
  const long = `${FOCUS}?category=${encodeURIComponent('電'.repeat(400))}`;
  for (const url of [asked, '/api/public/overview/growth?start=2024-01-01', long])
    assert.equal((await service.get(url, { key })).status, 200);
  const { body } = await service.get('/api/account/calls', { key });
  const { calls } = (body as { data: { calls: { parameters: Record<string, string> }[] } }).data;
  const [cut, growth, tags] = calls.map(({ parameters }) => parameters);
  assert.deepEqual([tags, growth], [{ category: 'Kitchen', start: '2024-01-01', end: '2024-12-29' }, {}]);
  assert.ok(cut?.category?.endsWith('…') && Buffer.byteLength(JSON.stringify(cut)) <= 512);
  const usage = (...options: string[]) => succeed('usage', account, '--by', 'call', ...options);
  assert.deepEqual(jsonLines<{ parameters: unknown }>(await usage('--json'))[0]?.parameters, tags);
  const [header, first] = (await usage('--csv')).split('\n');
  assert.match(header ?? '', /,parameters$/);
  assert.match(first ?? '', /"\{""category"":""Kitchen"",.*\}"$/);
  assert.match(await usage(), /category=Kitchen, start=2024-01-01/);
});
