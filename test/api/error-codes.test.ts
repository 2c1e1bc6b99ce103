/** Programs decide by `x-error-code`: every error has one, and none that was published is taken away. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { ERRORS } from '../../src/errors/callers.ts';
import { ask, sendBytes } from '../support/http/raw-http.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const STRICT = { prefer: 'handling=strict' };

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);
const poor = await service.createKey(0);

test('a code that was published keeps its status', async () => {
  const recorded = JSON.parse(await readFile(new URL('error-codes.json', import.meta.url), 'utf8')) as Record<
    string,
    number
  >;
  const rows = Object.values(ERRORS);
  const current = Object.fromEntries(rows.map(({ code, status }) => [code, status]));
  // A new code is added to error-codes.json; a recorded one stays.
  assert.deepEqual(current, recorded);
  assert.equal(Object.keys(current).length, rows.length, 'a code stands for one error');
  for (const code of Object.keys(current)) assert.match(code, /^[a-z]+(_[a-z]+)*$/);
});

describe('an error is told by its code', () => {
  const expected: [code: string, path: string, headers: Record<string, string>, method?: string][] = [
    ['not_found', '/api/public/nowhere', {}],
    ['not_found', '/developers/nowhere', {}],
    ['method_not_allowed', FOCUS, {}, 'DELETE'],
    ['missing_key', FOCUS, {}],
    ['missing_key', FOCUS, { authorization: `Bearer ${key}` }],
    ['invalid_key', FOCUS, { 'x-api-key': 'mdk_x' }],
    ['insufficient_points', FOCUS, { 'x-api-key': poor.key }],
    ['max_points', FOCUS, { 'x-api-key': key, 'x-max-points': '1' }],
    ['invalid_header', FOCUS, { 'x-api-key': key, 'x-max-points': 'x' }],
    ['invalid_header', FOCUS, { 'x-api-key': key, 'idempotency-key': 'two words' }],
    ['invalid_header', FOCUS, { 'x-api-key': key, prefer: 'strict' }],
    ['invalid_parameter', `${FOCUS}?start=soon`, { 'x-api-key': key }],
    ['invalid_range', `${FOCUS}?start=2024-06-02&end=2024-06-01`, { 'x-api-key': key }],
    ['duplicate_parameter', `${FOCUS}?category=a&category=b`, { 'x-api-key': key }],
    ['invalid_encoding', `${FOCUS}?category=%FF`, { 'x-api-key': key }],
    ['unknown_category', `${FOCUS}?category=Nothing`, { 'x-api-key': key, ...STRICT }],
    ['unknown_sub', '/api/public/sub-market/focus?category=Garden&sub=x', { 'x-api-key': key, ...STRICT }],
    ['unknown_parameter', `${FOCUS}?categories=x&category=Nothing`, { 'x-api-key': key, ...STRICT }],
    ['empty_parameter', `${FOCUS}?category=`, { 'x-api-key': key, ...STRICT }],
    ['outside_data', `${FOCUS}?start=1999-01-01&end=1999-01-02`, { 'x-api-key': key, ...STRICT }],
    ['not_found', '/api/account/calls/none', { 'x-api-key': key }],
    ['method_not_allowed', '/api/mcp', {}],
    ['unsupported_media_type', '/api/mcp', { 'content-type': 'text/plain' }, 'POST'],
    ['invalid_message', '/api/mcp', { 'content-type': 'application/json' }, 'POST'],
    ['insufficient_points', FOCUS, { 'x-api-key': 'mdk_test_nopoints' }],
    ['too_many_requests', FOCUS, { 'x-api-key': 'mdk_test_limit' }],
    ['charge_unknown', FOCUS, { 'x-api-key': 'mdk_test_unknown' }],
  ];
  for (const [code, path, headers, method = 'GET'] of expected) {
    test(`${code}: ${method} ${path} ${Object.keys(headers)}`, async () => {
      const body = method === 'POST' ? '{' : undefined;
      const { status, headers: told } = await ask(service.url + path, {
        ...{ method, headers },
        ...(body !== undefined && { body }),
      });
      assert.ok(status >= 400, String(status));
      assert.equal(told['x-error-code'], code);
    });
  }

  test('and so is what never becomes a request', async () => {
    const { headers } = await sendBytes(service.url, 'NONSENSE\r\n\r\n');
    assert.equal(headers['x-error-code'], 'malformed_request');
  });

  test('one key in Authorization is told where it belongs, and is not repeated', async () => {
    const { text } = await ask(service.url + FOCUS, { headers: { authorization: `Bearer ${key}` } });
    assert.match(text, /Missing API key: send it in the header x-api-key/);
    assert.ok(!text.includes(key));
  });
});

test('the OpenAPI document lists every code', async () => {
  const { components } = (await service.get('/api/docs/openapi.json')).body as {
    components: { headers: Record<string, { schema: { enum: string[] } }> };
  };
  const codes = Object.values(ERRORS).map(({ code }) => code);
  assert.deepEqual(components.headers['x-error-code']?.schema.enum, codes);
});
