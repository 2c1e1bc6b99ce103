import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** What went wrong, as the service says it: the HTTP status, a message, and with 402 the balance and the price. */
export type ApiFailure = components['schemas']['Error'];

/** What a call cost and what is left; undefined where the service did not say (an unknown key, a failed connection). */
export interface Receipt {
  readonly charged: number | undefined;
  readonly balance: number | undefined;
  readonly requestId: string | undefined;
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Your API key. Keep it out of source code: read it from the environment. */
  readonly key: string;
  /** Refuse any call that costs more. */
  readonly maxPoints?: number;
  /** How often a call that failed on the way or on the server is tried again. Default 2. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client that knows every path, parameter and field. A call that fails is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const client = createMarketDataClient({ baseUrl, key });
 *     const { data, error, response } = await client.GET('/api/public/market/focus', {
 *       params: { query: { category: 'Home & Living' } },
 *     });
 */
export function createMarketDataClient(options: ClientOptions): Client<paths> {
  const { baseUrl, key, maxPoints, retries = 2, fetch: send = globalThis.fetch } = options;
  const client = createClient<paths>({ baseUrl, fetch: (request) => sendAgain(send, request, retries) });
  client.use({
    onRequest({ request }) {
      request.headers.set('x-api-key', key);
      if (maxPoints !== undefined && !request.headers.has('x-max-points')) {
        request.headers.set('x-max-points', String(maxPoints));
      }
      if (!request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
      return request;
    },
  });
  return client;
}

export function receiptOf(response: Response): Receipt {
  const number = (name: string) => {
    const text = response.headers.get(name);
    return text === null ? undefined : Number(text);
  };
  return {
    charged: number('x-points-charged'),
    balance: number('x-points-balance'),
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
}

/** A call that was not answered, for those who rather catch than look. */
export class MarketDataError extends Error {
  readonly code: number;
  readonly data: ApiFailure['data'];
  readonly receipt: Receipt;

  constructor(failure: ApiFailure, response: Response) {
    super(failure.msg);
    this.name = 'MarketDataError';
    this.code = failure.code;
    this.data = failure.data;
    this.receipt = receiptOf(response);
  }
}

/** The `data` of an answer and its receipt; throws a MarketDataError when there is none. */
export function unwrap<T>(result: { data?: { data: T }; error?: unknown; response: Response }): {
  data: T;
  receipt: Receipt;
} {
  if (result.data) return { data: result.data.data, receipt: receiptOf(result.response) };
  throw new MarketDataError(failureOf(result.error, result.response), result.response);
}

/** What did not come from the service, such as a proxy's page, says less. */
function failureOf(error: unknown, { status, statusText }: Response): ApiFailure {
  const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'msg' in error;
  return isOurs ? (error as ApiFailure) : { code: status, msg: statusText || `HTTP ${status}` };
}

const FIRST_WAIT_MS = 200;

async function sendAgain(
  send: (request: Request) => Promise<Response>,
  request: Request,
  retries: number,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await send(request.clone());
      if (attempt >= retries || !(response.status === 429 || response.status >= 500)) return response;
      await wait(Number(response.headers.get('retry-after')) * 1000 || FIRST_WAIT_MS * 2 ** attempt);
    } catch (error) {
      if (attempt >= retries || request.signal.aborted) throw error;
      await wait(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
