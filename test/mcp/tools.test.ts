/** The six tools: what they are, what they return, and what happens to any other name. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createDocs } from '../../src/docs/docs.ts';
import { withAddress } from '../../src/docs/examples/example-address.ts';
import { sectionsOf } from '../../src/docs/search/sections.ts';
import { USUAL_TERMS } from '../../src/docs/terms.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { PriceList } from '../../src/endpoints/price-list.ts';
import { createMcp } from '../../src/mcp/answer-post.ts';
import { docsGetPage } from '../../src/mcp/tools/docs-get-page.ts';
import { accountRoutes } from '../../src/request/account/index.ts';
import { ask } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';
import { ARGUMENTS, callTool, idsIn, request, rpc, TOOLS, textOf } from './rpc.ts';

type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: Record<string, unknown>;
};

const NO_HEADERS = { version: undefined, method: undefined, name: undefined };
const service = await startService({ env: { MDQ_OPERATOR_PAGES: 'on' } });
after(() => service.stop());
const { url } = service;
const docs = createDocs();
const { result } = await rpc(url, 'tools/list');
const tools = (result as { tools: ListedTool[] }).tools;
const ajv = new Ajv2020({ strict: false });
const documented = [...docs.endpoints, ...docs.accountRoutes];
const pageIds = docs.everyPage.map(({ id }) => id);

test('every tool says what it is for, what it takes and what it returns, and that it changes nothing', async () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
  for (const { name, title, description, inputSchema, annotations } of tools) {
    assert.ok(title.length > 5 && /[Uu]se it/.test(description), name);
    assert.equal(inputSchema.type, 'object');
    ajv.compile(inputSchema);
    const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    assert.deepEqual(annotations, hints);
    // One text, and nothing that a client could show in its place; also by its name with underscores.
    const args = ARGUMENTS[name] ?? {};
    const answer = await callTool(url, name, args);
    assert.deepEqual([Object.keys(answer), answer.content.length], [['content'], 1], name);
    assert.deepEqual(await callTool(url, name.replaceAll('.', '_'), args), answer);
  }
});

test('docs.search returns as many places as it is asked for, each with an id that can be read', async () => {
  const found = await textOf(url, 'docs.search', { query: 'tags of a sub-category' });
  const ids = idsIn(found);
  assert.equal(ids.length, 3);
  assert.ok(ids.includes('api/sub-market/tags'));
  for (const [, id = ''] of found.matchAll(/\(`([^`]+)`/g)) {
    assert.ok((await textOf(url, 'docs.get_page', { id })).length > 20, id);
  }
  for (const limit of [1, 3, 20]) {
    const many = idsIn(await textOf(url, 'docs.search', { query: 'market category', limit }));
    assert.ok(many.length <= limit && many.length >= Math.min(limit, 10));
  }
});

/** Values that some argument of some tool allows, and values that none allows. */
const VALUES: readonly unknown[] = [
  ...['points', 'market/focus', '2026-06-09', 'site', '', ' ', '2', 'true'],
  ...['x'.repeat(200), 'x'.repeat(201), '點'.repeat(200), '𠮷'.repeat(200)],
  ...[1, 20, 21, 0, -1, 1.5, Number.MAX_VALUE, true, false, null, [], ['x'], {}, { toString: 1 }],
];

test('every tool allows exactly the arguments that its schema allows, and names the one it refuses', async () => {
  for (const { name, inputSchema } of tools) {
    const { properties = {} } = inputSchema as { properties?: Record<string, unknown> };
    const validate = ajv.compile(inputSchema);
    const good = ARGUMENTS[name] ?? {};
    const names = [...Object.keys(properties), 'x', 'lang', 'toString'];
    const calls: [string, object][] = [
      ['', {}],
      ...names.flatMap((each) => VALUES.map((value): [string, object] => [each, { ...good, [each]: value }])),
    ];
    for (const [argument, args] of calls) {
      const { isError = false, content } = await callTool(url, name, args);
      const message = String(content[0]?.text);
      // A value may be of the right form and name nothing.
      const isOfTheForm =
        !/ is missing\. | must be (?!a calendar)|is not an argument of/.test(message) || !isError;
      assert.equal(isOfTheForm, validate(args), `${name} ${JSON.stringify(args)}: ${message.slice(0, 200)}`);
      if (!isOfTheForm) assert.ok(message.startsWith(argument || Object.keys(good)[0] || ''), message);
    }
  }
});

