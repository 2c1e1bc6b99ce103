import type { components, paths } from '../../client/schema.ts';

/** A path that is called with a key. One with a parameter in it is called by its whole address, with `fetch`. */
export type Path = Exclude<keyof paths, `${string}{${string}`>;
/** A path that costs points. */
export type PaidPath = Extract<Path, `/api/public/${string}`>;
/** The query parameters of a path. */
export type Query<P extends Path> = NonNullable<paths[P]['get']['parameters']['query']>;
/** The `data` of an answer. */
export type Data<P extends Path> = paths[P]['get']['responses'][200]['content']['application/json']['data'];
/** What went wrong, as the service says it: the HTTP status, a message, and with 402 the balance and the price. */
export type ApiFailure = components['schemas']['Error'];

/** What a call cost and what is left; undefined where the service did not say (an unknown key, a failed connection). */
export interface Receipt {
  readonly charged: number | undefined;
  readonly balance: number | undefined;
  readonly requestId: string | undefined;
  /** The call was paid before, under the same idempotency key: this one cost nothing. */
  readonly isReplayed: boolean;
}

export interface Answer<T> {
  readonly data: T;
  readonly receipt: Receipt;
  /** Parameters whose value names nothing, so that the default was used: `data` echoes it. */
  readonly fallback: readonly ('category' | 'sub')[];
  /** Parameters that were sent and that the path does not take. */
  readonly ignored: readonly string[];
  /** Number of the published data that the answer is from. */
  readonly dataVersion: number | undefined;
  /** Cells behind the answer that are not shown, to protect people; undefined where the service shows all. */
  readonly suppressed: number | undefined;
}

/** What holds for one call, instead of what holds for the client. */
export interface CallOptions {
  /** Refuse the call if it costs more. */
  readonly maxPoints?: number;
  /** Refuse, for nothing, what would be a fall-back or an ignored parameter. */
  readonly strict?: boolean;
  /** The same text for the same call is charged once within an hour. Default: a new one for each call. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface ClientOptions extends Pick<CallOptions, 'maxPoints' | 'strict'> {
  /** Such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Your API key. Keep it out of source code: read it from the environment. */
  readonly key: string;
  /** How often a call that failed on the way or on the server is tried again. Default 2. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface MarketDataClient {
  /** Calls a path. Throws a MarketDataError for everything but a 200. */
  get<P extends Path>(path: P, query?: Query<P>, options?: CallOptions): Promise<Answer<Data<P>>>;
  /** What a call would cost now, and over which days. Free. */
  quote(
    path: PaidPath,
    range?: { start?: string; end?: string },
  ): Promise<Answer<Data<'/api/account/quote'>>>;
}

/**
 * A client that knows every path, parameter and field. A call that fails on the way is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const key = 'mdk_test_ok'; // the sandbox: made-up figures, for everybody
 *     const client = createMarketDataClient({ baseUrl, key, strict: true });
 *     const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Home & Living' });
 */
export function createMarketDataClient(options: ClientOptions): MarketDataClient {
  const { baseUrl, retries = 2, fetch: send = globalThis.fetch } = options;
  const client: MarketDataClient = {
    async get(path, query, call) {
      const address = `${baseUrl.replace(/\/+$/, '')}${path}${queryText(query)}`;
      const signal = call?.signal ?? null;
      const request = new Request(address, {
        headers: headersOf(options, call),
        // The service sends none, and a key must not follow one to another host.
        redirect: 'manual',
        signal,
      });
      const { response, body } = await sendAgain(send, request, retries);
      if (response.status !== 200 || !isEnvelope(body))
        throw new MarketDataError(failureOf(body, response), response, request);
      return toAnswer<Data<typeof path>>(body, response);
    },
    quote: (path, range) => client.get('/api/account/quote', { path, ...range }),
  };
  return client;
}

