/** What the OpenAPI document says of the service that it is read from. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, jsonOf } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';

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

const service = await startService();
after(() => service.stop());

async function read(url: string, headers: Record<string, string> = {}) {
  const answer = await ask(`${url}/api/docs/openapi.json`, { headers });
  return { document: jsonOf(answer) as Document, cache: answer.headers['cache-control'] };
}

test('the server that it names is the one that was asked', async () => {
  const { document, cache } = await read(service.url);
  assert.deepEqual([document.servers[0]?.url, cache], [service.url, 'private, no-cache']);
  const other = await read(service.url, { host: 'data.example:8443' });
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
  const { document } = await read(service.url);
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const status of ['404', '405'])
      assert.equal(get.responses[status]?.$ref, `#/components/responses/E${status}`, path);
    const isData = path.startsWith('/api/public/');
    assert.equal('text/csv' in (get.responses[200]?.content ?? {}), isData, path);
    assert.equal(get['x-points'].period_days, get['x-points'].kind === 'per-period' ? 84 : undefined, path);
  }
});

test('key figures may get more keys, as the guide says', async () => {
  const { document } = await read(service.url);
  assert.equal(document.components.schemas.Focus?.additionalProperties, true);
});
