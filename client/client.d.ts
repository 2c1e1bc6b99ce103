import type { components, paths } from './schema.ts';
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
    quote(path: PaidPath, range?: {
        start?: string;
        end?: string;
    }): Promise<Answer<Data<'/api/account/quote'>>>;
}
/**
 * A client that knows every path, parameter and field. A call that fails on the way is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const key = 'mdk_test_ok'; // the sandbox: made-up figures, for everybody
 *     const client = createMarketDataClient({ baseUrl, key, strict: true });
 *     const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Home & Living' });
 */
export declare function createMarketDataClient(options: ClientOptions): MarketDataClient;
/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export declare class MarketDataError extends Error {
    /** The HTTP status; 0 where no answer arrived. */
    readonly code: number;
    readonly data: ApiFailure['data'];
    readonly receipt: Receipt;
    /** The key that the call was sent under: with it, the same call is charged once in all. */
    readonly idempotencyKey: string | undefined;
    constructor(failure: ApiFailure, response: Response, request?: Request, options?: ErrorOptions);
}