test('a refused argument is told with what it takes', async () => {
  const path = 'market/focus';
  const query = 'points';
  const told: [string, object, string][] = [
    [
      'docs.search',
      {},
      'query is missing. A question or a few words, such as "how are points charged" or "點數".',
    ],
    ['docs.search', { query: 5 }, 'query must be a text of 1 to 200 characters.'],
    ['docs.search', { query: 'a\0' }, 'query must be a text without NUL and unpaired surrogates'],
    ['docs.search', { query, limit: '2' }, 'limit must be a whole number from 1 to 20.'],
    [
      'docs.search',
      { query, lang: 'zh' },
      'lang is not an argument of docs.search, which takes query, limit.',
    ],
    ['api.list_endpoints', { x: 1 }, 'x is not an argument of api.list_endpoints, which takes none.'],
    ['api.get_endpoint', { path, start: { toString: 1 } }, 'start must be a text that is not empty.'],
    ['api.get_endpoint', { path, detail: 'yes' }, 'detail must be true or false.'],
    ['api.get_changelog', { area: 'website' }, 'area must be one of api, clients, documentation, site, all.'],
    ['api.get_changelog', { since: '2026-02-30' }, 'since must be a calendar date as YYYY-MM-DD.'],
  ];
  for (const [name, args, message] of told) {
    const { isError, content } = await callTool(url, name, args);
    assert.deepEqual([isError, content[0]?.text], [true, message]);
  }
});

test('docs.get_page returns the page as Markdown, by its id or its address', async () => {
  for (const page of docs.everyPage) {
    const whole = await textOf(url, 'docs.get_page', { id: page.id });
    assert.ok(whole.startsWith(`# ${/^# (.+)$/m.exec(page.markdown)?.[1]}`), page.id);
    for (const id of [page.url, `${page.url}.md`, `https://data.example.com${page.url}`]) {
      assert.equal(await textOf(url, 'docs.get_page', { id }), whole, id);
    }
  }
});