/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export class MarketDataError extends Error {
  /** The HTTP status; 0 where no answer arrived. */
  readonly code: number;
  readonly data: ApiFailure['data'];
  readonly receipt: Receipt;
  /** The key that the call was sent under: with it, the same call is charged once in all. */
  readonly idempotencyKey: string | undefined;

  constructor(failure: ApiFailure, response: Response, request?: Request, options?: ErrorOptions) {
    super(failure.msg, options);
    this.name = 'MarketDataError';
    this.code = failure.code;
    this.data = failure.data;
    this.receipt = receiptOf(response);
    this.idempotencyKey = request?.headers.get('idempotency-key') ?? undefined;
  }
}

function headersOf({ key, ...usual }: ClientOptions, call: CallOptions = {}): Record<string, string> {
  const { maxPoints = usual.maxPoints, strict = usual.strict, idempotencyKey } = call;
  return {
    'x-api-key': key,
    'idempotency-key': headerText(idempotencyKey || crypto.randomUUID()),
    ...(maxPoints !== undefined && { 'x-max-points': String(maxPoints) }),
    ...(strict && { prefer: 'handling=strict' }),
  };
}

/** A header takes ASCII: any other text goes percent-encoded, the same way each time. */
function headerText(text: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : encodeURIComponent(text);
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function toAnswer<T>(body: Envelope, response: Response): Answer<T> {
  const { headers } = response;
  const list = (name: string) => headers.get(name)?.split(', ') ?? [];
  return {
    data: body.data as T,
    receipt: receiptOf(response),
    fallback: list('x-fallback').filter((name) => name === 'category' || name === 'sub'),
    ignored: list('x-ignored-parameters'),
    dataVersion: numberIn(headers, 'x-data-version'),
    suppressed: numberIn(headers, 'x-suppressed'),
  };
}

function receiptOf({ headers }: Response): Receipt {
  return {
    charged: numberIn(headers, 'x-points-charged'),
    balance: numberIn(headers, 'x-points-balance'),
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
  };
}

function numberIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text === null ? undefined : Number(text);
}

/** The form of all answers of the service. */
interface Envelope {
  readonly code: number;
  readonly data?: unknown;
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body;
}

/** What the service says itself where it does not know either. */
const CHARGE_UNKNOWN =
  'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once';

/** A proxy between here and the service answers so when it has lost the answer: the call may have been charged. */
const isLost = (status: number) => status === 502 || status === 504;

/** What did not come from the service, such as a proxy's page, says less. */
function failureOf(body: unknown, { status, statusText }: Response): ApiFailure {
  if (isLost(status)) return { code: status, msg: CHARGE_UNKNOWN };
  if (isEnvelope(body) && 'msg' in body) return body as ApiFailure;
  const msg =
    status === 200
      ? 'The answer did not come from the service, or is incomplete'
      : statusText || `HTTP ${status}`;
  return { code: status, msg };
}

/** The call may have arrived all the same, and have been charged. An answer of `Response.error()` has status 0. */
function lost(cause: unknown, request: Request): MarketDataError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const response = Response.error();
  const failure = { code: response.status, msg: `No answer arrived: ${why}. ${CHARGE_UNKNOWN}` };
  return new MarketDataError(failure, response, request, { cause });
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 60_000;

/** What may come out otherwise the next time. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** Until there is an answer, whole: what was paid for and lost on the way is answered again under the same key. */
async function sendAgain(
  send: (request: Request) => Promise<Response>,
  request: Request,
  retries: number,
): Promise<{ response: Response; body: unknown }> {
  for (let attempt = 0; ; attempt++) {
    const usual = FIRST_WAIT_MS * 2 ** attempt;
    try {
      const response = await send(request.clone());
      const text = await response.text();
      if (attempt >= retries || !isPassing(response.status)) return { response, body: parsed(text) };
      await wait(Number(response.headers.get('retry-after')) * 1000 || usual, request.signal);
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (attempt >= retries) throw lost(error, request);
      await wait(usual, request.signal);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends early where the call is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(ms, LONGEST_WAIT_MS));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
