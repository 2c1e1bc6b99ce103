import type { RequestListener } from 'node:http';
import type { ApiError } from '../errors.ts';
import { failure, type Reply } from '../request/envelope.ts';
import { type Handler, toCall } from './call.ts';
import { sendRaw } from './send.ts';

export interface DirectRoutes {
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly nextId: () => string;
  readonly toApiError: (error: unknown, requestId: string, path: string) => ApiError;
  /** Whether the server takes nothing new: a connection then ends with its answer. */
  readonly isClosing: () => boolean;
}

/**
 * Answers plain GETs of known paths straight from the server and leaves everything else to the framework, whose
 * way to a handler and back costs more than metering a call does. It knows those paths too, for other methods.
 */
export function answerDirectly(routes: DirectRoutes, others: RequestListener): RequestListener {
  const { handlers, nextId, toApiError, isClosing } = routes;
  return (request, response) => {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const handle = request.method === 'GET' ? handlers.get(path) : undefined;
    if (!handle) return others(request, response);
    const requestId = nextId();
    const reply = (answered: Reply) => {
      if (isClosing()) response.shouldKeepAlive = false;
      sendRaw(response, requestId, answered);
    };
    handle(toCall(request, requestId)).then(reply, (error) =>
      reply(failure(toApiError(error, requestId, path))),
    );
  };
}
