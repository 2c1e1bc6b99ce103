import type { Docs } from '../docs/docs.ts';
import { ACCEPTED, type Answer, json, refused } from './answer.ts';
import { answerBatch, type InTurn, openBatch } from './batch.ts';
import { failure, type Message, readMessage } from './json-rpc.ts';
import { listen } from './listen.ts';
import { createMethods, run } from './methods.ts';
import { Result, serverInfo } from './result.ts';
import { claimsVersion, type McpHeaders, refuseStateless, unsupported } from './stateless.ts';
import { ASSUMED_VERSION, isHandshakeVersion, STATELESS_VERSION } from './versions.ts';

/** Whether a body can name the search: as it is, or with an escape. */
const MAY_BE_SEARCH = /search|\\/;

/**
 * Answers the body of a POST, whatever it is, on both wires. Keeps nothing from one to the next. Undefined: its turn did
 * not come.
 */
export type Mcp = (body: string, headers: McpHeaders, inTurn: InTurn) => Promise<Answer | undefined>;

export function createMcp(docs: Docs): Mcp {
  const methods = createMethods(docs);
  const server = serverInfo(docs.name);

  return async (body, headers, inTurn) => {
    if (MAY_BE_SEARCH.test(body)) await docs.makeSearchIndex();
    const read = await inTurn(() => answerBody(body, headers));
    return Array.isArray(read) ? answerBatch(methods.handshake, read, inTurn) : read;
  };

  function answerBody(body: string, headers: McpHeaders): Answer | Message[] {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return refused(undefined, failure('parseError', 400, 'Parse error: the body is not valid JSON'));
    }
    const version = headers.version ?? ASSUMED_VERSION;
    const isKnown = version === STATELESS_VERSION || isHandshakeVersion(version);
    const unknown = isKnown ? undefined : unsupported(version);

    if (Array.isArray(value)) {
      return unknown ? refused(undefined, unknown) : openBatch(value, version);
    }
    const message = readMessage(value);
    if (message.kind === 'invalid') {
      return refused(message.id, failure('invalidRequest', 400, `Invalid request: ${message.why}`));
    }
    if (message.kind === 'notification') return unknown ? refused(undefined, unknown) : ACCEPTED;
    if (message.kind === 'response') {
      // Only a client of a handshake can believe that it was asked something.
      return isHandshakeVersion(version)
        ? ACCEPTED
        : refused(undefined, failure('invalidRequest', 400, 'Invalid request: nothing was asked of you'));
    }

    const { id, method, params } = message;
    const isStateless = claimsVersion(params) || version === STATELESS_VERSION;
    if (!isStateless && unknown && method !== 'initialize') return refused(id, unknown);
    if (isStateless) {
      const refusal = refuseStateless(method, params, headers);
      if (refusal) return refused(id, refusal);
      if (method === 'subscriptions/listen') return listen(id, params, server);
    }
    const wire = isStateless ? 'stateless' : 'handshake';
    const outcome = run(methods[wire], method, params, isStateless ? 404 : 200);
    return outcome instanceof Result
      ? json(outcome.body(id, isStateless ? server : undefined))
      : refused(id, outcome);
  }
}
