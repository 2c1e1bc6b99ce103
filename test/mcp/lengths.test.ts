/** An agent pays for every character it reads: no answer over MCP grows back to what it once was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocs } from '../../src/docs/docs.ts';
import { createMcp } from '../../src/mcp/answer-post.ts';
import { request } from './rpc.ts';

const docs = createDocs();
const mcp = createMcp(docs);

type ToolResult = { isError?: boolean; content?: { text: string }[] };

async function answered(method: string, params?: object): Promise<{ length: number; result: ToolResult }> {
  const headers = { version: undefined, method: undefined, name: undefined };
  const { body = '' } = (await mcp(request(method, params), headers, async (work) => work())) ?? {};
  const text = Buffer.from(body, 'latin1').toString();
  const { result } = JSON.parse(text) as { result?: ToolResult };
  assert.ok(result && !result.isError, text.slice(0, 200));
  return { length: text.length, result };
}

const lengthOf = async (name: string, args: object) =>
  (await answered('tools/call', { name, arguments: args })).length;
const textOf = async (name: string, args: object) =>
  (await answered('tools/call', { name, arguments: args })).result.content?.[0]?.text ?? '';

const PATHS = docs.endpoints.length + docs.accountRoutes.length;

/** At most so many characters: half of what they were when every answer came as text and as structured content. */
const LIMITS: readonly (readonly [name: string, args: object, limit: number])[] = [
  ['api.get_openapi', {}, 4900 * PATHS],
  ['api.get_changelog', {}, 2800],
  ['api.get_changelog', { since: '2026-06-09' }, 10_000],
  ['api.list_endpoints', {}, 250 * PATHS],
  ['api.get_endpoint', { path: '/api/public/meta/categories' }, 2330],
  ['api.get_endpoint', { path: '/api/public/overview/growth' }, 7500],
  ['api.get_endpoint', { path: '/api/public/market/focus' }, 6000],
  ['api.get_endpoint', { path: '/api/public/sub-market/tags' }, 5000],
  ['docs.get_page', { id: 'api/meta/categories' }, 1230],
  ['docs.get_page', { id: 'api/market/focus' }, 4250],
  ['docs.search', { query: 'how are points charged' }, 1910],
  ['docs.search', { query: '點數' }, 1240],
];

test('every tool answers briefly, and no page is longer than a model likes to read', async () => {
  assert.ok((await answered('tools/list')).length <= 6500);
  const pages = docs.everyPage.map(({ id }) => ['docs.get_page', { id }, 10_500] as const);
  for (const [name, args, limit] of [...LIMITS, ...pages]) {
    const length = await lengthOf(name, args);
    assert.ok(length <= limit, `${name} ${JSON.stringify(args)}: ${length} of ${limit}`);
  }
});

test('an endpoint without its examples is at most three quarters of its page, and its OpenAPI document no longer', async () => {
  for (const { path } of docs.endpoints) {
    const [brief, whole] = [
      await lengthOf('api.get_endpoint', { path }),
      await lengthOf('api.get_endpoint', { path, detail: true }),
    ];
    assert.ok(brief <= 0.75 * whole, `${path}: ${brief} of ${whole}`);
  }
  for (const { path } of [...docs.endpoints, ...docs.accountRoutes]) {
    const [page, part] = [
      await textOf('api.get_endpoint', { path, detail: true }),
      await textOf('api.get_openapi', { path }),
    ];
    assert.ok(part.length <= page.length, `${path}: ${part.length} of ${page.length}`);
  }
});

test('a page has its sections before its samples: what keeps a retry from being charged twice is not cut', async () => {
  const points = await textOf('docs.get_page', { id: 'points' });
  assert.match(points, /^## Retry without paying twice/m);
  assert.doesNotMatch(points, /"code": 200/);
  assert.match(points, /\*\(Sample answer: `detail: true`\.\)\*/);
  assert.match(await textOf('docs.get_page', { id: 'points', detail: true }), /"code": 200/);
});
