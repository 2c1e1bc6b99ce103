import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteHandlerMethod,
} from 'fastify';
import type { Logger } from 'pino';
import type { Docs } from '../docs/docs.ts';
import { endpoints } from '../endpoints/index.ts';
import { ApiError } from '../errors.ts';
import { answerAccount } from '../request/account.ts';
import { accountRoutes } from '../request/account-routes.ts';
import { answer } from '../request/answer.ts';
import { failure, type Reply } from '../request/envelope.ts';
import type { Call, Service } from '../request/service.ts';
import { staticDocuments } from './docs-routes.ts';
import { answerMalformed } from './malformed.ts';
import { MCP_PATH, registerMcp } from './mcp-route.ts';
import { send } from './send.ts';
import { isSitePath, registerSite } from './site.ts';

const READ_METHODS = 'GET, HEAD, OPTIONS';

/** The HTTP door: routes to the pipeline, and its replies onto the wire. */
export function createApp(service: Service, docs: Docs, log: Logger): FastifyInstance {
  const app = Fastify({
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
    routerOptions: { querystringParser: () => ({}) },
    genReqId: requestIds(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (_error, request, reply) => {
      send(
        request,
        reply,
        failure(new ApiError('badRequest', { msg: 'The path is not valid URL encoding' })),
      );
    },
  });
  const allowed = new Map<string, string>();
  // Nothing here takes a body, so none is read: a POST is told 405 whatever it carries.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  for (const endpoint of endpoints) {
    get(endpoint.path, (call) => answer(service, endpoint, call));
  }
  for (const route of accountRoutes) {
    get(route.path, (call) => answerAccount(service, route, call));
  }

  for (const { path, type, body, etag } of staticDocuments(docs)) {
    route(path, (request, reply) => {
      reply.headers({ etag, 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.header('content-type', type).send(body);
    });
  }

  // A wrong path or method is told so whatever body it carries, once that has been let by: a client that is
  // still writing might never read the answer.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    request.raw.resume().once('end', () => refuse(request, reply));
  });
  allowed.set(MCP_PATH, 'POST');
  registerMcp(app, docs, log);
  registerSite(app);
  app.setErrorHandler((error, request, reply) => send(request, reply, failure(toApiError(error, request))));
  // An expectation we do not know is no reason to refuse a call.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;

  function toApiError(error: unknown, request: FastifyRequest): ApiError {
    if (error instanceof ApiError) return error;
    log.error({ err: error, requestId: request.id, path: pathOf(request) }, 'a call failed');
    return new ApiError('internal');
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): void {
    const path = decodeURIComponent(pathOf(request));
    const allow = allowed.get(path) ?? (isSitePath(path) ? READ_METHODS : undefined);
    if (!allow) send(request, reply, failure(new ApiError('notFound')));
    else if (request.method === 'OPTIONS')
      reply.code(204).headers({ allow, 'x-request-id': request.id }).send();
    else send(request, reply, failure(new ApiError('methodNotAllowed', { headers: { allow } })));
  }

  function get(path: string, handle: (call: Call) => Promise<Reply>): void {
    // Not an async handler: the promise of one passes through Fastify, errors by a long way.
    route(path, (request, reply) => {
      handle(toCall(request)).then(
        (answered) => send(request, reply, answered),
        (error) => send(request, reply, failure(toApiError(error, request))),
      );
    });
  }

  /** A path that takes GET, and what comes with it. */
  function route(path: string, handler: RouteHandlerMethod): void {
    allowed.set(path, READ_METHODS);
    app.route({ method: ['GET', 'HEAD'], url: path, handler });
  }
}

function toCall({ id, method, headers, url }: FastifyRequest): Call {
  const mark = url.indexOf('?');
  return {
    key: header(headers['x-api-key']),
    query: mark < 0 ? '' : url.slice(mark + 1),
    maxPoints: header(headers['x-max-points']),
    idempotencyKey: header(headers['idempotency-key']),
    isHead: method === 'HEAD',
    requestId: id,
  };
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Unique across restarts and replicas, and cheap: a random prefix and a count. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}
