/** An endpoint whose file says that it is deprecated says so in its answers and in every document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentEndpoint } from '../../src/docs/endpoint-page.ts';
import { dataOperation } from '../../src/docs/openapi/openapi.ts';
import { USUAL_TERMS } from '../../src/docs/terms.ts';
import { defineEndpoint } from '../../src/endpoints/form/endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { metaCategories } from '../../src/endpoints/list.ts';
import { rowOf } from '../../src/mcp/tools/api-list-endpoints.ts';
import { makeAnswer } from '../../src/request/endpoint-product.ts';
import { Market } from '../../src/sandbox/market.ts';

const { own: _own, takes: _takes, ...declared } = metaCategories;
const old = defineEndpoint({
  ...declared,
  path: '/api/public/meta/old-categories',
  deprecated: { since: '2026-07-01', sunset: '2027-01-01', instead: '/api/public/meta/categories' },
} as Parameters<typeof defineEndpoint>[0]);

test('its answers carry Deprecation, Sunset and what takes its place', async () => {
  const snapshot = await new Market().snapshot('en');
  assert.ok(typeof snapshot !== 'string', 'the sandbox is built');
  for (const options of [{}, { isHead: true }, { isCsv: true }]) {
    const made = makeAnswer(old, snapshot, '', options);
    assert.ok('headers' in made && 'body' in made);
    const told = Object.fromEntries(
      made.headers.flatMap((name, i) => (i % 2 === 0 ? [[name, made.headers[i + 1]]] : [])),
    );
    assert.deepEqual(
      [told.deprecation, told.sunset, told.link],
      [
        '@1782864000',
        'Fri, 01 Jan 2027 00:00:00 GMT',
        '</api/public/meta/categories>; rel="successor-version"',
      ],
    );
  }
  const usual = makeAnswer(metaCategories, snapshot, '');
  assert.ok('headers' in usual && !usual.headers.includes('deprecation'));
});

test('its page, its row among all endpoints and the OpenAPI document say so', () => {
  const said =
    /Deprecated since 2026-07-01, and answered until 2027-01-01\. Use `\/api\/public\/meta\/categories` instead\./;
  const doc = documentEndpoint(old, USUAL_TERMS);
  assert.match(doc.page.markdown, said);
  assert.match(doc.description, said);
  assert.match(rowOf(doc), said);
  const operation = dataOperation(old, USUAL_TERMS);
  assert.match(operation.description, said);
  assert.deepEqual([operation.deprecated, operation['x-sunset']], [true, '2027-01-01']);
});

test('an endpoint that goes is announced at least 180 days before, as the guide promises', () => {
  for (const { path, deprecated } of [...endpoints, old]) {
    const { since, sunset } = deprecated ?? {};
    if (!since || !sunset) continue;
    assert.ok(Date.parse(sunset) - Date.parse(since) >= 180 * 86_400_000, path);
  }
});
