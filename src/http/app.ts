import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
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
import { failure } from '../request/envelope.ts';
import type { Service } from '../request/service.ts';
import { type Handler, toCall } from './call.ts';
import { answerDirectly, type DirectRoutes } from './direct.ts';
import { staticDocuments } from './docs-routes.ts';
import { answerMalformed } from './malformed.ts';
import { MCP_PATH, registerMcp } from './mcp-route.ts';
import { send } from './send.ts';
import { isSitePath, registerSite } from './site.ts';

const READ_METHODS = 'GET, HEAD, OPTIONS';

/** The HTTP door: routes to the pipeline, and its replies onto the wire. */
export function createApp(service: Service, docs: Docs, log: Logger): FastifyInstance {
  const handlers = new Map<string, Handler>();
  const nextId = requestIds();
  let isClosing = false;
  const direct: DirectRoutes = { handlers, nextId, toApiError, isClosing: () => isClosing };
  const app = Fastify({
    serverFactory: (handler, { keepAliveTimeout }) =>
      createServer(
        { requireHostHeader: false, keepAliveTimeout: Number(keepAliveTimeout) },
        answerDirectly(direct, handler),
      ),
    exposeHeadRoutes: false,
    routerOptions: { querystringParser: () => ({}) },
    genReqId: nextId,
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
  app.setErrorHandler((error, request, reply) =>
    send(request, reply, failure(toApiError(error, request.id, pathOf(request)))),
  );
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // An expectation we do not know is no reason to refuse a call.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;

  function toApiError(error: unknown, requestId: string, path: string): ApiError {
    if (error instanceof ApiError) return error;
    log.error({ err: error, requestId, path }, 'a call failed');
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

  function get(path: string, handle: Handler): void {
    handlers.set(path, handle);
    // Not an async handler: the promise of one passes through Fastify, errors by a long way.
    route(path, (request, reply) => {
      handle(toCall(request.raw, request.id)).then(
        (answered) => send(request, reply, answered),
        (error) => send(request, reply, failure(toApiError(error, request.id, path))),
      );
    });
  }

  /** A path that takes GET, and what comes with it. */
  function route(path: string, handler: RouteHandlerMethod): void {
    allowed.set(path, READ_METHODS);
    app.route({ method: ['GET', 'HEAD'], url: path, handler });
  }
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
