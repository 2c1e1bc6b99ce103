/** An agent that knows nothing but /api/mcp, and what its questions cost: nothing. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startOnYear, YEAR } from '../support/year-of-orders.ts';
import { ARGUMENTS, callTool, idsIn, post, postStateless, request, rpc, TOOLS, textOf } from './rpc.ts';

const service = await startOnYear();
after(() => service.stop());
const { url } = service;
const POINTS = 10_000;

type Tool = { name: string; description: string; inputSchema: { required?: string[] } };

/** Half a year that ends with the data of the year. */
const HALF_YEAR = { start: '2024-07-01', end: YEAR.end };

test('an agent learns what the tags of a sub-category over half a year cost, and what comes back', async () => {
  const { result } = await rpc(url, 'tools/list');
  const tools = (result as { tools: Tool[] }).tools;
  const search = tools.find(({ description }) => /when you have a question/.test(description));
  assert.deepEqual(search?.inputSchema.required, ['query']);
  const question =
    'what does a call for the tags of a sub-category over half a year cost, and what comes back?';
  const found = await textOf(url, search.name, { query: question });

  const candidate = idsIn(found).find((id) => id.startsWith('api/'));
  const beforeCalling = tools.find(({ description }) =>
    /before you call an endpoint or say what a call costs/.test(description),
  );
  assert.ok(beforeCalling && candidate);
  const page = await textOf(url, beforeCalling.name, { path: candidate, ...HALF_YEAR, detail: true });
  const [, path = ''] = /`GET (\S+)`/.exec(page) ?? [];
  assert.match(
    await textOf(url, 'api.list_endpoints'),
    new RegExp(`\`${path}\`.*items\\[\\] \\(key, value,`),
  );

  const [, base, periodDays] = /(\d+) points for each started (\d+) days of the range/.exec(page) ?? [];
  const days = (Date.parse(HALF_YEAR.end) - Date.parse(HALF_YEAR.start)) / 86_400_000 + 1;
  const points = Number(base) * Math.ceil(days / Number(periodDays));
  assert.deepEqual([days, points], [182, 300]);
  assert.ok(page.includes(`${points} points for ${days} days`), page);

  const { key } = await service.createKey(POINTS);
  const asked = { category: 'Garden', sub: 'Garden tools', ...HALF_YEAR };
  assert.deepEqual(namesIn(page, /^- `(\w+)` \(optional\)/gm), Object.keys(asked));
  const answer = await service.get(`${path}?${new URLSearchParams(asked)}`, { key });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-points-charged'), String(points));
  assert.deepEqual(
    fieldsIn(answer.body).toSorted(),
    ['code', ...namesIn(page, /^- `(data\.\S+)`/gm)].toSorted(),
  );
});

function namesIn(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, name = '']) => name);
}

/** The fields of an answer in the way the documentation names them: `data.items[].key`. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(fieldsIn))].map((name) => `[].${name}`);
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.entries(value).flatMap(([name, inner]) => {
    const below = fieldsIn(inner).map((field) => (field.startsWith('[') ? name + field : `${name}.${field}`));
    return [name, ...below];
  });
  return names.filter((name) => name !== 'data');
}

test('the documentation costs no points and leaves no usage, even with a key', async () => {
  const { account, key } = await service.createKey(POINTS);
  const headers = { 'x-api-key': key };
  for (const name of [...TOOLS, 'market.focus', 'nope']) {
    const params = { name, arguments: ARGUMENTS[name] ?? {} };
    assert.equal((await post(url, request('tools/call', params), headers)).status, 200);
    assert.equal((await postStateless(url, 'tools/call', params, headers)).status, 200);
    await callTool(url, 'docs.search', { query: name || 'x' });
  }
  for (const body of [request('initialize', {}), request('tools/list'), '{', '[]', `[${request('ping')}]`]) {
    const answer = await post(url, body, headers);
    assert.equal(answer.headers['x-points-charged'], undefined);
  }

  const usage = await service.mdq('usage', account, '--json');
  assert.deepEqual([usage.code, usage.stdout.trim()], [0, '']);
  const { body } = await service.get('/api/account', { key });
  assert.equal((body as { data: { balance: number } }).data.balance, POINTS);
  await service.succeed('audit');
});
