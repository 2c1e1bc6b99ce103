/** JSON-RPC as a program without any library sends it. */
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, ask, jsonOf } from '../support/http/raw-http.ts';

export const STATELESS = '2026-07-28';
export const HANDSHAKES = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
export const TOOLS = [
  'docs.search',
  'docs.get_page',
  'api.list_endpoints',
  'api.get_endpoint',
  'api.get_openapi',
  'api.get_changelog',
];

/** Arguments with which each tool that needs some succeeds. */
export const ARGUMENTS: Readonly<Record<string, Record<string, string>>> = {
  'docs.search': { query: 'points' },
  'docs.get_page': { id: 'api/market/focus' },
  'api.get_endpoint': { path: 'market/focus' },
};

type RpcError = { code: number; message: string; data?: Record<string, unknown> };
export type RpcReply = { jsonrpc: string; id?: unknown; result?: Record<string, unknown>; error?: RpcError };
type ToolResult = { content: { type: string; text: string }[]; isError?: boolean };

/** Posts a body as it is; nothing but the Content-Type goes with it unless it is given. */
export function post(url: string, body: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  const sent = { 'content-type': 'application/json', ...headers };
  return ask(`${url}/api/mcp`, { method: 'POST', headers: sent, body });
}

export function request(method: string, params?: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** A request that has to be answered over HTTP with 200, in JSON-RPC. */
export async function rpc(url: string, method: string, params?: unknown): Promise<RpcReply> {
  const answer = await post(url, request(method, params, `${method}-1`));
  const reply = jsonOf(answer) as RpcReply;
  assert.deepEqual([answer.status, reply.jsonrpc, reply.id], [200, '2.0', `${method}-1`], answer.text);
  return reply;
}

export async function callTool(url: string, name: string, args?: object): Promise<ToolResult> {
  const { result, error } = await rpc(url, 'tools/call', { name, arguments: args });
  assert.equal(error, undefined, JSON.stringify(error));
  return result as ToolResult;
}

/** What a tool that succeeded answered. */
export async function textOf(url: string, name: string, args?: object): Promise<string> {
  const { isError, content } = await callTool(url, name, args);
  const [{ text } = { text: '' }] = content;
  assert.ok(!isError && content.length === 1, text);
  return text;
}

/** The ids in the answer of a search, best first. */
export function idsIn(found: string): string[] {
  return [...found.matchAll(/^\d+\. \*\*.+\*\* \(`([^`#]+)(?:#[^`]*)?`/gm)].map(([, id = '']) => id);
}

/** The error of an answer, with its HTTP status and its id. */
export function errorOf(answer: Answer): { status: number; id: unknown; code: number | undefined } {
  const reply = jsonOf(answer) as RpcReply;
  assert.equal(reply.jsonrpc, '2.0', answer.text);
  assert.ok(reply.error && reply.error.message.length > 0, answer.text);
  return { status: answer.status, id: reply.id, code: reply.error.code };
}

export function meta(version: unknown = STATELESS): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

/** A request of the stateless revision, with the headers that go with it. */
export function postStateless(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const usual = {
    'mcp-protocol-version': STATELESS,
    'mcp-method': method,
    ...(method === 'tools/call' && { 'mcp-name': String(params.name) }),
  };
  const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return post(url, request(method, { _meta: meta(), ...params }), Object.fromEntries(sent));
}
