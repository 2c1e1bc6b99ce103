/** What the admin API answers is what its OpenAPI document says, field by field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { newKey } from '../../src/accounts/key.ts';
import { newWebhookId, newWebhookSecret } from '../../src/accounts/outbox.ts';
import { startAdmin } from '../support/http/own-admin.ts';
import { call, ENGINES } from '../support/stores/accounts-engines.ts';

const [sqlite] = ENGINES;
assert.ok(sqlite);
const admin = await startAdmin(sqlite, { MDQ_WEBHOOK_HOSTS: 'hooks.example' });
const document = (await (await fetch(`${admin.url}/openapi.json`)).json()) as {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, { $ref?: string }> }>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
ajv.addSchema({ $id: 'admin', ...document });

/** Sends a request to a documented path, and holds what is answered against the document. */
async function check(
  status: number,
  way: string,
  body?: unknown,
  asked: { template?: string; headers?: Record<string, string> } = {},
) {
  const [method = '', target = ''] = way.split(' ');
  const path = asked.template ?? target.split('?')[0] ?? '';
  const answer = await admin.ask(way, body, asked);
  assert.equal(answer.status, status, `${way}: ${JSON.stringify(answer.body)}`);
  // A method that a path does not take has no entry of its own.
  const entry = document.paths[path]?.[method.toLowerCase()] ?? Object.values(document.paths[path] ?? {})[0];
  const response = entry?.responses[status];
  assert.ok(entry && response, `${way}: a ${status} is not documented`);
  const place =
    response.$ref?.slice(1) ??
    `/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/responses/${status}`;
  const validate = ajv.getSchema(`admin#${place}/content/application~1json/schema`);
  assert.ok(validate, place);
  assert.ok(
    validate(answer.body),
    `${way}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(answer.body)}`,
  );
  return answer.body.data;
}

test('points that are taken, expired or refunded are as the document says, below 0 too', async () => {
  await check(200, 'POST /accounts', { name: 'acme', points: 100 });
  const account = { template: '/accounts/{account}/grants' };
  await check(200, 'POST /accounts/acme/grants', { points: 5, reference: 'r' }, account);
  const takes = { template: '/accounts/{account}/takes' };
  await check(200, 'POST /accounts/acme/takes', { points: 7, note: 'back' }, takes);
  const grants = await check(200, 'GET /accounts/acme/grants', undefined, account);
  assert.equal(grants.items.at(-1).points, -7);
  await check(200, 'GET /grants');
  await admin.accounts.terms.keepTimeZone('UTC');
  const month = new Date().toISOString().slice(0, 7);
  const statements = { template: '/accounts/{account}/statement' };
  const statement = await check(200, `GET /accounts/acme/statement?month=${month}`, undefined, statements);
  assert.equal(statement.taken[0].points, -7);
});

test('what is repeated under its Idempotency-Key has no secret, as the document says', async () => {
  const headers = { 'idempotency-key': 'once' };
  for (const [way, body, secret, template] of [
    ['POST /accounts/acme/keys', { name: 'one' }, 'key', '/accounts/{account}/keys'],
    ['POST /operators', { name: 'ann', role: 'viewer' }, 'token', '/operators'],
    ['POST /webhooks', { url: 'https://hooks.example/x' }, 'secret', '/webhooks'],
  ] as const) {
    const own = { template, headers: { 'idempotency-key': `once-${template.length}` } };
    assert.equal(typeof (await check(200, way, body, own))[secret], 'string');
    const again = await check(200, way, body, own);
    assert.deepEqual([again[secret], again.repeated], [null, true]);
  }
  await check(200, 'PATCH /accounts/acme', { note: 'a' }, { template: '/accounts/{account}', headers });
  await check(200, 'PATCH /accounts/acme', { note: 'a' }, { template: '/accounts/{account}', headers });
});

test('lists and refusals are as the document says', async () => {
  const { stored } = newKey('');
  await admin.accounts.createKey('acme', stored);
  await admin.accounts.settle([call(stored.hash, 3)]);
  await admin.accounts.outbox.addWebhook({
    ...{ id: newWebhookId(), url: 'https://example.org', events: null, secret: newWebhookSecret() },
  });
  for (const path of [
    ...['/accounts', '/keys', '/log', '/operators', '/prices', '/usage', '/webhooks', '/webhooks/deliveries'],
    '/usage?by=key',
    '/usage?by=call&account=acme',
  ])
    await check(200, `GET ${path}`);
  await check(200, 'GET /audit');
  await check(400, 'POST /accounts', { name: 5 });
  await check(401, 'GET /accounts', undefined, { headers: { authorization: 'Bearer x' } });
  await check(404, 'GET /accounts/nobody', undefined, { template: '/accounts/{account}' });
  await check(405, 'DELETE /accounts');
  await check(409, 'POST /accounts', { name: 'acme' });
  await check(413, 'POST /accounts', { name: 'x'.repeat(2 ** 20) });
});
