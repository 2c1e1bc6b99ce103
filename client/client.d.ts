import { type Client } from 'openapi-fetch';
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
export declare function createMarketDataClient(options: ClientOptions): Client<paths>;
export declare function receiptOf(response: Response): Receipt;
/** A call that was not answered, for those who rather catch than look. */
export declare class MarketDataError extends Error {
    readonly code: number;
    readonly data: ApiFailure['data'];
    readonly receipt: Receipt;
    constructor(failure: ApiFailure, response: Response);
}
/** The `data` of an answer and its receipt; throws a MarketDataError when there is none. */
export declare function unwrap<T>(result: {
    data?: {
        data: T;
    };
    error?: unknown;
    response: Response;
}): {
    data: T;
    receipt: Receipt;
};
