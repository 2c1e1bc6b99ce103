import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { badRequest, Refusal } from '../errors/callers.ts';
import { StoreError } from '../errors/stores.ts';
import { hasSeveralHosts } from '../lib/own-hosts.ts';
import { requestIds } from '../lib/request-id.ts';
import { failure, overBudget, type Reply } from '../request/reply.ts';
import { addressAsker, type UnpaidWork, UsedUp } from '../request/unpaid-work.ts';
import type { Clients } from './clients.ts';
import { Connection } from './connection.ts';
import { Exchange, type RouteFacts } from './exchange.ts';
import { type Cors, calledLines, preflight } from './headers/cors.ts';
import { HeldBytes } from './held-bytes.ts';
import { endNonRequests } from './non-requests.ts';
import { OpenConnections } from './open-connections.ts';
import { Response } from './response.ts';
import type { Route, RouteTable } from './route.ts';
import { type CommonHeaders, replyBytes, send } from './send.ts';
import { readTarget } from './target.ts';

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** An answer waits 30 s for a client that takes no byte of it: Node looks twice before it gives up. */
const UNREAD_MS = 15_000;
const CHECK_MS = 1000;
/** What the paths of endpoints begin with. One that is written in another way is answered as well, only not together with others. */
const PAID_PATHS = '/api/public/';
const MIB = 2 ** 20;
/** Answers that clients were sent and have not taken. Beyond it only what is paid for is begun, for this one or for all. */
const UNREAD = { forOne: 16 * MIB, inAll: 128 * MIB };
/** Bodies that are being read or wait for their turn. */
const BODIES = { forOne: 2 * MIB, inAll: 32 * MIB };
/** So little is sent whatever else waits to be read: a refusal takes no less. */
const LITTLE_BYTES = 1024;

const NOT_FOUND = failure(new Refusal('notFound'));
const BAD_PATH = failure(
  badRequest(
    'The path is not valid URL encoding, or has a backslash, NUL, or an empty, "." or ".." segment',
    'invalidEncoding',
  ),
);
const SEVERAL_HOSTS = failure(
  badRequest('Host is given more than once; give it one value', 'malformedRequest'),
);
const NO_BODY_TAKEN = failure(new Refusal('noBody'));
const BUSY = failure(new Refusal('busy', { headers: ['retry-after', '1'] }));
/** A client that does not read what it was sent, or whose bodies wait, is given no more for nothing until that is over. */
const HOLDS_TOO_MUCH = new UsedUp(1);
const INTERNAL = failure(new Refusal('internal'));
const MOVED = failure(new Refusal('accountsMoved', { headers: ['retry-after', '5'] }));
/** What a caller sees of an error of the accounts, by its kind; any other is answered as an internal error. */
const STORE_FAILURES: Partial<Record<StoreError['kind'], Reply>> = {
  moving: MOVED,
  moved: MOVED,
  busy: failure(new Refusal('accountBusy', { headers: ['retry-after', '5'] })),
  'unknown-outcome': failure(new Refusal('chargeUnknown')),
};

const ALLOW = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS' };
const NOT_ALLOWED = {
  GET: failure(new Refusal('methodNotAllowed', { headers: ['allow', ALLOW.GET] })),
  POST: failure(new Refusal('methodNotAllowed', { headers: ['allow', ALLOW.POST] })),
};

export interface DoorOptions {
  readonly routes: RouteTable;
  readonly common: CommonHeaders;
  readonly cors: Cors;
  readonly maxConnections: number;
  readonly clients: Clients;
  /** The budget of what is answered without a charge. */
  readonly unpaid: UnpaidWork;
  /** Whether everything that is not paid for has to wait: the last resort, whoever is to blame. */
  readonly isBusy: () => boolean;
  /** Whether a key is answered without a charge, whatever it asks for. */
  readonly isFreeKey?: (key: string | readonly string[] | undefined) => boolean;
  /** Told of everything that is unexpected. */
  readonly onError: (error: unknown, exchange: Exchange) => void;
  /** Told of every answer, as it is sent; without an exchange where there never was a request. */
  readonly onReply?: ((requestId: string, reply: Reply, exchange?: Exchange) => void) | undefined;
}

