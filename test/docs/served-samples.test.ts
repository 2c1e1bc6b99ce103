/** What programs and agents find and read of the service is true of it: the catalog, OpenAPI, and calls that work as pasted. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createDocs } from '../../src/docs/docs.ts';
import { textOf } from '../mcp/rpc.ts';
import { codeFences } from '../support/code-fences.ts';
import { cleanEnvironment } from '../support/command.ts';
import { ask, jsonOf } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const { endpoints, accountRoutes } = createDocs();
const DOCUMENTED = [...endpoints, ...accountRoutes];

const sandboxed = await startService({
  env: { MDQ_SANDBOX_RATE: '10000', MDQ_TRUSTED_PROXIES: '127.0.0.1', MDQ_OPERATOR_PAGES: 'on' },
});
after(() => sandboxed.stop());

test('the call on the page of every endpoint is answered, by the sandbox where there is one', async (t) => {
  for (const { path, page } of DOCUMENTED) {
    await t.test(path, async () => {
      const { text } = await ask(`${sandboxed.url}${page.url}.md`);
      const [call = ''] = callsIn(text);
      assert.equal(codeOf(await paste(call)), 200, call);
      const told = await textOf(sandboxed.url, 'api.get_endpoint', { path, detail: true });
      assert.deepEqual(callsIn(told), [call]);
    });
  }
});

test('without a sandbox it takes the key of the reader, and names that every service has', async (t) => {
  const service = await startOnYear({ MDQ_SANDBOX: 'off' });
  t.after(() => service.stop());
  const { key } = await service.createKey(10_000);
  for (const { path } of DOCUMENTED) {
    const told = await textOf(service.url, 'api.get_endpoint', { path, detail: true });
    const [call = ''] = callsIn(told);
    assert.doesNotMatch(call, /mdk_test_|Home/);
    // The id of a call is the reader's own, too.
    const expected = path.endsWith('{id}') ? 404 : 200;
    assert.equal(codeOf(await paste(call, { MDQ_KEY: key })), expected, call);
  }
  const points = await textOf(service.url, 'docs.get_page', { id: 'zh/points' });
  assert.match(points, /^export MDQ_KEY=mdk_…$/m);
});

test('documents name the address that they were asked at, and are kept for nobody else', async () => {
  const host = 'api.example.com';
  const headers = { host, 'x-forwarded-proto': 'https' };
  for (const path of ['/developers/quickstart.md', '/developers/api/market/focus.md', '/llms-full.txt']) {
    const there = await ask(sandboxed.url + path, { headers });
    assert.match(there.text, /https:\/\/api\.example\.com/, path);
    assert.doesNotMatch(there.text, /localhost:8080/, path);
    assert.equal(there.headers['cache-control'], 'private, no-cache');
    const here = await ask(sandboxed.url + path);
    assert.ok(here.text.includes(sandboxed.url), path);
    assert.notEqual(here.headers.etag, there.headers.etag);
  }
  for (const bad of ['a b', '"; rm -rf /', `${'a'.repeat(300)}.com`]) {
    const { text } = await ask(`${sandboxed.url}/developers/quickstart.md`, { headers: { host: bad } });
    assert.match(text, /http:\/\/localhost:8080/, bad);
  }
  const ofOperators = await ask(`${sandboxed.url}/developers/monitor.md`, { headers });
  assert.match(ofOperators.text, /http:\/\/127\.0\.0\.1:8080\/readyz/);
});

type Link = { readonly href: string; readonly type?: string };
type Linkset = {
  readonly linkset: readonly (Record<string, readonly Link[]> & { readonly anchor: never })[];
};

test('the catalog of APIs names the description, the documents and the state of the service, each of which is there', async () => {
  const { url } = sandboxed;
  const answer = await ask(`${url}/.well-known/api-catalog`);
  assert.equal(answer.status, 200);
  assert.equal(
    answer.headers['content-type'],
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  assert.equal(answer.headers.link, '</.well-known/api-catalog>; rel="api-catalog"');
  const { linkset } = JSON.parse(answer.text) as Linkset;
  const [api] = linkset;
  assert.equal(api?.anchor, `${url}/api/public`);
  const links = ['service-desc', 'service-doc', 'service-meta', 'status'].flatMap(
    (name) => api?.[name] ?? [],
  );
  assert.ok(links.some(({ href }) => href === `${url}/api/docs/openapi.json`));
  for (const { href, type } of links) {
    const found = await ask(href);
    assert.ok([200, 301, 302, 503].includes(found.status), `${href} ${found.status}`);
    if (found.status === 200 && type) assert.equal(found.headers['content-type']?.split(';')[0], type, href);
  }
  const head = await ask(`${url}/.well-known/api-catalog`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.text, head.headers.link], [200, '', answer.headers.link]);
});

test('llms.txt names the key of the sandbox, CSV and the catalog', async () => {
  const { text } = await ask(`${sandboxed.url}/llms.txt`);
  for (const word of ['mdk_test_ok', 'text/csv', '/.well-known/api-catalog'])
    assert.ok(text.includes(word), word);
});

interface Operation {
  readonly 'x-points': { readonly kind: string; readonly period_days?: number };
  readonly responses: Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>;
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, { readonly get: Operation }>;
  readonly components: {
    readonly schemas: Record<string, { readonly additionalProperties?: boolean }>;
    readonly responses: Record<string, unknown>;
  };
}

async function read(url: string, headers: Record<string, string> = {}) {
  const answer = await ask(`${url}/api/docs/openapi.json`, { headers });
  return { document: jsonOf(answer) as Document, cache: answer.headers['cache-control'] };
}

test('the server that it names is the one that was asked', async () => {
  const { document, cache } = await read(sandboxed.url);
  assert.deepEqual([document.servers[0]?.url, cache], [sandboxed.url, 'private, no-cache']);
  const other = await read(sandboxed.url, { host: 'data.example:8443' });
  assert.equal(other.document.servers[0]?.url, 'http://data.example:8443');
});

test('where the operator says what the public address is, that is named, whatever the Host', async (t) => {
  const named = await startService({ env: { MDQ_PUBLIC_URL: 'https://data.example' } });
  t.after(() => named.stop());
  const { document } = await read(named.url, { host: 'other.example' });
  assert.equal(document.servers[0]?.url, 'https://data.example');
  const { text } = await ask(`${named.url}/developers/api/market/focus.md`);
  assert.match(text, /curl .*https:\/\/data\.example\/api\/public\/market\/focus/);
});

test('every call has its 404 and 405, and every data call an answer in CSV', async () => {
  const { document } = await read(sandboxed.url);
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const status of ['404', '405'])
      assert.equal(get.responses[status]?.$ref, `#/components/responses/E${status}`, path);
    const isData = path.startsWith('/api/public/');
    assert.equal('text/csv' in (get.responses[200]?.content ?? {}), isData, path);
    assert.equal(get['x-points'].period_days, get['x-points'].kind === 'per-period' ? 84 : undefined, path);
  }
});

test('key figures may get more keys, as the guide says', async () => {
  const { document } = await read(sandboxed.url);
  assert.equal(document.components.schemas.Focus?.additionalProperties, true);
});

function callsIn(markdown: string): string[] {
  return codeFences(markdown)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code);
}

async function paste(command: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], { env: cleanEnvironment(env) });
  return stdout;
}

function codeOf(printed: string): unknown {
  return (JSON.parse(printed) as { code: unknown }).code;
}
