import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Docs } from '../docs/docs.ts';
import { type Answer, refused } from '../mcp/answer.ts';
import { createMcp } from '../mcp/answer-post.ts';
import { failure } from '../mcp/json-rpc.ts';
import { isTrustedOrigin } from '../mcp/origin.ts';

export const MCP_PATH = '/api/mcp';

const BODY_LIMIT = 1024 * 1024;

const FOREIGN = refused(undefined, failure('invalidRequest', 403, 'Forbidden: the Origin is not this host'));
const NOT_JSON = refused(null, failure('invalidRequest', 415, 'The Content-Type must be application/json'));
const TOO_LARGE = refused(null, failure('invalidRequest', 413, 'The body is over 1 MiB'));
const FAILED = refused(null, failure('internalError', 500, 'Internal error'));

/** The documentation over MCP, for everyone: no key, no points, no usage row. */
export function registerMcp(app: FastifyInstance, docs: Docs, log: Logger): void {
  const answer = createMcp(docs);

  app.register(async (scope) => {
    // Only here is a body read, and as it is: what is wrong with it is answered in JSON-RPC too.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) =>
      readBody(payload, (body) => done(null, body)),
    );
    scope.post(MCP_PATH, (request, reply) => send(request, reply, answerRequest(request)));
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.statusCode === 415) return send(request, reply, NOT_JSON);
      log.error({ err: error, requestId: request.id, path: MCP_PATH }, 'a call failed');
      return send(request, reply, FAILED);
    });
  });

  function answerRequest({ headers, body, socket }: FastifyRequest): Answer {
    const { origin, host } = headers;
    if (!isTrustedOrigin({ origin, host, localAddress: socket.localAddress })) return FOREIGN;
    if (!isJson(headers['content-type'])) return NOT_JSON;
    if (body === TOO_LARGE) return TOO_LARGE;
    return answer(typeof body === 'string' ? body : '', {
      version: text(headers['mcp-protocol-version']),
      method: text(headers['mcp-method']),
      name: text(headers['mcp-name']),
    });
  }
}

/**
 * The body as text, or that it is too large. All of it is let by even then: a client that is still writing
 * might never read the answer.
 */
function readBody(payload: Readable, done: (body: string | Answer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  payload.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  });
  payload.once('end', () => done(size > BODY_LIMIT ? TOO_LARGE : Buffer.concat(chunks).toString()));
  // Whoever breaks off is not there to be answered.
  payload.once('error', () => done(''));
}

function isJson(type: string | undefined): boolean {
  return type === 'application/json' || type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function text(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.join(', ') : header)?.trim();
}

/** Past Fastify's own sending, which knows no latin1. */
function send(request: FastifyRequest, reply: FastifyReply, { status, type, body = '' }: Answer): void {
  reply.hijack();
  reply.raw
    .writeHead(status, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      ...(type && { 'content-type': type }),
      ...(type === 'text/event-stream' && { 'x-accel-buffering': 'no' }),
      'content-length': body.length,
      'cache-control': 'no-store',
      'x-request-id': request.id,
    })
    .end(body, 'latin1');
}