test('every section of every page can be read, by its heading or the anchor of its address', async () => {
  for (const page of docs.pages) {
    for (const { heading, slug } of sectionsOf(page.markdown).filter((section) => section.level > 1)) {
      const read = await textOf(url, 'docs.get_page', { id: page.id, section: heading });
      assert.match(read, /^##/, `${page.id} ${heading}`);
      assert.ok(read.includes(heading), `${page.id} ${heading}`);
      assert.equal(await textOf(url, 'docs.get_page', { id: `${page.url}#${slug}` }), read);
    }
  }
});

test('a page too long for one answer names the sections that it leaves out', async () => {
  const page = docs.page('operating');
  const read = await textOf(url, 'docs.get_page', { id: 'operating' });
  assert.ok(read.length < Number(page?.markdown.length) / 2);
  for (const { heading, slug } of sectionsOf(String(page?.markdown))) {
    assert.ok(read.includes(`# ${heading}\n`) || read.includes(`\`${slug}\``), heading);
  }
});

test('an unknown page, section or path is told with those that there are', async () => {
  const ids = pageIds.map((id) => `\`${id}\``);
  const paths = documented.map(({ path }) => path);
  for (const [name, args, known] of [
    ['docs.get_page', { id: 'nope' }, ids],
    ['docs.get_page', { id: '../../package' }, ids],
    ['docs.get_page', { id: '__proto__' }, ids],
    ['docs.get_page', { id: 'points', section: 'nope' }, ['`prices`', '`what-is-free`']],
    ['api.get_endpoint', { path: '/api/public/weather' }, paths],
    ['api.get_endpoint', { path: 'market' }, paths],
    ['api.get_openapi', { path: 'weather' }, paths],
  ] as const) {
    const { isError, content } = await callTool(url, name, args);
    assert.ok(isError, JSON.stringify(args));
    for (const each of known)
      assert.ok(content[0]?.text.includes(each), `${each} for ${JSON.stringify(args)}`);
  }
});

test('api.list_endpoints has every endpoint with its parameters, price and answer', async () => {
  const list = await textOf(url, 'api.list_endpoints');
  const rows = new Map([...list.matchAll(/^- `(\S+)`.*$/gm)].map(([row, path = '']) => [path, row]));
  assert.deepEqual(
    [...rows.keys()],
    [...endpoints, ...accountRoutes].map(({ path }) => path),
  );
  assert.match(String(rows.get('/api/public/sub-market/tags')), /\(category, sub, start, end\).* 100 points/);
  assert.match(String(rows.get('/api/public/sub-market/tags')), /items\[\] \(key, value, count, percent\)/);
  assert.match(String(rows.get('/api/public/trends/overview')), / 40 points, fixed\./);
  assert.match(String(rows.get('/api/account')), / Free\. .*balance/);
});

test('api.get_endpoint tells all about an endpoint', async () => {
  for (const { path, price, fields, parameters, curl } of documented) {
    const read = await textOf(url, 'api.get_endpoint', { path, detail: true });
    assert.ok(read.includes(`\`GET ${path}\``), path);
    assert.ok(read.includes(`**Price:** ${price.text}.`), path);
    assert.ok(read.includes(withAddress(curl, url)), path);
    for (const { name } of parameters) assert.ok(read.includes(`- \`${name}\``), `${path} ${name}`);
    for (const { name } of fields) {
      // Fields of an object that are those of one before it stand once.
      const outer = `- \`data.${name.slice(0, name.lastIndexOf('.'))}\``;
      const isShared = read
        .split('\n')
        .some((line) => line.startsWith(outer) && line.includes(' Fields as in '));
      assert.ok(isShared || read.includes(`- \`data.${name}\``), `${path} ${name}`);
    }
    assert.match(read, /"code": 200/);
  }
});

test('api.get_endpoint says how the price grows, and where it does not', async () => {
  const focus = await textOf(url, 'api.get_endpoint', { path: 'market/focus', detail: true });
  assert.match(
    focus,
    /each started 84 days .* 45 points for 84 days, 135 points for 182 days, 225 points for 365 days\./,
  );
  const related = await textOf(url, 'api.get_endpoint', { path: 'sub-market/related-purchases' });
  assert.match(related, /\*\*Price:\*\* 60 points, fixed\.\n/);
  const trend = await textOf(url, 'api.get_endpoint', { path: 'trends/overview' });
  assert.match(trend, /\*\*Price:\*\* 40 points, fixed\.\n/);
});

test('a search shows the price and the length of a period of the moment', async () => {
  const prices = new PriceList(new Map([['/api/public/market/focus', 70]]));
  const mcp = createMcp(createDocs({ prices, periodDays: 28 }));
  const params = { name: 'docs.search', arguments: { query: '/api/public/market/focus price', limit: 1 } };
  const { body = '' } = (await mcp(request('tools/call', params), NO_HEADERS, async (work) => work())) ?? {};
  assert.match(Buffer.from(body, 'latin1').toString(), /Price: 70 points.* 28 days/);
});

test('api.get_openapi is the document that is served', async () => {
  const served = JSON.parse((await ask(`${url}/api/docs/openapi.json`)).text);
  assert.deepEqual(JSON.parse(await textOf(url, 'api.get_openapi')), served);
});

test('api.get_openapi gives one path with all that it refers to, and nothing else', async () => {
  for (const { path } of documented) {
    const text = await textOf(url, 'api.get_openapi', { path: path.replace('/api/public', '') });
    const part = JSON.parse(text) as { paths: object; components: Record<string, Record<string, unknown>> };
    assert.deepEqual(Object.keys(part.paths), [path]);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    for (const [, kind = '', name = ''] of referred)
      assert.ok(part.components[kind]?.[name], `${kind} ${name}`);
    const given = Object.entries(part.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind} ${name}`),
    );
    const wanted = new Set(referred.map(([, kind, name]) => `${kind} ${name}`));
    assert.deepEqual(
      given.filter((name) => !wanted.has(name)),
      ['securitySchemes apiKey'],
    );
  }
});

test('every change is in one area, and all areas together have each of them', async () => {
  const linesIn = async (area: string) => {
    const all = [...docs.changelog.matchAll(/(?<=^### ).+$/gm)].map(([since]) => since);
    const texts = await Promise.all(
      all.map((since) => textOf(url, 'api.get_changelog', { since, area }).then(entryOf(since))),
    );
    return texts.flatMap((text) => text.match(/^- .+$/gm) ?? []);
  };
  const areas = await Promise.all(['api', 'clients', 'documentation', 'site'].map(linesIn));
  assert.equal(areas.flat().length, docs.changelog.match(/^- /gm)?.length);
});

/** What stands below one date. */
function entryOf(date: string): (text: string) => string {
  return (text) => text.split(/^## /m).find((part) => part.startsWith(date)) ?? '';
}

test('a data tool of old is told its request, its price and where to read it, with what it was sent', async () => {
  const sent = {
    category: 'Home & Living',
    start: '2026-05-11',
    end: '2026-06-07',
    n: 7,
    sub: 'no parameter',
  };
  const { error } = await rpc(url, 'tools/call', { name: 'market.focus', arguments: sent });
  assert.deepEqual(error?.data, {
    method: 'GET',
    path: '/api/public/market/focus',
    request: '/api/public/market/focus?category=Home+%26+Living&start=2026-05-11&end=2026-06-07',
    price: '45 points per started period of 84 days',
    documentation: '/developers/api/market/focus',
    tool: 'api.get_endpoint',
    arguments: { path: '/api/public/market/focus', start: '2026-05-11', end: '2026-06-07' },
  });
  assert.match(
    await textOf(url, error.data.tool as string, error.data.arguments as object),
    /at most 45 points/,
  );
});

test('a data tool whose name can mean several endpoints is told all of them', async () => {
  const meant: Record<string, readonly string[]> = {
    query_trends: ['trends/overview', 'trends/market', 'trends/sub-market'],
    get_payment_methods: ['overview/payment', 'market/payment'],
    focus: ['market/focus', 'sub-market/focus'],
  };
  for (const [name, short] of Object.entries(meant)) {
    const paths = short.map((path) => `/api/public/${path}`);
    const { error } = await rpc(url, 'tools/call', { name });
    const { endpoints: found, tools: six } = (error?.data ?? {}) as {
      endpoints: { path: string }[];
      tools: string[];
    };
    assert.deepEqual(found.map(({ path }) => path).toSorted(), paths.toSorted(), name);
    assert.deepEqual(six, TOOLS);
    for (const path of paths) assert.ok(error?.message.includes(`GET ${path} (`), String(error?.message));
  }
  const { error } = await rpc(url, 'tools/call', { name: 'get_balance' });
  assert.match(String(error?.message), /call GET \/api\/account \(free\)/);
});

test('any other tool is unknown, and the error lists the six', async () => {
  for (const name of ['nope', '', 'docs.searching', 'Docs.Search', '__proto__', 'x'.repeat(5000)]) {
    const { error } = await rpc(url, 'tools/call', { name });
    assert.deepEqual([error?.code, error?.data], [-32602, { tools: TOOLS }], name);
    for (const tool of TOOLS) assert.ok(error?.message.includes(tool));
    assert.ok(Number(error?.message.length) < 400);
  }
});

test('docs.get_page names the guides for providers only where they are served', () => {
  const describing = (isForCallersOnly: boolean) =>
    docsGetPage(createDocs({ ...USUAL_TERMS, isForCallersOnly })).description;
  assert.match(describing(false), / For callers: .*\bpoints\b.*\. For providers: .*\boperating\b.*\.$/);
  assert.match(describing(true), / For callers: .*\bpoints\b[^.]*\.$/);
});

test('what a search needs is made beforehand, however its name is written, and for nothing else', async () => {
  let times = 0;
  const makeSearchIndex = async () => {
    times += 1;
  };
  const mcp = createMcp({ ...createDocs(), makeSearchIndex });
  const searches = ['docs.search', 'docs_search', String.raw`docs\u002esearch`, String.raw`docs.\u0073earch`];
  for (const name of searches) {
    const body = request('tools/call', { name: 'NAME', arguments: { query: 'points' } }).replace(
      'NAME',
      name,
    );
    const { body: bytes = '' } = (await mcp(body, NO_HEADERS, async (work) => work())) ?? {};
    assert.match(String(bytes), /points/);
  }
  assert.equal(times, searches.length);
  await mcp(request('ping', {}), NO_HEADERS, async (work) => work());
  await mcp(request('tools/call', { name: 'api.list_endpoints' }), NO_HEADERS, async (work) => work());
  assert.equal(times, searches.length);
});
