/** An agent pays for every character it reads: no answer over MCP grows back to what it once was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocs } from '../../src/docs/docs.ts';
import { createMcp } from '../../src/mcp/answer-post.ts';
import { request } from './rpc.ts';

const docs = createDocs();
const mcp = createMcp(docs);

type ToolResult = { isError?: boolean; content?: { text: string }[] };

async function answered(method: string, params?: object): Promise<{ text: string; result: ToolResult }> {
  const headers = { version: undefined, method: undefined, name: undefined };
  const { body = '' } = (await mcp(request(method, params), headers, async (work) => work())) ?? {};
  const text = Buffer.from(body, 'latin1').toString();
  const { result } = JSON.parse(text) as { result?: ToolResult };
  assert.ok(result && !result.isError, text.slice(0, 200));
  return { text, result };
}

/** How many characters come back. */
async function lengthOf(method: string, params?: { name: string; arguments: object }): Promise<number> {
  return (await answered(method, params)).text.length;
}

/** Of which there were 18 when the lengths below were measured. */
const PATHS = docs.endpoints.length + docs.accountRoutes.length;

/** What the same requests were answered with when every answer came as text and as structured content. */
const OLD: readonly (readonly [name: string, args: object, length: number])[] = [
  // Each path with what was not in it then: 404, 405, 304, CSV, error codes, compared days, suppressed figures, limits of keys
  // and busy accounts; a statement is the longest, and names grants.
  ['api.get_openapi', {}, (149_432 / 18 + 1450) * PATHS],
  ['api.get_changelog', {}, 5600],
  ['api.list_endpoints', {}, (8766 / 18 + 15) * PATHS],
  ['api.get_endpoint', { path: '/api/public/meta/categories' }, 4654],
  ['api.get_endpoint', { path: '/api/public/meta/sub-categories' }, 5020],
  ['api.get_endpoint', { path: '/api/public/overview/payment' }, 6903],
  ['api.get_endpoint', { path: '/api/public/overview/ranking' }, 13_945],
  ['api.get_endpoint', { path: '/api/public/overview/growth' }, 14_949],
  ['api.get_endpoint', { path: '/api/public/trends/overview' }, 11_560],
  ['api.get_endpoint', { path: '/api/public/market/payment' }, 8738],
  ['api.get_endpoint', { path: '/api/public/market/sub-ranking' }, 9370],
  ['api.get_endpoint', { path: '/api/public/market/focus' }, 11_982],
  ['api.get_endpoint', { path: '/api/public/trends/market' }, 10_327],
  ['api.get_endpoint', { path: '/api/public/sub-market/related-purchases' }, 8072],
  ['api.get_endpoint', { path: '/api/public/trends/sub-market' }, 10_989],
  ['api.get_endpoint', { path: '/api/public/sub-market/focus' }, 12_646],
  ['api.get_endpoint', { path: '/api/public/sub-market/tags' }, 9982],
  ['docs.get_page', { id: 'fields' }, 66_817],
  ['docs.get_page', { id: 'data-format' }, 57_700],
  ['docs.get_page', { id: 'operating' }, 40_502],
  ['docs.get_page', { id: 'points' }, 20_329],
  ['docs.get_page', { id: 'agents' }, 17_086],
  ['docs.get_page', { id: 'api/meta/categories' }, 2449],
  // With the fields of suppressed figures, which were not in it then.
  ['docs.get_page', { id: 'api/market/focus' }, 8256 + 2 * 130],
  ['docs.search', { query: 'how are points charged' }, 3818],
  ['docs.search', { query: 'unknown category' }, 3411],
  ['docs.search', { query: 'currency' }, 3095],
  ['docs.search', { query: '點數' }, 2479],
];

test('every tool answers with at most half of what it once did', async () => {
  for (const [name, args, old] of OLD) {
    const length = await lengthOf('tools/call', { name, arguments: args });
    assert.ok(length <= old / 2, `${name} ${JSON.stringify(args)}: ${length} of ${old}`);
  }
});

test('a page has its sections before its samples: what keeps a retry from being charged twice is not cut', async () => {
  const read = async (args: object) =>
    (await answered('tools/call', { name: 'docs.get_page', arguments: args })).result.content?.[0]?.text ??
    '';
  const points = await read({ id: 'points' });
  assert.match(points, /^## Retry without paying twice/m);
  assert.doesNotMatch(points, /"code": 200/);
  assert.match(points, /\*\(Sample answer: `detail: true`\.\)\*/);
  assert.match(await read({ id: 'points', detail: true }), /"code": 200/);
});

test('an endpoint without its examples is at most three quarters of its page, and changes of calls fit 10,000 characters', async () => {
  for (const { path } of docs.endpoints) {
    const read = (args: object) => lengthOf('tools/call', { name: 'api.get_endpoint', arguments: args });
    const [brief, whole] = [await read({ path }), await read({ path, detail: true })];
    assert.ok(brief <= 0.75 * whole, `${path}: ${brief} of ${whole}`);
  }
  const changes = { name: 'api.get_changelog', arguments: { since: '2026-06-09' } };
  assert.ok((await lengthOf('tools/call', changes)) <= 10_000);
});
