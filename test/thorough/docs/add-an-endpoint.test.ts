/** The recipes of CONTRIBUTING.md, followed to the letter in a copy of the project. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment, OWN_NODE } from '../../support/command.ts';
import type { Reply, Service } from '../../support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const BASKET = '/api/public/sub-market/basket';
const TOP = '/api/public/market/top-subs';

const ORDERS = [
  'order_id,ordered_at,category,sub_category,product_id,amount',
  '1,2026-06-01,Tea,Oolong,P1,80',
  '2,2026-06-02,Tea,Oolong,P1,100',
  '3,2026-06-02,Tea,Oolong,P1,200',
  ...Array.from({ length: 6 }, (_, i) => `${i + 4},2026-06-02,Tea,Kind ${i + 1},P2,${60 - i}`),
].join('\n');

const GUIDE = `---
title: Fehler
audience: callers
description: "Was ein Fehler bedeutet."
---

# Fehler

Mehr in [Points and receipts](../points.md).

## Alle Fehler

<!-- table errors de -->
<!-- end -->
`;

/** What is made, or belongs to this machine. */
const NOT_COPIED =
  /^(node_modules|test\/servers\/node_modules|\.git|\.cache|data|site\/(dist|\.pages|\.vitepress\/cache))$/;

const copy = await mkdtemp(join(tmpdir(), 'mdq-copy-'));
const env = cleanEnvironment(OWN_NODE);
let service: Service;
let key: string;
let made: string;

/** The code of a recipe, and the files that it names in full. */
async function recipe(heading: string) {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [section = ''] = page.slice(page.indexOf(`## ${heading}\n`)).split(/\n(?=## )/);
  const all = (pattern: RegExp) => [...section.matchAll(pattern)].map(([, found = '']) => found);
  return { code: all(/```ts\n([\s\S]*?)```/g), files: all(/`((?:src|site)\/[\w./-]+\.ts)`/g) };
}

async function add(file: string, text = ''): Promise<void> {
  await mkdir(dirname(join(copy, file)), { recursive: true });
  await writeFile(join(copy, file), text);
}

/** Puts lines into a file, before or after what is there once. */
async function put(file: string, where: RegExp, lines = ''): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  assert.match(text, where, file);
  await writeFile(
    join(copy, file),
    text.replace(where, (found) => found + lines),
  );
}

/** The new file, and the line that goes into a list. */
async function follow(heading: string, list: string): Promise<void> {
  const { code, files } = await recipe(heading);
  await add(files[0] ?? '', code[0]);
  await appendFile(join(copy, list), code[1] ?? '');
}

/** What an endpoint answers, computed a second time: a line of a table, and a case. */
async function followInReference(heading: string): Promise<void> {
  const [, , line, answer] = (await recipe(heading)).code;
  const file = 'test/support/reference/reference.ts';
  await put(file, /^(?=\} as const satisfies)/m, line);
  await put(file, /^ {4}switch \(path\) \{\n/m, answer);
}

/** What the recipe says of the site: an entry in its table of languages, a guide, and words in one of the five lists. */
async function addToSite(): Promise<void> {
  const { code, files } = await recipe('Add a language');
  const [, , entry, words, line] = code;
  await put('site/languages.ts', /^(?=\} as const satisfies)/m, entry);
  await add('guides/de/errors.md', GUIDE);
  await add(files.find((file) => file.endsWith('/de/built.ts')) ?? '', words);
  const list = 'site/.vitepress/theme/words/built.ts';
  await put(list, /^/, line);
  await put(list, /^ +'zh-TW': .+\n/m, '  de,\n');
}

