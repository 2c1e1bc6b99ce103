/** A client of MCP understands a refusal only in JSON-RPC. */
import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { after, test } from 'node:test';
import { createDocs } from '../../src/docs/docs.ts';
import { Clients } from '../../src/http/clients.ts';
import { mcpRoute } from '../../src/http/mcp-route.ts';
import { createMcp } from '../../src/mcp/answer-post.ts';
import { UnpaidWork } from '../../src/request/unpaid-work.ts';
import { startDoor } from '../support/http/door.ts';
import { askOnce } from '../support/http/raw-http.ts';
import { errorOf, request } from './rpc.ts';

const mcp = createMcp(createDocs());
const route = mcpRoute(() => mcp, new Clients(new BlockList()), new UnpaidWork());
const door = await startDoor((routes) => routes.add(route.template, route), { isBusy: () => true });
after(door.stop);

test('a busy service refuses requests to MCP in JSON-RPC, and says when to repeat them', async () => {
  const answer = await askOnce(`${door.url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request('tools/list'),
  });
  assert.deepEqual(errorOf(answer), { status: 503, id: undefined, code: -32000 });
  assert.equal(answer.headers['retry-after'], '1');
});
