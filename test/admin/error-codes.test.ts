/** Programs decide by `x-error-code`: every error of the admin API has one, and none that was published is taken away. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { ADMIN_ERRORS } from '../../src/admin/error-codes.ts';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { ask, sendBytes } from '../support/http/raw-http.ts';
import { ENGINES } from '../support/stores/accounts-engines.ts';

const [engine] = ENGINES;
assert.ok(engine);
let admin: OwnAdmin;
before(async () => {
  admin = await startAdmin(engine, { MDQ_SUPPORT_POINTS: '10' });
  await admin.data('POST /accounts', { name: 'acme' });
});

test('a code that was published keeps its status', async () => {
  const recorded = JSON.parse(await readFile(new URL('error-codes.json', import.meta.url), 'utf8'));
  // A new code is added to error-codes.json; a recorded one stays.
  const current = Object.entries(ADMIN_ERRORS).map(([code, { status }]) => [code, status]);
  assert.deepEqual(Object.fromEntries(current), recorded);
});

describe('an error is told by its code', () => {
  const expected: [code: string, ...Parameters<OwnAdmin['ask']>][] = [
    ['invalid_input', 'POST /accounts', {}],
    ['invalid_input', 'GET /accounts?limit=0'],
    ['invalid_input', 'POST /accounts', { name: 'b' }, { headers: { 'idempotency-key': 'two words' } }],
    ['invalid_body', 'POST /accounts', '{'],
    ['invalid_encoding', 'GET /accounts?name=%ff'],
    ['invalid_encoding', 'GET /accounts//keys'],
    ['invalid_token', 'GET /accounts', undefined, { headers: { authorization: 'Bearer mdo_x' } }],
    ['not_allowed', 'POST /accounts', { name: 'b' }, { role: 'viewer' }],
    ['not_allowed', 'POST /accounts/acme/grants', { points: 11 }, { role: 'support' }],
    ['not_found', 'GET /nowhere'],
    ['not_found', 'GET /accounts/nobody'],
    ['method_not_allowed', 'DELETE /accounts'],
    ['conflict', 'POST /accounts', { name: 'acme' }],
    ['body_too_large', 'POST /accounts', 'x'.repeat(1_048_577)],
  ];
  for (const [code, ...asked] of expected) {
    test(`${code}: ${asked[0]}`, async () => {
      const { status, headers } = await admin.ask(...asked);
      assert.equal(headers.get('x-error-code'), code);
      assert.equal(ADMIN_ERRORS[code as keyof typeof ADMIN_ERRORS].status, status);
    });
  }

  test('also by the name of another host, and at the root', async () => {
    const other = await ask(`${admin.url}/accounts`, { headers: { host: 'evil.example' } });
    assert.equal(other.headers['x-error-code'], 'wrong_host');
    const headers = { authorization: `Bearer ${admin.tokens.admin}` };
    const root = await ask(new URL('/', admin.url).href, { headers });
    assert.equal(root.headers['x-error-code'], 'not_found');
  });

  test('and what never becomes a request is refused in the envelope', async () => {
    const sent: [status: number, code: string, bytes: string][] = [
      [400, 'malformed_request', 'NONSENSE\r\n\r\n'],
      [404, 'not_found', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
      [421, 'wrong_host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
      [431, 'headers_too_large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`],
      [
        401,
        'invalid_token',
        'GET /admin/v1/accounts HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nConnection: close\r\n\r\n',
      ],
    ];
    for (const [status, code, bytes] of sent) {
      const answer = await sendBytes(admin.url, bytes);
      assert.deepEqual([answer.status, answer.headers['x-error-code']], [status, code]);
      assert.match(String(answer.headers['x-request-id']), /^\S+$/);
      assert.match(answer.text, new RegExp(`{"code":${status},"msg":".+"}`));
    }
  });
});

test('what follows a whole request and is not HTTP is not taken for the answer to it', async () => {
  const headers = `Host: localhost\r\nAuthorization: Bearer ${admin.tokens.admin}\r\n`;
  const bytes = `GET /admin/v1/accounts HTTP/1.1\r\n${headers}\r\nNONSENSE\r\n\r\n`;
  const { text } = await sendBytes(admin.url, bytes);
  assert.doesNotMatch(text, /not valid HTTP/);
});

test('the OpenAPI document and the guide list every code', async () => {
  const document = await (await fetch(`${admin.url}/openapi.json`)).text();
  const guide = await readFile(new URL('../../guides/admin-api.md', import.meta.url), 'utf8');
  for (const [code, { status }] of Object.entries(ADMIN_ERRORS)) {
    assert.ok(guide.includes(`| ${status} | \`${code}\` |`), code);
    if (status !== 408 && status !== 431) assert.ok(document.includes(`"${code}"`), code);
  }
});