async function drawPanel(): Promise<void> {
  const { code, files } = await recipe('Draw an endpoint');
  const [panel, line, name] = code;
  await add(files[0] ?? '', panel);
  const list = 'site/.vitepress/theme/explorer/panels/list.ts';
  await put(list, /^/, line);
  await put(list, /^export const PANELS.+\n/m, '  subMarketBasket,\n');
  await put('site/.vitepress/theme/words/en/charts.ts', /^ {2}names: \{\n/m, name);
}

before(async () => {
  await cp(root, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(root, path)) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await follow('Add an endpoint', 'src/endpoints/list.ts');
  await follow('Add a parameter', 'src/endpoints/list.ts');
  await followInReference('Add an endpoint');
  await followInReference('Add a parameter');
  await follow('Add a language', 'src/words/list.ts');
  await addToSite();
  await drawPanel();
  made = (await run('npm', ['run', 'make'], { cwd: copy, env })).stdout;
  await writeFile(join(copy, 'orders.csv'), ORDERS);
  const { startService } =
    await fromCopy<typeof import('../../support/service.ts')>('test/support/service.ts');
  service = await startService({ files: [join(copy, 'orders.csv')] });
  key = (await service.createKey(1_000_000)).key;
});

after(async () => {
  await service?.stop();
  await rm(copy, { recursive: true, force: true });
});

function fromCopy<Module>(file: string): Promise<Module> {
  return import(join(copy, file)) as Promise<Module>;
}

function ask(target: string, headers: Record<string, string> = {}): Promise<Reply> {
  return service.get(target, { key, headers });
}

async function dataOf(target: string): Promise<Record<string, unknown>> {
  const { status, body } = await ask(target);
  assert.equal(status, 200, `${target}: ${JSON.stringify(body)}`);
  return (body as { data: Record<string, unknown> }).data;
}

/** Refused as the caller's mistake, for nothing. */
async function refusal(target: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await ask(target, headers);
  assert.equal(reply.status, 400, target);
  assert.equal(reply.headers.get('x-points-charged'), '0', target);
  return (reply.body as { msg: string }).msg;
}

test('an endpoint is added with one file and one line', async () => {
  for (const [day, current, previous, points] of [
    ['2026-06-02', 150, 80, '15'],
    ['2026-06-01', 80, null, '15'],
    ['2026-06-03', 0, null, '0'],
  ] as const) {
    const { body, headers } = await ask(`${BASKET}?start=${day}&end=${day}`);
    const scope = { category: 'Tea', subCategory: 'Oolong', start: day, end: day };
    assert.deepEqual(body, { code: 200, data: { type: 'sub-market-basket', ...scope, current, previous } });
    assert.equal(headers.get('x-points-charged'), points);
  }
});

test('one command makes all documents and clients, and says what is new and what is not translated', async () => {
  for (const line of [
    ...['README.md', 'guides/points.md', 'src/docs/examples/examples.json', 'client/market_data.py'].map(
      (file) => `made +${file}`,
    ),
    'unchanged +guides/dates\\.md',
    `not in zh-TW yet: summary ${BASKET}`,
    `not in zh-TW yet: ${TOP} parameter top`,
    'not in zh-TW yet: word names\\.basket',
    ...['error requestTimeout', 'guide points', 'page explorer', 'word menu\\.agents', 'dates'].map(
      (gap) => `not in de yet: ${gap}`,
    ),
  ])
    assert.match(made, new RegExp(`^${line}$`, 'm'));
  assert.doesNotMatch(made, /^not in de yet: (error missingKey|guide errors|word menu\.guides)$/m);
  for (const [folder, and] of [
    ['guides', ', '],
    ['guides/zh', '、'],
  ] as const) {
    const guide = await readFile(join(copy, folder, 'points.md'), 'utf8');
    const taken = ['category', 'start', 'end', 'top'].map((name) => `\`${name}\``).join(and);
    assert.ok(guide.includes(`| \`${TOP}\` | ${taken} | 20 × `), folder);
  }
});

test('a parameter of an endpoint alone is read, checked, echoed and priced as declared', async () => {
  const all = ['Oolong', 'Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5', 'Kind 6'];
  const usual = await ask(`${TOP}?end=2026-06-02`);
  assert.equal(usual.headers.get('x-points-charged'), '20');
  // The third time an answer is one that was kept.
  for (const [query, top] of [
    ['', 5],
    ['top=', 5],
    ['top=02', 2],
    ['top=20', 20],
  ] as const)
    for (let time = 0; time < 3; time++) {
      const { top: echoed, names } = await dataOf(`${TOP}?${query}`);
      assert.deepEqual([echoed, names], [top, all.slice(0, top)], query);
    }
  for (const text of ['0', '21', '-1', '2.5', '1e1', 'two', '%20', '99999999999999999999'])
    assert.equal(await refusal(`${TOP}?top=${text}`), 'top must be a whole number from 1 to 20');
  assert.match(await refusal(`${TOP}?top=2&top=2`), /^top is given more than once/);
  // Another spelling is ignored and told, or refused with a hint; other paths do not take it.
  assert.equal((await ask(`${TOP}?topp=2`)).headers.get('x-ignored-parameters'), 'topp');
  assert.equal((await ask(`${BASKET}?top=2`)).headers.get('x-ignored-parameters'), 'top');
  const strict = { prefer: 'handling=strict' };
  assert.match(await refusal(`${TOP}?topp=2`, strict), /did you mean top\?$/);
  assert.match(await refusal(`${TOP}?x=2`, strict), /it takes category, start, end, top$/);
  assert.equal((await ask(`${TOP}?top=2`, strict)).status, 200);
});

test('quotes, repeated calls and the list of calls know it', async () => {
  assert.equal((await dataOf(`/api/account/quote?path=${TOP}&top=2`)).points, 20);
  assert.match(await refusal(`/api/account/quote?path=${TOP}&top=0`), /^top must be/);
  const once = { 'idempotency-key': 'once' };
  for (const charged of ['20', '0'])
    assert.equal((await ask(`${TOP}?top=3`, once)).headers.get('x-points-charged'), charged);
  assert.match(await refusal(`${TOP}?top=4`, once), /^Idempotency-Key/);
  const { calls } = await dataOf('/api/account/calls');
  assert.deepEqual((calls as { parameters: object }[])[0]?.parameters, { top: '3' });
});

test('the OpenAPI document, agents, the site and its form say what it takes', async () => {
  const { body } = await ask('/api/docs/openapi.json');
  const { parameters } = (body as { paths: Record<string, { get: { parameters: { name?: string }[] } }> })
    .paths[TOP]?.get ?? { parameters: [] };
  assert.deepEqual(
    parameters.find(({ name }) => name === 'top'),
    {
      ...{ name: 'top', in: 'query', required: false, description: 'How many names to list.' },
      schema: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
      example: 5,
    },
  );
  const { textOf } = await fromCopy<typeof import('../../mcp/rpc.ts')>('test/mcp/rpc.ts');
  const said = 'How many names to list. Takes a whole number from 1 to 20; missing: 5.';
  const text = await textOf(service.url, 'api.get_endpoint', { path: TOP });
  assert.ok(text.includes(`- \`top\` (optional): ${said}`), text);
  const { createDocs } = await fromCopy<typeof import('../../../src/docs/docs.ts')>('src/docs/docs.ts');
  const { endpointPage } =
    await fromCopy<typeof import('../../../site/endpoint-page.ts')>('site/endpoint-page.ts');
  const doc = createDocs().endpoints.find(({ path }) => path === TOP) ?? assert.fail();
  for (const [language, takes] of [
    ['en', said],
    ['zh-TW', 'How many names to list.接受 1 到 20 的整數；省略時為 5。'],
  ] as const) {
    const { markdown, matter } = await endpointPage(doc, language);
    assert.ok(markdown.includes(`<template #about-top>\n\n${takes}\n\n</template>`), markdown);
    const { parameters, example } = matter.call;
    assert.deepEqual(
      parameters.map(({ name }) => name),
      ['category', 'start', 'end', 'top'],
    );
    assert.deepEqual(parameters.at(-1)?.form, { kind: 'wholeNumber', minimum: 1, maximum: 20 });
    assert.equal(example.values.top, '5');
  }
});

test('the clients know it', async (t) => {
  const types = await readFile(join(copy, 'client/schema.d.ts'), 'utf8');
  assert.match(types, /marketTopSubs: \{\s+parameters: \{\s+query\?: \{[^}]*top\?: number;/);
  const { createMarketDataClient } =
    await fromCopy<typeof import('../../../client/client.js')>('client/client.js');
  const client = createMarketDataClient({ baseUrl: service.url, key });
  const { data } = await client.get(TOP as '/api/public/market/focus', { top: 2 } as object);
  assert.deepEqual((data as unknown as { names: string[] }).names, ['Oolong', 'Kind 1']);
  if (spawnSync('python3', ['--version']).status !== 0) return t.skip('needs python3');
  const program =
    'from market_data import MarketData; print(MarketData().market_top_subs(top=2).data["names"])';
  const { stdout } = await run('python3', ['-c', program], {
    cwd: join(copy, 'client'),
    env: { ...env, MDQ_URL: service.url, MDQ_KEY: key, PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.equal(stdout.trim(), "['Oolong', 'Kind 1']");
});

test('a language is added with one folder and one line: the site has every page for callers in it, in English where it is not translated', async () => {
  const { markdownOf, writePages } = await fromCopy<typeof import('../../../site/pages.ts')>('site/pages.ts');
  const { createDocs } = await fromCopy<typeof import('../../../src/docs/docs.ts')>('src/docs/docs.ts');
  const { navigation } = await fromCopy<typeof import('../../../site/navigation.ts')>('site/navigation.ts');
  const folder = join(copy, 'site/.pages');
  await writePages(createDocs(), folder);
  const pageOf = (id: string) => readFile(join(folder, `${id}.md`), 'utf8');

  const errors = await pageOf('de/errors');
  for (const said of [
    /^# Fehler$/m,
    /^\| HTTP \| `x-error-code` \| `msg` \| Was geschehen ist, und was zu tun ist \|$/m,
    /^\| 401 \| `missing_key` \| `Missing API key` \| Der Header `x-api-key` fehlt\. \|$/m,
    /^\| 408 \| `request_timeout` \| `Request timeout` \| The request did not arrive in time\. \|$/m,
    /"twins":\{"en":"\/errors","zh-TW":"\/zh\/errors"\}/,
  ])
    assert.match(errors, said);
  assert.match(await pageOf('errors'), /"twins":\{"zh-TW":"\/zh\/errors","de":"\/de\/errors"\}/);
  const titleOf = async (id: string) =>
    /^title: (.+)$|"title":"(.+?)"/m
      .exec(await pageOf(id))
      ?.slice(1)
      .find(Boolean);
  for (const id of ['index', 'points', 'explorer', 'changelog', 'api/market/focus'])
    assert.equal(await titleOf(`de/${id}`), await titleOf(id), id);
  await assert.rejects(pageOf('de/operating'), /ENOENT/);
  const served = ['errors', 'points'].map((id) => markdownOf(id, 'de' as 'en', createDocs()));
  assert.deepEqual(served, ['de/errors.md', 'points.md']);
  const german = navigation('de' as 'en');
  assert.deepEqual(
    german.map((item) => 'link' in item && item.link),
    ['/de/quickstart', '/de/fields', '/de/explorer', '/de/pricing', '/de/account'],
  );
  assert.ok(german.some((item) => 'text' in item && item.text === 'Anleitungen'));
});

test('what holds for all endpoints, and for what is drawn of them, holds for the new ones', async () => {
  const theme = 'site/.vitepress/theme';
  await runTests(['explorer/**', 'words', 'pricing'].map((folder) => `${theme}/${folder}/*.test.ts`));
  const documents = ['architecture', 'docs', 'translations', 'search'];
  const files = [
    ...documents.map((name) => `test/docs/${name}.test.ts`),
    'test/api/contract.test.ts',
    'test/api/unpaid-days.test.ts',
    'test/mcp/lengths.test.ts',
    'test/support/reference/reference.test.ts',
  ];
  // Everything was made a moment ago: to make it again would tell nothing new. Nor would what an endpoint does not change.
  const skipped = [
    'every answer and table in the documentation, and each client, is what the service says today',
    'an index that is made a little at a time',
  ];
  await runTests([`--test-skip-pattern=${skipped.join('|')}`, ...files]);
  // Of these, what goes through all endpoints: each file starts a service of its own.
  const chosen = [
    'mdq price list shows',
    'the Python client is one file that calls every path',
    'a key for one category reads of no other',
    'what an endpoint says that it lists',
    'one order on one day',
  ];
  const others = ['prices', 'key-limits', 'figures'].map((name) => `test/api/${name}.test.ts`);
  await runTests([
    `--test-name-pattern=${chosen.join('|')}`,
    ...others,
    'test/thorough/docs/installed-clients.test.ts',
  ]);
});

async function runTests(args: readonly string[]): Promise<void> {
  const options = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
  await run(process.execPath, ['--test', ...args], options).catch(({ stdout }: { stdout: string }) =>
    assert.fail(stdout),
  );
}
