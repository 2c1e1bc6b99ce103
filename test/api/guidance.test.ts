/** A refusal says what to send instead: in its message, its headers or its data. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newKey } from '../../src/accounts/key.ts';
import { ask, jsonOf } from '../support/http/raw-http.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const ORIGIN = 'https://shop.example';

const service = await startOnYear({ MDQ_CORS_ORIGINS: ORIGIN });
after(() => service.stop());
const { key } = await service.createKey(10);

test('every 401 says which header a key goes into, and where it was sent as a bearer token too', async () => {
  const cases: [headers: Record<string, string>, msg: string][] = [
    [{}, 'Missing API key'],
    [
      { authorization: `Bearer ${key}` },
      'Missing API key: send it in the header x-api-key, not in Authorization',
    ],
    ...['x', newKey('').key, 'mdk_test_nothing'].map(
      (unknown) => [{ 'x-api-key': unknown }, 'Invalid API key'] as [Record<string, string>, string],
    ),
  ];
  for (const [headers, msg] of cases) {
    for (const path of [FOCUS, '/api/account', '/api/account/quote']) {
      const refused = await ask(service.url + path, { headers });
      assert.equal(refused.status, 401);
      assert.equal(refused.headers['www-authenticate'], 'ApiKey header="x-api-key"');
      assert.deepEqual(jsonOf(refused), { code: 401, msg });
    }
  }
});

test('a path that is nearly one of ours is told which', async () => {
  const cases: [path: string, meant: string | undefined][] = [
    ['/api/v1/market/focus', FOCUS],
    ['/api/public/market/focus/', FOCUS],
    ['/api/public/Market/Focus?category=x', FOCUS],
    ['/api/public/sub-market/tag', '/api/public/sub-market/tags'],
    ['/api/account/quotes', '/api/account/quote'],
    ['/api/public/everything/tags', '/api/public/sub-market/tags'],
    ['/openapi.json', '/api/docs/openapi.json'],
    ['/api/public', undefined],
    ['/nothing/of/the/kind', undefined],
    [`/${'market/'.repeat(900)}`, undefined],
  ];
  for (const [path, meant] of cases) {
    const refused = await ask(service.url + path);
    const data = meant === undefined ? {} : { data: { did_you_mean: meant } };
    assert.deepEqual(jsonOf(refused), { code: 404, msg: 'Not found', ...data }, path);
  }
});

test('every 400, 401, 402 and 404 links to the page that helps', async () => {
  const cases: [path: string, headers: Record<string, string>, status: number, page: string][] = [
    [`${FOCUS}?start=x`, { 'x-api-key': key }, 400, '/developers/errors'],
    [FOCUS, {}, 401, '/developers/authentication'],
    [FOCUS, { 'x-api-key': key }, 402, '/developers/points'],
    ['/nothing', {}, 404, '/llms.txt'],
  ];
  for (const [path, headers, status, page] of cases) {
    const refused = await ask(service.url + path, { headers });
    assert.deepEqual([refused.status, refused.headers.link], [status, `<${page}>; rel="help"`], path);
    const helps = await ask(`${service.url}${page.replace(/(?<=developers.*)$/, '.md')}`);
    assert.equal(helps.status, 200, page);
  }
});

test('pages of a named origin can read every header that an answer has', async () => {
  const rich = await service.createKey(10_000);
  const sent = { 'x-api-key': rich.key, origin: ORIGIN, prefer: 'handling=strict' };
  const unread = new Set<string>();
  const plain = /^(cache-control|content-|date|expires|connection|keep-alive|access-control-|vary|transfer-)/;
  const safe =
    /^(x-content-type-options|referrer-policy|permissions-policy|x-frame-options|strict-transport)/;
  for (const path of [`${FOCUS}?start=2030-01-01`, `${FOCUS}?start=2023-12-01&foo=1`, '/api/account']) {
    for (const more of [{}, { 'x-api-key': '' }, { prefer: '' }, { 'x-api-key': 'mdk_test_ok' }]) {
      const answer = await ask(service.url + path, { headers: { ...sent, ...more } });
      const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
      for (const name of Object.keys(answer.headers))
        if (!plain.test(name) && !safe.test(name) && !exposed.includes(name)) unread.add(name);
    }
  }
  assert.deepEqual([...unread], []);
});
