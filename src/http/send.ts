import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../request/envelope.ts';

/** Writes a reply past Fastify's own sending, which can do more than is needed here and costs accordingly. */
export function send(request: FastifyRequest, reply: FastifyReply, { status, body, headers }: Reply): void {
  const head = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
    'x-request-id',
    request.id,
  ];
  for (const name in headers) head.push(name, headers[name] ?? '');
  reply.hijack();
  reply.raw.writeHead(status, head);
  reply.raw.end(body);
}
