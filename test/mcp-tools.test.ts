/** The six tools: what they are, what they return, and what happens to any other name. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createDocs } from '../src/docs/docs.ts';
import { endpoints } from '../src/endpoints/index.ts';
import { ERRORS } from '../src/errors.ts';
import { callTool, rpc, structured, TOOLS } from './mcp/rpc.ts';
import { startService } from './support/service.ts';

type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: Record<string, unknown>;
};
type Found = { results: { id: string; title: string; url: string; snippet: string; score: number }[] };
type Documented = {
  path: string;
  parameters: { name: string }[];
  price: { base: number; kind: string; examples?: { days: number; points: number }[] };
  fields: { name: string }[];
  errors: { status: number; msg: string }[];
  curl: string;
  typescript: string;
  sampleAnswer: { code: number };
};

const service = await startService();
after(() => service.stop());
const { url } = service;
const docs = createDocs();
const { result } = await rpc(url, 'tools/list');
const tools = (result as { tools: ListedTool[] }).tools;
const ajv = new Ajv2020({ strict: false });
const outputs = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));

const pageIds = [...docs.pages, ...docs.endpoints.map(({ page }) => page)].map(({ id }) => id);

test('every tool says what it is for, what it takes and what it returns, and that it changes nothing', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
  for (const { name, title, description, inputSchema, annotations } of tools) {
    assert.ok(title.length > 5 && /[Uu]se it/.test(description), name);
    assert.equal(inputSchema.type, 'object');
    ajv.compile(inputSchema);
    assert.deepEqual(annotations, {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test('every answer has a text to read and content that fits its schema', async () => {
  const calls: [string, object][] = [
    ['docs.search', { query: 'how are points charged', limit: 20 }],
    ['docs.search', { query: 'qqqq zzzz' }],
    ...pageIds.map((id): [string, object] => ['docs.get_page', { id }]),
    ['api.list_endpoints', {}],
    ...endpoints.map(({ path }): [string, object] => ['api.get_endpoint', { path }]),
    ['api.get_openapi', {}],
    ['api.get_changelog', {}],
  ];
  for (const [name, args] of calls) {
    const { content, structuredContent, isError } = await callTool(url, name, args);
    const fits = outputs.get(name);
    assert.ok(!isError && content.length === 1 && content[0]?.type === 'text', name);
    assert.ok((content[0]?.text.length ?? 0) > 20, name);
    assert.ok(fits?.(structuredContent), `${name} ${JSON.stringify(args)}: ${ajv.errorsText(fits?.errors)}`);
  }
});

test('the six names are also taken with underscores', async () => {
  for (const name of TOOLS) {
    const args = { query: 'points', id: 'api/market/focus', path: 'market/focus' };
    const dots = await callTool(url, name, args);
    assert.ok(!dots.isError, name);
    assert.deepEqual(await callTool(url, name.replaceAll('.', '_'), args), dots);
  }
});

test('docs.search ranks, and returns as many places as it is asked for', async () => {
  const { results } = await structured<Found>(url, 'docs.search', { query: 'tags of a sub-category' });
  assert.equal(results.length, 5);
  assert.ok(results.some(({ id }) => id === 'api/sub-market/tags'));
  assert.deepEqual(
    results.map(({ score }) => score),
    results.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  for (const { id, title, url: address, snippet } of results) {
    assert.ok(pageIds.includes(id) && title && snippet && address.startsWith(`/developers/${id}`), id);
  }
  for (const [limit, most] of [
    [1, 1],
    [3, 3],
    [20, 20],
    [1000, 20],
  ]) {
    const found = await structured<Found>(url, 'docs.search', { query: 'market category', limit });
    assert.ok(found.results.length <= Number(most) && found.results.length >= Math.min(Number(most), 10));
  }
});

test('docs.search tells what is wrong with its arguments', async () => {
  const wrong = [{}, { query: '' }, { query: ' ' }, { query: 7 }, { query: 'x'.repeat(201) }];
  const limits = [0, -1, 1.5, '5', {}, Number.MAX_VALUE].map((limit) => ({ query: 'points', limit }));
  for (const args of [...wrong, ...limits]) {
    const { isError, content } = await callTool(url, 'docs.search', args);
    assert.ok(isError, JSON.stringify(args));
    assert.match(String(content[0]?.text), /query|limit/);
  }
});

test('docs.get_page returns the page as Markdown, by its id or its address', async () => {
  for (const page of [...docs.pages, ...docs.endpoints.map(({ page }) => page)]) {
    for (const id of [page.id, page.url, `${page.url}.md`, `https://data.example.com${page.url}#part`]) {
      const found = await structured<{ id: string; markdown: string }>(url, 'docs.get_page', { id });
      assert.deepEqual([found.id, found.markdown], [page.id, page.markdown], id);
    }
  }
});

test('docs.get_page with an unknown id lists those that there are', async () => {
  for (const args of [{ id: 'nope' }, { id: '../../package' }, { id: '__proto__' }, { id: 7 }, {}]) {
    const { isError, content } = await callTool(url, 'docs.get_page', args);
    assert.ok(isError, JSON.stringify(args));
    for (const id of pageIds) assert.ok(content[0]?.text.includes(`\`${id}\``), id);
  }
});

test('api.list_endpoints has every endpoint with its parameters, price and answer', async () => {
  type Row = { path: string; parameters: string[]; price: object; response: string };
  const { endpoints: rows } = await structured<{ endpoints: Row[] }>(url, 'api.list_endpoints');
  assert.deepEqual(
    rows.map(({ path, price }) => ({ path, price })),
    endpoints.map(({ path, price }) => ({ path, price })),
  );
  const tags = rows.find(({ path }) => path === '/api/public/sub-market/tags');
  assert.deepEqual(tags?.parameters, ['category', 'sub', 'start', 'end']);
  assert.match(String(tags?.response), /items\[\] \(key, value, count, percent\)/);
});

test('api.get_endpoint tells all about an endpoint', async () => {
  for (const { path, price } of endpoints) {
    const found = await structured<Documented>(url, 'api.get_endpoint', { path });
    assert.equal(found.path, path);
    assert.equal(found.price.base, price.base);
    assert.ok(found.fields.some(({ name }) => name.startsWith('data.')));
    assert.ok(found.curl.includes(path) && found.typescript.includes(path));
    assert.equal(found.sampleAnswer.code, 200);
    const called = [
      'missingKey',
      'invalidKey',
      'inactiveKey',
      'insufficientPoints',
      'badRequest',
      'internal',
    ] as const;
    for (const name of called) {
      const { status, msg } = ERRORS[name];
      assert.ok(
        found.errors.some((row) => row.status === status && row.msg === msg),
        `${path}: ${msg}`,
      );
    }
  }
});

test('api.get_endpoint says how the price grows', async () => {
  const focus = await structured<Documented>(url, 'api.get_endpoint', { path: 'market/focus' });
  assert.deepEqual(focus.price.examples, [
    { days: 28, points: 45 },
    { days: 84, points: 45 },
    { days: 85, points: 90 },
    { days: 182, points: 135 },
    { days: 365, points: 225 },
  ]);
  for (const path of ['meta/categories', 'sub-market/related-purchases', 'overview/payment']) {
    const fixed = await structured<Documented>(url, 'api.get_endpoint', { path });
    assert.equal(fixed.price.examples, undefined, path);
  }
});

test('api.get_endpoint takes the path in any reasonable spelling', async () => {
  const spellings = [
    '/api/public/sub-market/tags',
    'api/public/sub-market/tags',
    '/sub-market/tags',
    'sub-market/tags',
    'GET /api/public/sub-market/tags?category=Home&sub=Bedding',
    'https://data.example.com/api/public/sub-market/tags',
    'sub-market.tags',
    'sub_market_tags',
    'subMarketTags',
  ];
  for (const path of spellings) {
    const found = await structured<Documented>(url, 'api.get_endpoint', { path });
    assert.equal(found.path, '/api/public/sub-market/tags', path);
  }
});

test('api.get_endpoint with an unknown path lists those that there are', async () => {
  for (const args of [{ path: '/api/public/weather' }, { path: 'market' }, { path: 7 }, {}]) {
    const { isError, content } = await callTool(url, 'api.get_endpoint', args);
    assert.ok(isError, JSON.stringify(args));
    for (const { path } of endpoints) assert.ok(content[0]?.text.includes(path), path);
  }
});

test('api.get_openapi is the document that is served', async () => {
  const served = await (await fetch(`${url}/api/docs/openapi.json`)).json();
  const { content, structuredContent } = await callTool(url, 'api.get_openapi');
  assert.deepEqual(structuredContent, served);
  assert.deepEqual(JSON.parse(String(content[0]?.text)), served);
});

test('api.get_changelog has the versions of the API, and nothing of the program', async () => {
  type Changelog = { version: string; entries: { version: string; markdown: string }[] };
  const { version, entries } = await structured<Changelog>(url, 'api.get_changelog');
  assert.equal(version, '2026-06-09');
  assert.equal(entries.at(-1)?.version, '2026-06-09');
  assert.ok(entries.every(({ markdown }) => markdown.length > 0 && !markdown.includes('mdq')));
});

test('a data tool of old is told which REST endpoint to call', async () => {
  const legacy: Record<string, readonly string[]> = {
    '/api/public/market/focus': ['market.focus', 'get_market_focus', 'query_market_focus'],
    '/api/public/sub-market/tags': ['sub-market/tags', 'getSubMarketTags'],
    '/api/public/overview/ranking': ['fetch-overview-ranking'],
    '/api/public/trends/sub-market': ['trends_sub_market'],
    '/api/public/meta/categories': ['list_categories'],
  };
  for (const [path, names] of Object.entries(legacy)) {
    for (const name of names) {
      const { error } = await rpc(url, 'tools/call', { name, arguments: { category: 'Home' } });
      assert.equal(error?.code, -32602, name);
      assert.ok(
        error?.message.includes('only documents') && error.message.includes(`GET ${path}`),
        error?.message,
      );
      assert.equal(error?.data?.method, 'GET');
      assert.equal(error?.data?.path, path);
      const page = await fetch(`${url}${error?.data?.documentation}.md`);
      assert.equal(page.status, 200);
    }
  }
});

test('any other tool is unknown, and the error lists the six', async () => {
  for (const name of [
    'nope',
    '',
    'docs',
    'docs.searching',
    'Docs.Search',
    'tools/list',
    '__proto__',
    'x'.repeat(5000),
  ]) {
    const { error } = await rpc(url, 'tools/call', { name });
    assert.equal(error?.code, -32602, name);
    assert.deepEqual(error?.data, { tools: TOOLS });
    for (const tool of TOOLS) assert.ok(error?.message.includes(tool));
    assert.ok(Number(error?.message.length) < 400);
  }
});
