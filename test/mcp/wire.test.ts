/** The documentation's MCP door: whatever is sent to it is answered as the protocol says. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, assertError, jsonOf, sendBytes } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';
import { errorOf, HANDSHAKES, meta, post, type RpcReply, request, rpc } from './rpc.ts';

const service = await startService();
after(() => service.stop());
const { url } = service;

const NOTIFICATION = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const RESPONSE = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });

test('no session is begun and nothing is said about one', async () => {
  const answer = await post(url, request('initialize', HELLO), { 'mcp-session-id': 'mine' });
  assert.deepEqual([answer.status, answer.headers['mcp-session-id']], [200, undefined]);
});

test('initialize answers the revision that is asked for, or the newest with a handshake', async () => {
  const asked = (protocolVersion: string) => rpc(url, 'initialize', { ...HELLO, protocolVersion });
  for (const version of HANDSHAKES) assert.equal((await asked(version)).result?.protocolVersion, version);
  for (const version of ['2026-07-28', '1999-01-01', 'next']) {
    const { result } = await asked(version);
    assert.partialDeepStrictEqual(result, { protocolVersion: '2025-11-25', capabilities: { tools: {} } });
    assert.match(String(result?.instructions), /no live data/);
  }
});

test('wrong params are told so', async () => {
  const call = { name: 'docs.search' };
  const wrong: [string, unknown][] = [
    ...[undefined, {}, { ...HELLO, protocolVersion: undefined }, { ...HELLO, protocolVersion: 7 }],
    ...[
      { ...HELLO, capabilities: undefined },
      { ...HELLO, capabilities: [] },
    ],
    ...[
      { ...HELLO, clientInfo: undefined },
      { ...HELLO, clientInfo: { name: 't' } },
    ],
  ].map((params) => ['initialize', params]);
  wrong.push(
    ...[[], 'x', null, { cursor: 'abc' }].map((params) => ['tools/list', params] as [string, unknown]),
  );
  for (const params of [undefined, {}, { name: 7 }]) wrong.push(['tools/call', params]);
  for (const args of ['points', ['points'], null]) wrong.push(['tools/call', { ...call, arguments: args }]);
  for (const [method, params] of wrong)
    assert.equal((await rpc(url, method, params)).error?.code, -32602, JSON.stringify(params));
});

test('a notification is taken without a word, and so is an answer to a question never asked', async () => {
  for (const body of [NOTIFICATION, RESPONSE, JSON.stringify({ jsonrpc: '2.0', method: 'no/such' })]) {
    for (const headers of [{}, { 'mcp-protocol-version': '2025-11-25' }]) {
      const answer = await post(url, body, headers);
      assert.deepEqual([answer.status, answer.text], [202, ''], body);
    }
  }
});

test('the id comes back as it was sent', async () => {
  for (const id of [0, -7, Number.MAX_SAFE_INTEGER, '', 'a"\\b', '中文', '1']) {
    const reply = jsonOf(await post(url, request('ping', undefined, id))) as RpcReply;
    assert.deepEqual(reply, { jsonrpc: '2.0', id, result: {} });
  }
});

test('what is not JSON is a parse error', async () => {
  for (const body of ['', ' ', '{', 'hello', '{"jsonrpc":"2.0",}', 'NaN', '\u0000', '['.repeat(64 * 1024)]) {
    const error = errorOf(await post(url, body));
    assert.deepEqual(error, { status: 400, id: undefined, code: -32700 }, body.slice(0, 50));
  }
});

test('JSON that is no JSON-RPC is an invalid request', async () => {
  const ping = { jsonrpc: '2.0', method: 'ping' };
  const bodies: [unknown, unknown][] = [
    ...[null, 7, 'tools/list', true, {}].map((body) => [body, undefined] as [unknown, unknown]),
    [{ id: 3, method: 'ping' }, 3],
    [{ ...ping, jsonrpc: '1.0', id: 3 }, 3],
    [{ ...ping, jsonrpc: 2, id: 3 }, 3],
    [{ jsonrpc: '2.0', id: 3 }, 3],
    [{ ...ping, id: 'x', method: 7 }, 'x'],
    ...[null, 1.5, {}, true].map((id) => [{ ...ping, id }, undefined] as [unknown, unknown]),
  ];
  for (const [body, id] of bodies) {
    const text = JSON.stringify(body);
    assert.deepEqual(errorOf(await post(url, text)), { status: 400, id, code: -32600 }, text);
  }
  const refusal = await post(url, '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}');
  assert.deepEqual(errorOf(refusal), { status: 400, id: undefined, code: -32600 });
  assert.match(
    refusal.text,
    /id must be a string, or a whole number from -9007199254740991 to 9007199254740991/,
  );
});

test('a method that is not there is told so', async () => {
  for (const method of ['nope', 'server/discover', 'prompts/list', 'logging/setLevel', 'constructor', ''])
    assert.equal((await rpc(url, method)).error?.code, -32601, method);
});

test('a version header that is not known is refused, and names those that are', async () => {
  for (const body of [request('tools/list'), request('ping'), NOTIFICATION, `[${request('ping')}]`]) {
    const answer = await post(url, body, { 'mcp-protocol-version': '2020-01-01' });
    const { error } = jsonOf(answer) as RpcReply;
    assert.deepEqual([answer.status, error?.code], [400, -32022], body);
    assert.deepEqual(error?.data, { supported: ['2026-07-28', ...HANDSHAKES], requested: '2020-01-01' });
  }
  for (const version of HANDSHAKES) {
    const answer = await post(url, request('tools/list'), { 'mcp-protocol-version': version });
    assert.equal(answer.status, 200, version);
  }
});

test('a batch is answered as 2025-03-26 says', async () => {
  const batch = [
    request('ping', undefined, 1),
    NOTIFICATION,
    request('nope', undefined, 2),
    '7',
    RESPONSE,
  ].join(',');
  for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }]) {
    const answer = await post(url, `[${batch}]`, headers);
    const replies = jsonOf(answer) as RpcReply[];
    assert.equal(answer.status, 200);
    assert.deepEqual(
      replies.map(({ id, result, error }) => [id, result, error?.code]),
      [
        [1, {}, undefined],
        [2, undefined, -32601],
        [undefined, undefined, -32600],
      ],
    );
  }
  const silent = await post(url, `[${NOTIFICATION},${RESPONSE}]`);
  assert.deepEqual([silent.status, silent.text], [202, '']);
});

test('a batch that may not be is refused', async () => {
  const ping = request('ping');
  for (const version of ['2025-11-25', '2025-06-18', '2024-11-05', '2026-07-28']) {
    const answer = await post(url, `[${ping}]`, { 'mcp-protocol-version': version });
    assert.deepEqual(errorOf(answer), { status: 400, id: undefined, code: -32600 }, version);
  }
  for (const body of ['[]', `[${Array.from({ length: 21 }, () => ping).join(',')}]`]) {
    assert.deepEqual(errorOf(await post(url, body)), { status: 400, id: undefined, code: -32600 });
  }
  const forbidden = [request('initialize', {}, 1), request('ping', { _meta: meta() }, 2), `[${ping}]`];
  const replies = jsonOf(await post(url, `[${forbidden.join(',')}]`)) as RpcReply[];
  assert.deepEqual(
    replies.map(({ id, error }) => [id, error?.code]),
    [
      [1, -32600],
      [2, -32600],
      [undefined, -32600],
    ],
  );
});

test('only POST is taken', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'PROPFIND']) {
    const answer = await ask(`${url}/api/mcp`, { method, headers: { accept: 'text/event-stream' } });
    assertError(answer, 405, 'Method not allowed');
    assert.equal(answer.headers.allow, 'POST, OPTIONS', method);
  }
  assert.equal((await ask(`${url}/api/mcp`, { method: 'HEAD' })).status, 405);
});

test('a body of another type, or none, is refused in JSON-RPC', async () => {
  const refused = { status: 415, id: undefined, code: -32600 };
  const types = [
    'text/plain',
    'text/plain; a=application/json',
    'application/json; charset=latin1',
    ';;',
    '',
  ];
  for (const type of types)
    assert.deepEqual(errorOf(await post(url, request('ping'), { 'content-type': type })), refused, type);
  for (const type of ['application/json;charset="UTF-8"', 'Application/JSON', 'application/json;'])
    assert.equal((await post(url, request('ping'), { 'content-type': type })).status, 200, type);
  assert.deepEqual(errorOf(await ask(`${url}/api/mcp`, { method: 'POST' })), refused);
});

test('a body that is not UTF-8 is refused, not read as something else', async () => {
  const bytes = Buffer.from(request('tools/call', { name: 'docs.search', arguments: { query: 'x' } }));
  bytes[bytes.indexOf('"x"') + 1] = 0xff;
  const { hostname, port } = new URL(url);
  const head = `POST /api/mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`;
  const answer = await sendBytes(url, Buffer.concat([Buffer.from(head), bytes]));
  assert.deepEqual(errorOf(answer), { status: 400, id: undefined, code: -32700 });
});

test('a body over 64 KiB is refused', async () => {
  const fits = request('ping', { filler: 'x'.repeat(64 * 1024 - 100) });
  assert.equal((await post(url, fits)).status, 200);
  for (const size of [64 * 1024 + 1, 1_000_000]) {
    const answer = await post(url, 'x'.repeat(size));
    assert.deepEqual(errorOf(answer), { status: 413, id: undefined, code: -32600 });
  }
});

test('a page of another site, or of a name that was bent to this machine, is refused; a page of this host is not', async () => {
  const { host, port } = new URL(url);
  for (const origin of [`http://${host}`, `http://localhost:${port}`, 'http://localhost:6274'])
    assert.equal((await post(url, request('ping'), { origin })).status, 200, origin);
  for (const origin of ['https://evil.example.com', 'null', `http://evil.example.com:${port}`]) {
    const answer = await post(url, request('ping'), { origin });
    assert.deepEqual(errorOf(answer), { status: 403, id: undefined, code: -32600 }, origin);
  }
  const rebound = { host: 'evil.example.com', origin: 'http://evil.example.com' };
  assert.equal((await post(url, request('ping'), rebound)).status, 403);
});
