/** The revision without a handshake, on the same path. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, jsonOf } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';
import {
  errorOf,
  HANDSHAKES,
  meta,
  post,
  postStateless,
  type RpcReply,
  request,
  STATELESS,
  TOOLS,
} from './rpc.ts';

const service = await startService();
after(() => service.stop());
const { url } = service;

function resultOf(answer: Answer): Record<string, unknown> {
  const { result } = jsonOf(answer) as RpcReply;
  assert.ok(answer.status === 200 && result, answer.text);
  return result;
}

function assertRefused(answer: Answer, status: number, code: number): void {
  assert.deepEqual(errorOf(answer), { status, id: 1, code }, answer.asked);
}

test('server/discover tells what there is, for how long, and who says so', async () => {
  const { _meta, instructions, ...rest } = resultOf(await postStateless(url, 'server/discover'));
  assert.deepEqual(rest, {
    resultType: 'complete',
    supportedVersions: [STATELESS, ...HANDSHAKES],
    capabilities: { tools: {} },
    ttlMs: 300_000,
    cacheScope: 'public',
  });
  assert.match(String(instructions), /x-api-key/);
  const info = (_meta as Record<string, Record<string, string>>)['io.modelcontextprotocol/serverInfo'];
  assert.ok(info?.name && info.version);
});

test('tools/list and tools/call say that they are complete', async () => {
  const list = resultOf(await postStateless(url, 'tools/list'));
  assert.equal(list.resultType, 'complete');
  assert.deepEqual([list.ttlMs, list.cacheScope], [300_000, 'public']);
  assert.deepEqual(
    (list.tools as { name: string }[]).map(({ name }) => name),
    TOOLS,
  );
  // Who the client is need not be said.
  const { 'io.modelcontextprotocol/clientInfo': _, ...rest } = meta();
  resultOf(await postStateless(url, 'tools/list', { _meta: rest }));
  const call = resultOf(await postStateless(url, 'tools/call', { name: 'api.get_changelog' }));
  assert.equal(call.resultType, 'complete');
  assert.ok(call.content);
});

test('a request without what it must say in _meta is malformed', async () => {
  const key = 'io.modelcontextprotocol/';
  const wrong: unknown[] = [
    undefined,
    {},
    { ...meta(), [`${key}protocolVersion`]: undefined },
    { ...meta(), [`${key}clientCapabilities`]: undefined },
    { ...meta(), [`${key}clientCapabilities`]: [] },
    { ...meta(), [`${key}clientInfo`]: 'me' },
    { ...meta(), [`${key}clientInfo`]: { name: 'me' } },
  ];
  for (const _meta of wrong) assertRefused(await postStateless(url, 'tools/list', { _meta }), 400, -32602);
  const none = await post(url, request('tools/list'), { 'mcp-protocol-version': STATELESS });
  assertRefused(none, 400, -32602);
  const number = { _meta: { ...meta(), [`${key}protocolVersion`]: 7 } };
  assertRefused(await post(url, request('tools/list', number)), 400, -32602);
});

test('headers that are missing or say other than the body are a mismatch', async () => {
  const missing = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const call = { name: 'docs.search', arguments: { query: 'points' } };
  for (const header of missing) {
    assertRefused(await postStateless(url, 'tools/call', call, { [header]: undefined }), 400, -32020);
  }
  const wrong = [
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': 'TOOLS/CALL' },
    { 'mcp-name': 'docs_search' },
    { 'mcp-name': '=?base64?!!!?=' },
    { 'mcp-name': `=?base64?${Buffer.from('docs.other').toString('base64')}?=` },
  ];
  for (const headers of wrong)
    assertRefused(await postStateless(url, 'tools/call', call, headers), 400, -32020);
  const encoded = { 'mcp-name': `=?base64?${Buffer.from('docs.search').toString('base64')}?=` };
  resultOf(await postStateless(url, 'tools/call', call, encoded));
  resultOf(await postStateless(url, 'tools/call', call, { 'mcp-name': '  docs.search  ' }));
});

test('another revision in _meta is refused with those that would do', async () => {
  for (const version of ['2099-01-01', '2025-11-25', 'v999.0.0']) {
    const params = { _meta: meta(version) };
    const answer = await postStateless(url, 'tools/list', params, { 'mcp-protocol-version': version });
    assertRefused(answer, 400, -32022);
    const { error } = jsonOf(answer) as RpcReply;
    assert.deepEqual(error?.data, { supported: [STATELESS, ...HANDSHAKES], requested: version });
  }
});

test('a method that this revision does not have is 404', async () => {
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'prompts/list', 'nope'])
    assertRefused(await postStateless(url, method), 404, -32601);
});

test('an unknown tool is told in the body, over 200', async () => {
  for (const name of ['nope', 'market.focus', 7])
    assertRefused(await postStateless(url, 'tools/call', { name }), 200, -32602);
});

test('a notification is taken, a response is not', async () => {
  const headers = { 'mcp-protocol-version': STATELESS };
  const notification = await post(url, '{"jsonrpc":"2.0","method":"notifications/x"}', headers);
  assert.deepEqual([notification.status, notification.text], [202, '']);
  const response = await post(url, '{"jsonrpc":"2.0","id":1,"result":{}}', headers);
  assert.deepEqual(errorOf(response), { status: 400, id: undefined, code: -32600 });
});

test('a subscription is acknowledged for nothing and ends', async () => {
  const answer = await postStateless(url, 'subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/event-stream');
  const events = [...answer.text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  const subscription = { 'io.modelcontextprotocol/subscriptionId': 1 };
  assert.deepEqual(events[0], {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: subscription, notifications: {} },
  });
  assert.equal(events[1].id, 1);
  assert.equal(events[1].result.resultType, 'complete');
  assert.equal(events[1].result._meta['io.modelcontextprotocol/subscriptionId'], 1);
  assertRefused(await postStateless(url, 'subscriptions/listen'), 200, -32602);
});
