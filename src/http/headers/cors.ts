import type { Reply } from '../../request/reply.ts';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../route.ts';
import { linesOf } from '../send.ts';

/** The origins whose pages may call the API with a key of theirs. */
export type Cors = ReadonlySet<string>;

/** What is paid for comes as JSON or CSV. */
const VARIES = 'vary: accept\r\n';
const EXPOSED = [
  ...['x-points-charged', 'x-points-balance', 'x-request-id', 'idempotent-replayed', 'x-sandbox'],
  ...['x-data-version', 'x-fallback', 'x-ignored-parameters', 'x-suppressed', 'preference-applied'],
  ...['x-compared', 'x-days-outside', 'www-authenticate', 'link', 'deprecation', 'sunset', 'allow'],
  ...['x-error-code', 'etag'],
  ...['ratelimit', 'ratelimit-policy', 'retry-after'],
].join(', ');
const ASKED = 'x-api-key, x-max-points, idempotency-key, prefer, if-none-match';

/** What lets a page of a named origin read an answer, and what in a request decides which answer it is: lines of a head. */
export function calledLines(cors: Cors, { headers: { origin }, route }: Exchange): string {
  const isPaid = route?.kind === 'paid';
  if (cors.size === 0) return isPaid ? VARIES : '';
  const vary = ['vary', isPaid ? 'accept, origin' : 'origin'];
  const isAllowed = origin !== undefined && cors.has(origin);
  return linesOf(
    isAllowed
      ? [...vary, 'access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED]
      : vary,
  );
}

/** OPTIONS: the methods of a path, and to a browser that asks for a named origin, that it may call. */
export function preflight(cors: Cors, { headers }: Exchange, { kind }: Route, allow: string): Reply {
  const { origin, 'access-control-request-method': method } = headers;
  const isCalled = kind === 'paid' || kind === 'account';
  const isAllowed = isCalled && method !== undefined && origin !== undefined && cors.has(origin);
  const granted = [
    ...['access-control-allow-methods', 'GET, HEAD'],
    ...['access-control-allow-headers', ASKED],
    ...['access-control-max-age', '600'],
  ];
  return { status: 204, body: '', headers: ['allow', allow, ...(isAllowed ? granted : [])] };
}
