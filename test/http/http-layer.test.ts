/** What is wrong with a request before anyone has read its path is answered in the same form. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, assertCallerError, assertError, jsonOf, sendBytes } from '../support/http/raw-http.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const SUBS = '/api/public/meta/sub-categories';

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

/** A request as text, on a connection that ends with it. */
function written(start: string, headers: readonly string[], body = ''): string {
  return `${[start, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

async function isServing(): Promise<void> {
  assert.equal((await service.get(CATEGORIES, { key })).status, 200);
}

test('bad URL encoding is 400 in a path and in a query', async () => {
  const headers = { 'x-api-key': key };
  for (const bad of ['%zz', '%', '%ff', '%E4%BD', '%C0%AF']) {
    const request = written(`GET /api/public/meta/${bad} HTTP/1.1`, ['Host: x', `x-api-key: ${key}`]);
    assertCallerError(await sendBytes(service.url, request));
    const answer = await ask(`${service.url}${SUBS}?category=${bad}`, { headers });
    assertCallerError(answer);
    assert.deepEqual([answer.status, answer.headers['x-points-charged']], [400, '0'], answer.asked);
  }
});

test('headers or an address that are too large get the envelope', async () => {
  const long = 'a'.repeat(100_000);
  const requests = [
    written(`GET ${CATEGORIES} HTTP/1.1`, ['Host: x', `x-api-key: ${long}`]),
    written(`GET ${CATEGORIES} HTTP/1.1`, ['Host: x', `${long}: x`]),
    written(`GET ${CATEGORIES}?category=${long} HTTP/1.1`, ['Host: x', `x-api-key: ${key}`]),
  ];
  for (const request of requests) assertCallerError(await sendBytes(service.url, request));
  await isServing();
});

test('what is not HTTP gets the envelope', async () => {
  const garbage = [
    'hello\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET\r\n\r\n',
    `GET ${CATEGORIES} HTTP/9.9\r\nHost: x\r\n\r\n`,
    `WHATEVER ${CATEGORIES} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${CATEGORIES} HTTP/1.1\r\nHost x\r\n\r\n`,
    `GET ${CATEGORIES} HTTP/1.1\r\nHost: x\r\nx-api-key: a\0b\r\n\r\n`,
    written(
      `POST ${CATEGORIES} HTTP/1.1`,
      ['Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked'],
      'abcd',
    ),
    written(`POST ${CATEGORIES} HTTP/1.1`, ['Host: x', 'Content-Length: minus one'], 'abcd'),
  ];
  for (const bytes of garbage) assertCallerError(await sendBytes(service.url, Buffer.from(bytes, 'latin1')));
  await isServing();
});

test('an address that is not percent-encoded is told how to write it', async () => {
  const answer = await sendBytes(service.url, `GET ${CATEGORIES}?category=Küche HTTP/1.1\r\nHost: x\r\n\r\n`);
  assert.match(assertCallerError(answer), /percent-encoded/);
});

test('a request without a Host, or of HTTP 1.0, gets the envelope', async () => {
  const requests = [
    written(`GET ${CATEGORIES} HTTP/1.1`, [`x-api-key: ${key}`]),
    written(`GET ${CATEGORIES} HTTP/1.0`, [`x-api-key: ${key}`]),
  ];
  for (const request of requests) {
    const answer = await sendBytes(service.url, request);
    const body = jsonOf(answer) as { code: number };
    assert.equal(body.code, answer.status);
    assert.ok(answer.status === 200 || answer.status === 400, String(answer.status));
  }
});

test('headers that ask for something else do not change the answer', async () => {
  const asking = [
    ['Connection: Upgrade', 'Upgrade: websocket'],
    ['Expect: 100-continue'],
    ['Expect: magic'],
    ['Accept: text/html'],
    ['Accept-Encoding: br'],
    ['Content-Type: garbage', 'Content-Length: 0'],
  ];
  for (const headers of asking) {
    const start = `GET ${CATEGORIES} HTTP/1.1`;
    const asked = written(start, ['Host: x', `x-api-key: ${key}`, ...headers]);
    const { text } = await sendBytes(service.url, asked);
    assert.match(text, /\{"code":200,"data":\{"categories":\["Garden","Kitchen"\]\}\}$/, headers.join());
  }
});

test('two key headers are no key, even when both are good, and a key in the address is none', async () => {
  const twice = [`x-api-key: ${key}`, `X-Api-Key: ${key}`];
  const answer = await sendBytes(service.url, written(`GET ${CATEGORIES} HTTP/1.1`, ['Host: x', ...twice]));
  assertError(answer, 401, 'Invalid API key');
  const inAddress = await ask(`${service.url}${CATEGORIES}?x-api-key=${key}&api_key=${key}`);
  assertError(inAddress, 401, 'Missing API key');
});
