import { isUtf8 } from 'node:buffer';
import { withAddress } from '../docs/examples/example-address.ts';
import { ERRORS, type ErrorName, errorCodeHeader, Refusal } from '../errors/callers.ts';
import { type Answer, refused } from '../mcp/answer.ts';
import type { Mcp } from '../mcp/answer-post.ts';
import type { InTurn } from '../mcp/batch.ts';
import { BUSY, failure, TOO_MANY } from '../mcp/json-rpc.ts';
import { isTrustedOrigin } from '../mcp/origin.ts';
import type { Reply } from '../request/reply.ts';
import { addressAsker, type UnpaidWork, UsedUp } from '../request/unpaid-work.ts';
import type { Clients } from './clients.ts';
import { type Exchange, MAX_BODY, oneValue } from './exchange.ts';
import type { Route } from './route.ts';

export const MCP_PATH = '/api/mcp';

const JSON_TYPE = 'application/json';
const UTF_8 = /^charset="?utf-?8"?$/;

const FOREIGN = refused(undefined, failure('invalidRequest', 403, ERRORS.foreignOrigin.msg));
const NOT_JSON = refused(
  undefined,
  failure('invalidRequest', 415, 'The Content-Type must be application/json, in UTF-8'),
);
const NOT_UTF8 = refused(undefined, failure('parseError', 400, 'Parse error: the body is not valid UTF-8'));
const FAILED = refused(undefined, failure('internalError', 500, 'Internal error'));

/** The error of each HTTP status; JSON-RPC has codes of its own in the body. */
const ERROR_OF_STATUS: Readonly<Partial<Record<number, ErrorName>>> = {
  400: 'invalidMessage',
  403: 'foreignOrigin',
  404: 'unknownMethod',
  408: 'requestTimeout',
  413: 'bodyTooLarge',
  415: 'notJson',
  429: 'overBudget',
  500: 'internal',
  503: 'busy',
};

/** The documentation over MCP, for everyone: no key, no points, no usage row. */
export function mcpRoute(mcp: () => Mcp, clients: Clients, unpaid: UnpaidWork): Route {
  return {
    template: MCP_PATH,
    kind: 'open',
    method: 'POST',
    failed: toReply(FAILED),
    busy: withRetryAfter(toReply(refused(undefined, BUSY)), 1),
    overBudget,
    async handle(exchange) {
      const answer = await answerExchange(exchange);
      return answer instanceof UsedUp ? overBudget(answer) : toReply(answer, exchange.address());
    },
  };

  async function answerExchange(exchange: Exchange): Promise<Answer | UsedUp> {
    const { headers, message } = exchange;
    const { origin, host } = headers;
    const { localAddress } = message.socket;
    const protocol = clients.protocolOf(message);
    if (!isTrustedOrigin({ origin, host, localAddress, protocol })) return FOREIGN;
    if (!isJson(headers['content-type'])) return NOT_JSON;
    const bytes = await exchange.readBody(MAX_BODY);
    if (bytes instanceof Refusal) {
      const why = bytes.name === 'bodyTooLarge' ? 'The body must be at most 64 KiB' : bytes.msg;
      return refused(undefined, failure('invalidRequest', bytes.status, why));
    }
    if (!isUtf8(bytes)) return NOT_UTF8;
    const body = bytes.toString();
    const read = {
      version: oneValue(headers['mcp-protocol-version'])?.trim(),
      method: oneValue(headers['mcp-method'])?.trim(),
      name: oneValue(headers['mcp-name'])?.trim(),
    };
    const asker = addressAsker(exchange.client());
    const inTurn: InTurn = async (work) => {
      const outcome = await unpaid.run(asker, work);
      return outcome instanceof UsedUp ? undefined : outcome;
    };
    return (await mcp()(body, read, inTurn)) ?? unpaid.usedUp(asker) ?? new UsedUp(1);
  }
}

function overBudget({ seconds }: UsedUp): Reply {
  return withRetryAfter(toReply(refused(undefined, TOO_MANY)), seconds);
}

function withRetryAfter({ headers, ...reply }: Reply, seconds: number): Reply {
  return { ...reply, headers: [...headers, 'retry-after', String(seconds)] };
}

/** `application/json`, with any parameters but another charset than UTF-8. */
function isJson(type = ''): boolean {
  const [name = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return name === JSON_TYPE && parameters.every((each) => !each.startsWith('charset=') || UTF_8.test(each));
}

function toReply({ status, type, body = '' }: Answer, address?: string): Reply {
  const isStream = type === 'text/event-stream';
  const error = ERROR_OF_STATUS[status];
  return {
    status,
    body: withAddress(body, address),
    headers: [...(isStream ? ['x-accel-buffering', 'no'] : []), ...(error ? errorCodeHeader(error) : [])],
    ...(type && { type }),
  };
}