/** The HTTP server: one way in for every request, one way out for every answer. */
export class Door {
  readonly server: Server;
  readonly #options: DoorOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #unread = new HeldBytes(UNREAD);
  readonly #bodies = new HeldBytes(BODIES);
  readonly #nextId = requestIds();
  /** Paid calls of this turn of the event loop. */
  #gathered: Exchange[] = [];
  #isClosing = false;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.server = createServer<typeof IncomingMessage, typeof Response>({
      ServerResponse: Response,
      requireHostHeader: false,
      optimizeEmptyRequests: true,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      // Setting two timers for every request takes a twelfth of its time: `endQuiet` keeps to what clients are told.
      keepAliveTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
    });
    this.server.timeout = UNREAD_MS;
    const connections = new OpenConnections({
      most: options.maxConnections,
      peerOf: (socket) => options.clients.peerOf(socket),
      isIdle: (socket) => this.#connections.get(socket)?.isIdle ?? true,
    });
    // A client may close its side once it has asked, and still wait for what it paid for.
    Object.assign(this.server, { httpAllowHalfOpen: true });
    const take = (message: IncomingMessage, response: Response) => this.#take(message, response);
    this.server
      .on('connection', (socket) => connections.add(socket))
      .on('request', take)
      // What a client expects is no reason to refuse it; a body is asked for where one is taken.
      .on('checkContinue', take)
      .on('checkExpectation', take);
    endNonRequests(this.server, {
      knownConnection: (socket) => this.#connections.get(socket),
      connectionOf: (socket) => this.#connectionOf(socket),
      refuse: (socket, reply) => this.#refuseBytes(socket, reply),
    });
  }

  /** Bytes of answers that clients have asked for and not read yet. */
  get unreadBytes(): number {
    return this.#unread.total;
  }

  /** From now on nothing more is begun on a connection that is sent an answer; the last of those at work ends it. */
  close(): void {
    this.#isClosing = true;
  }

  #take(message: IncomingMessage, response: Response): void {
    const { socket } = message;
    if (socket.timeout !== this.server.timeout) socket.setTimeout(this.server.timeout);
    const connection = this.#connectionOf(socket);
    const requestId = this.#nextId();
    const { clients } = this.#options;
    const exchange = new Exchange({ message, response, connection, requestId, clients });
    if (!exchange.hasBody) connection.noteWhole();
    connection.run(
      () => {
        connection.noteBegun(exchange);
        if (exchange.mayBeLast) connection.holdBehind(exchange);
        this.#gather(exchange);
      },
      () => this.#send(exchange, BUSY, true),
    );
  }

  /**
   * Paid calls that arrive together are first all read and then all answered, while the processor has at hand what that
   * takes. What is free is answered at once: the next is judged by what the last left unread.
   */
  #gather(exchange: Exchange): void {
    if (!exchange.url.startsWith(PAID_PATHS) || exchange.hasBody) {
      this.#answer(exchange);
      return;
    }
    if (this.#gathered.push(exchange) > 1) return;
    setImmediate(() => {
      const gathered = this.#gathered;
      this.#gathered = [];
      // Nothing is charged for a client that is known to have gone.
      for (const each of gathered) if (!each.message.socket.destroyed) this.#answer(each);
    });
  }

  /** Whatever happens here ends in an answer: nothing that is asked may end the process. */
  async #answer(exchange: Exchange): Promise<void> {
    exchange.begunAt = performance.now();
    try {
      const reply = this.#reply(exchange);
      this.#send(exchange, reply instanceof Promise ? await reply : reply);
    } catch (error) {
      this.#fail(error, exchange);
    }
  }

  #fail(error: unknown, exchange: Exchange): void {
    try {
      this.#options.onError(error, exchange);
      if (exchange.response.headersSent) exchange.response.destroy();
      else this.#send(exchange, failureOf(error) ?? exchange.route?.failed ?? INTERNAL);
    } catch {
      exchange.response.destroy();
    }
  }

  #reply(exchange: Exchange): Reply | Promise<Reply> {
    const { isFreeKey = () => false } = this.#options;
    if (hasSeveralHosts(exchange.message)) return SEVERAL_HOSTS;
    const target = readTarget(exchange.url);
    if (!target) return BAD_PATH;
    exchange.target = target;
    const route = this.#options.routes.find(target.path);
    if (!route || route.isFor?.(exchange) === false)
      return notFound(this.#options.routes.nearest(target.path));
    exchange.route = route;
    const { method } = exchange;
    if (method === 'OPTIONS') return preflight(this.#options.cors, exchange, route, ALLOW[route.method]);
    const isTaken = method === route.method || (method === 'HEAD' && route.method === 'GET');
    if (!isTaken) return NOT_ALLOWED[route.method];
    const isFree = exchange.isHead || isFreeKey(exchange.headers['x-api-key']);
    exchange.isUnpaid = route.kind === 'paid' ? isFree : route.kind !== 'health';
    if (exchange.isUnpaid && this.#holdsTooMuch(exchange)) return refusalOf(route, HOLDS_TOO_MUCH);
    if (exchange.isUnpaid && this.#isBusy(exchange)) return route.busy ?? BUSY;
    if (exchange.hasBody && route.method === 'GET') return NO_BODY_TAKEN;
    return route.kind === 'open' ? this.#handleOpen(exchange, route) : route.handle(exchange);
  }

  #holdsTooMuch(exchange: Exchange): boolean {
    const client = exchange.client();
    return this.#unread.isTooMuchFor(client) || (exchange.hasBody && this.#bodies.isTooMuchFor(client));
  }

  #isBusy({ hasBody }: Exchange): boolean {
    return this.#options.isBusy() || this.#unread.isTooMuch() || (hasBody && this.#bodies.isTooMuch());
  }

  /** What needs no key is booked on the address it is asked from. */
  #handleOpen(exchange: Exchange, route: Route): Reply | Promise<Reply> {
    const { unpaid } = this.#options;
    const asker = addressAsker(exchange.client());
    const usedUp = unpaid.usedUp(asker);
    if (usedUp) return refusalOf(route, usedUp);
    const took = unpaid.stopwatch();
    const reply = route.handle(exchange);
    exchange.unbookedMs += took();
    if (reply instanceof Promise) {
      if (exchange.hasBody) this.#holdBody(exchange, reply);
      // Others of the same address are asked for meanwhile.
      unpaid.book(asker, exchange.unbookedMs);
      exchange.unbookedMs = 0;
    }
    return reply;
  }

  #holdBody(exchange: Exchange, reply: Promise<Reply>): void {
    const letGo = this.#bodies.add(exchange.client(), exchange.bodyBytes);
    reply.then(letGo, letGo);
  }

  #endsWith(exchange: Exchange): boolean {
    if (!this.#isClosing) return false;
    exchange.connection.takeNoMore();
    return exchange.connection.isNewest(exchange);
  }

  #send(exchange: Exchange, made: Reply, isLast = this.#endsWith(exchange)): void {
    const { common, cors, onReply } = this.#options;
    // Many that were begun together may be more than a client may leave unread, though each was looked at before.
    const isMore = exchange.isUnpaid && !exchange.isHead && made.body.length > LITTLE_BYTES;
    const isHeldBack = isMore && this.#unread.isTooMuchFor(exchange.client());
    const reply = isHeldBack ? refusalOf(exchange.route, HOLDS_TOO_MUCH) : made;
    const isCalled = exchange.route?.kind === 'paid' || exchange.route?.kind === 'account';
    const lines = isCalled ? calledLines(cors, exchange) : '';
    // What a client says after it asked for another protocol is not read as HTTP.
    const isLastHere = isLast || exchange.headers.upgrade !== undefined;
    const isLengthHidden = isCalled && exchange.isHead;
    const { unpaid } = this.#options;
    const asker = isBookedOnAddress(exchange, reply) ? addressAsker(exchange.client()) : reply.unpaidBy;
    const took = asker && unpaid.stopwatch();
    send(exchange, reply, { common, lines, isLengthHidden, isLast: isLastHere });
    if (took) unpaid.book(asker, exchange.unbookedMs + took());
    onReply?.(exchange.requestId, reply, exchange);
  }

  #connectionOf(socket: Socket): Connection {
    let connection = this.#connections.get(socket);
    if (!connection) {
      connection = new Connection(socket, this.#unread);
      this.#connections.set(socket, connection);
    }
    return connection;
  }

  /** Answers what never became a request, and ends its connection. */
  #refuseBytes(socket: Socket, reply: Reply): void {
    const { common, onReply } = this.#options;
    const requestId = this.#nextId();
    this.#connectionOf(socket).endWith(replyBytes(reply, requestId, common));
    onReply?.(requestId, reply);
  }
}

function notFound(meant: string | undefined): Reply {
  return meant === undefined
    ? NOT_FOUND
    : failure(new Refusal('notFound', { data: { did_you_mean: meant } }));
}

/** Whether it is booked on the address: what is refused before anything was done is not. */
function isBookedOnAddress({ route, unbookedMs }: Exchange, { status }: Reply): boolean {
  return route?.kind === 'open' && (status !== 429 || unbookedMs > 0);
}

function refusalOf(route: RouteFacts | undefined, usedUp: UsedUp): Reply {
  return route?.overBudget?.(usedUp) ?? overBudget(usedUp);
}

function failureOf(error: unknown): Reply | undefined {
  return error instanceof StoreError ? STORE_FAILURES[error.kind] : undefined;
}
