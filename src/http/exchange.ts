import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest, Refusal } from '../errors/callers.ts';
import { codeOf } from '../errors/stores.ts';
import type { Reply } from '../request/reply.ts';
import type { UsedUp } from '../request/unpaid-work.ts';
import type { Clients } from './clients.ts';
import type { Connection } from './connection.ts';
import type { Response } from './response.ts';
import type { Target } from './target.ts';

const NOWHERE: Target = { path: '', query: '' };
/** More than this no path takes. */
export const MAX_BODY = 64 * 1024;
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const TOO_LARGE = new Refusal('bodyTooLarge');
/** A body in thousands of pieces takes more to read than to answer: no program sends one. */
const MAX_PIECES = 1024;
const TOO_MANY_PIECES = badRequest(
  `The request body comes in more than ${MAX_PIECES} pieces; send it in fewer`,
  'malformedRequest',
);
const FIRST_BYTES = 1024;
const NO_BYTES = Buffer.alloc(0);
/** What taking a piece costs, and what thousands of them in one read from the socket do: about, and rather more. */
const PIECE_MS = 0.005;
const READ_MS = 50;
const TOO_SLOW = new Refusal('requestTimeout');
const MALFORMED = badRequest('The request body is not valid HTTP', 'malformedRequest');

/**
 * What kind of thing a path is. `paid` and `account` are called with a key, also by pages of other sites that the
 * operator named, `open` by anybody without one; only `paid` and `health` are answered however busy the service is.
 */
export type RouteKind = 'paid' | 'account' | 'open' | 'health';

/** What is to be known of who answers a request. */
export interface RouteFacts {
  /** What it is counted under: the path, or a pattern for many of them. */
  readonly template: string;
  readonly kind: RouteKind;
  /** GET comes with HEAD. OPTIONS is answered by the door. */
  readonly method: 'GET' | 'POST';
  /** What is sent when it fails unexpectedly; the envelope without. */
  readonly failed?: Reply;
  /** Sent while the server sheds what is not paid for; the envelope without. */
  readonly busy?: Reply;
  /** What is sent to an asker whose budget is used up; the envelope without. */
  overBudget?(usedUp: UsedUp): Reply;
}

/** One request and where its answer goes. */
export class Exchange {
  readonly message: IncomingMessage;
  readonly response: Response;
  readonly connection: Connection;
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** When its turn came: later than it arrived where others were before it. */
  begunAt = this.startedAt;
  /** Whom a budget is for. */
  readonly client: () => string;
  /** The address of this service that was asked, as a caller writes it; undefined where the Host is none. */
  readonly address: () => string | undefined;
  /** What was done for it on this thread and is not booked yet, in milliseconds. */
  unbookedMs = 0;
  /** Whether it is answered without a charge, whatever comes of it. */
  isUnpaid = false;
  readonly method: string;
  readonly url: string;
  target: Target = NOWHERE;
  /** Who answers it; undefined where there is no such path. */
  route: RouteFacts | undefined;

  constructor(parts: {
    readonly message: IncomingMessage;
    readonly response: Response;
    readonly connection: Connection;
    readonly requestId: string;
    readonly clients: Clients;
  }) {
    const { message, response, connection, requestId, clients } = parts;
    this.message = message;
    this.response = response;
    this.connection = connection;
    this.requestId = requestId;
    this.client = () => clients.budgetOf(message);
    this.address = () => clients.askedAddressOf(message);
    this.method = message.method ?? '';
    this.url = message.url ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.message.headers;
  }

  get isHead(): boolean {
    return this.method === 'HEAD';
  }

  get hasBody(): boolean {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = this.headers;
    return encoding !== undefined || Number(length) !== 0;
  }

  /** How many bytes its body has at most; where that is not said, the most that any path takes. */
  get bodyBytes(): number {
    return Math.min(MAX_BODY, Number(this.headers['content-length'] ?? MAX_BODY));
  }

  /** Whether its answer may end the connection, whatever comes behind it. Other such answers are made at once. */
  get mayBeLast(): boolean {
    const { upgrade, expect } = this.headers;
    return upgrade !== undefined || expect !== undefined;
  }

  /** The whole body. What is over the limit is refused as soon as that is known. */
  readBody(limit: number): Promise<Buffer | Refusal> {
    const { message, response, connection } = this;
    if (!this.hasBody) return Promise.resolve(NO_BYTES);
    if (Number(this.headers['content-length'] ?? 0) > limit) return Promise.resolve(TOO_LARGE);
    if (this.headers.expect !== undefined) response.writeContinue();
    if (connection.isBroken && !message.complete) return Promise.resolve(MALFORMED);
    return new Promise((resolve) => {
      // One piece of memory, however small the pieces are that it comes in.
      let body = Buffer.allocUnsafe(Math.min(limit, Number(this.headers['content-length'] ?? FIRST_BYTES)));
      let size = 0;
      let pieces = 0;
      const finish = (outcome: Buffer | Refusal) => {
        release();
        message.off('data', take);
        resolve(outcome);
      };
      const take = (chunk: Buffer) => {
        pieces += 1;
        this.unbookedMs += PIECE_MS;
        if (pieces > MAX_PIECES) {
          // What was read with it is still gone through.
          this.unbookedMs += READ_MS;
          finish(TOO_MANY_PIECES);
          return;
        }
        if (size + chunk.length > limit) {
          finish(TOO_LARGE);
          return;
        }
        if (size + chunk.length > body.length) {
          body = Buffer.concat([body], Math.min(limit, 2 * (size + chunk.length)));
        }
        chunk.copy(body, size);
        size += chunk.length;
      };
      const release = connection.whenBroken((error) =>
        finish(codeOf(error) === TIMED_OUT ? TOO_SLOW : MALFORMED),
      );
      message.on('data', take);
      message.once('end', () => finish(body.subarray(0, size)));
      // Whoever breaks off is not there to be answered; the answer goes nowhere.
      message.once('error', () => finish(MALFORMED));
    });
  }
}

/** Node joins a header that is given more than once into one value; only Set-Cookie is a list. */
export function oneValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
