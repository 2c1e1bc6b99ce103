/** Every response and error of the API matches its OpenAPI document, and the document lists every endpoint. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { hashKey } from '../../src/accounts/key.ts';
import { openAccounts } from '../../src/accounts/open.ts';
import { parametersText } from '../../src/accounts/parameters-text.ts';
import { readConfig } from '../../src/settings/config.ts';
import { assertLinted } from '../support/http/lint-openapi.ts';
import { madeRows } from '../support/reference/made-rows.ts';
import { type Reply, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { openService, PLENTY } from '../support/workplace.ts';

const service = await startService({ rows: madeRows() });
after(() => service.stop());

interface OpenApi {
  paths: Record<string, { get: Operation }>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    headers: Record<string, { required?: boolean }>;
    [kind: string]: unknown;
  };
}
interface Operation {
  operationId: string;
  parameters: (Parameter & { $ref?: string })[];
  responses: Record<string, Response & { $ref?: string }>;
}
interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  example?: string;
}
interface Response {
  headers: Record<string, object>;
  content: {
    'application/json': { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
  };
}

async function readOpenApi(service: Service): Promise<OpenApi> {
  return (await service.get('/api/docs/openapi.json')).body as OpenApi;
}

/** Fails unless an answer is one that the document describes for its path and status. */
function checker(document: OpenApi): (path: string, reply: Reply) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema({ $id: 'api', ...document });
  return (path, { status, headers, body }) => {
    const documented = document.paths[path]?.get.responses[status];
    assert.ok(documented, `${path}: a ${status} is not documented`);
    const place = documented.$ref
      ? documented.$ref.slice(1)
      : `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/${status}`;
    const validate = ajv.getSchema(`api#${place}/content/application~1json/schema`);
    assert.ok(validate, `${path} ${status}: no schema at ${place}`);
    assert.ok(
      validate(body),
      `${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
    );
    const { headers: named } = documented.$ref
      ? (document.components.responses[documented.$ref.split('/').at(-1) ?? ''] ??
        assert.fail('a broken reference'))
      : documented;
    for (const [name, header] of Object.entries(named)) {
      if ('$ref' in header && document.components.headers[name]?.required)
        assert.ok(headers.has(name), `${path} ${status}: no header ${name}`);
    }
    for (const [name] of headers) {
      const isOurs =
        /^x-(points|data|fallback|ignored|error)|^(etag|idempotent-replayed|preference-applied)$/.test(name);
      assert.ok(!isOurs || name in named, `${path} ${status}: ${name} is not documented`);
    }
  };
}

test('every answer is one that the OpenAPI document describes, field by field', async () => {
  const { key } = await service.createKey(PLENTY);
  const document = await readOpenApi(service);
  const check = checker(document);
  const made = await service.get('/api/public/meta/categories', { key });
  const id = made.headers.get('x-request-id') ?? '';
  for (const [path, { get }] of Object.entries(document.paths)) {
    const known = get.parameters
      .map(({ $ref, ...given }) => document.components.parameters[$ref?.split('/').at(-1) ?? ''] ?? given)
      .filter((parameter) => parameter.in === 'query');
    const asked = new URLSearchParams(known.map(({ name = '', example = '' }) => [name, example]));
    const required = known.filter((parameter) => parameter.required);
    const always = required.map(({ name, example }) => `${name}=${example}&`).join('');
    for (const query of [
      '?',
      `?${asked}`,
      '?category=Nowhere&sub=Nowhere&foo=1',
      '?start=2024-12-30&end=2025-01-05',
      // Free routes take a year at most.
      path.startsWith('/api/account')
        ? '?start=2024-01-01&end=2024-12-31'
        : '?start=1999-01-01&end=2030-01-01',
    ]) {
      const url = path.replace('{id}', id) + query.replace('?', query.includes('path=') ? '?' : `?${always}`);
      const headers = { 'idempotency-key': url };
      for (const sent of [headers, headers, { prefer: 'handling=strict' }]) {
        const reply = await service.get(url, { key, headers: sent });
        assert.ok(reply.status === 200 || 'prefer' in sent, url);
        check(path, reply);
      }
    }
  }
});

test('a call that was kept is told as the document says, whatever parameters endpoints have today', async () => {
  const { key } = await service.createKey(PLENTY);
  const accounts = await openAccounts(readConfig(service.env));
  const path = '/api/public/market/of-last-year';
  const parameters = parametersText({ category: 'A', gone: '7' });
  const call = { keyHash: hashKey(key), path, parameters, points: 1, requestId: 'r', at: Date.now(), day: 0 };
  await accounts.settle([call]).finally(() => accounts.close());
  const reply = await service.get('/api/account/calls', { key });
  checker(await readOpenApi(service))('/api/account/calls', reply);
  const { data } = reply.body as { data: { calls: { parameters: unknown }[] } };
  assert.deepEqual(data.calls[0]?.parameters, { category: 'A', gone: '7' });
});

test('every refusal is one that the OpenAPI document describes, and its examples of errors are what is said', async (t) => {
  const { service: limited } = await openService(t, { rows: madeRows(), env: { MDQ_RATE_LIMIT: '3' } });
  const empty = await openService(t);
  const document = await readOpenApi(limited);
  const check = checker(document);
  const path = '/api/public/market/focus';
  const example = (status: number, name: string) =>
    document.components.responses[`E${status}`]?.content['application/json'].examples?.[name]?.value;
  const get = (url: string, key?: string, headers?: Record<string, string>) =>
    limited.get(url, { ...(key && { key }), ...(headers && { headers }) });
  const poor = await limited.createKey(12);
  const stopped = await limited.createKey(100);
  await limited.mdq('key', 'deactivate', stopped.id);
  const gone = await limited.createKey(100);
  await limited.mdq('account', 'deactivate', gone.account);
  const busy = await limited.createKey(PLENTY);
  const { key: capped } = await limited.createKey(1000);

  const replies: Reply[] = [
    await get(path),
    await get(path, 'mdk_wrong'),
    await get(`${path}?start=x`, poor.key),
    await get(path, poor.key),
    await get(path, capped, { 'x-max-points': '44' }),
  ];
  const names = ['missingKey', 'invalidKey', 'invalidParameter', 'insufficientPoints', 'aboveMaxPoints'];
  for (const [i, { status, body }] of replies.entries())
    assert.deepEqual(body, example(status, names[i] ?? ''), String(names[i]));
  replies.push(
    await get(path, stopped.key),
    await get(path, gone.key),
    await get(`${path}?sub=x`, capped, { prefer: 'handling=strict' }),
    await empty.service.get(path, { key: empty.key }),
  );
  await until('a call is one too many in its second', async () => {
    const rush = await Promise.all(Array.from({ length: 12 }, () => get(path, busy.key)));
    const refused = rush.filter((reply) => reply.status !== 200);
    replies.push(...refused);
    return refused.length > 0;
  });
  for (const reply of replies) check(path, reply);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [400, 401, 402, 403, 429, 503]);
  // A service without a limit of requests has other reasons for a 429.
  for (const name of ['ratelimit', 'ratelimit-policy'])
    assert.ok(!document.components.headers[name]?.required, name);
  // Refused before anything is known of the key.
  for (const [id, status] of [
    ['%ff', 400],
    ['a%00b', 400],
    ['none', 404],
  ] as const) {
    const reply = await get(`/api/account/calls/${id}`, capped);
    assert.equal(reply.status, status);
    check('/api/account/calls/{id}', reply);
  }
});

test('the document says all of what the service has, and nothing is left open in it', async () => {
  const { key } = await service.createKey(PLENTY);
  const document = await readOpenApi(service);
  const priced = (await service.get('/api/account', { key })).body as {
    data: { prices: { path: string }[] };
  };
  const free = ['', '/points', '/quote', '/statement', '/usage', '/calls', '/calls/{id}'].map(
    (path) => `/api/account${path}`,
  );
  const paths = [...priced.data.prices.map(({ path }) => path), ...free];
  assert.deepEqual(Object.keys(document.paths).sort(), paths.sort());
  const ids = Object.values(document.paths).map(({ get }) => get.operationId);
  assert.equal(new Set(ids).size, ids.length);
  walk(document, (schema, place) => {
    // What may have any names says of what kind their values are, and key figures may get more keys.
    if (place.endsWith('/Focus')) return;
    if (schema.type === 'object' && typeof schema.additionalProperties !== 'object')
      assert.equal(schema.additionalProperties, false, `${place} takes more fields`);
  });
});

function walk(
  value: unknown,
  visit: (value: Record<string, unknown>, place: string) => void,
  place = '',
): void {
  if (typeof value !== 'object' || value === null) return;
  if (place.endsWith('/example') || place.endsWith('/examples')) return;
  visit(value as Record<string, unknown>, place);
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, `${place}/${name}`);
}

test('redocly finds nothing to say about the document', async (t) => {
  await assertLinted(t, await readOpenApi(service));
});
