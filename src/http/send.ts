import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../request/envelope.ts';

/** Writes a reply past Fastify's own sending, which can do more than is needed here and costs accordingly. */
export function send(request: FastifyRequest, reply: FastifyReply, answered: Reply): void {
  reply.hijack();
  sendRaw(reply.raw, request.id, answered);
}

export function sendRaw(response: ServerResponse, requestId: string, { status, body, headers }: Reply): void {
  const head = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
    'x-request-id',
    requestId,
  ];
  for (const name in headers) head.push(name, headers[name] ?? '');
  response.writeHead(status, head);
  response.end(body);
}
