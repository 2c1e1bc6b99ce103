import type { IncomingMessage } from 'node:http';
import type { Reply } from '../request/envelope.ts';
import type { Call } from '../request/service.ts';

export type Handler = (call: Call) => Promise<Reply>;

export function toCall({ method, url = '', rawHeaders }: IncomingMessage, requestId: string): Call {
  const mark = url.indexOf('?');
  return {
    key: header(rawHeaders, 'x-api-key'),
    query: mark < 0 ? '' : url.slice(mark + 1),
    maxPoints: header(rawHeaders, 'x-max-points'),
    idempotencyKey: header(rawHeaders, 'idempotency-key'),
    isHead: method === 'HEAD',
    requestId,
  };
}

/** The value of a header, of all its values where it is given more than once. Reads only what it looks for. */
function header(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[i + 1] : `${value}, ${rawHeaders[i + 1]}`;
  }
  return value;
}
