/** What a program finds that knows nothing but the host. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';

const service = await startService();
after(() => service.stop());

type Link = { readonly href: string; readonly type?: string };
type Linkset = {
  readonly linkset: readonly (Record<string, readonly Link[]> & { readonly anchor: never })[];
};

test('the catalog of APIs names the description, the documents and the state of the service, each of which is there', async () => {
  const { url } = service;
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
  const { text } = await ask(`${service.url}/llms.txt`);
  for (const word of ['mdk_test_ok', 'text/csv', '/.well-known/api-catalog'])
    assert.ok(text.includes(word), word);
});
