import type { components, paths } from './schema.ts';
import { type Receipt } from './error.js';
export { type ApiFailure, type ErrorCode, type ErrorKind, MarketDataError, type Receipt } from './error.js';
/** The public key of the sandbox: made-up figures, for everybody. */
export declare const SANDBOX_KEY = "mdk_test_ok";
/** A path that is called with a key. One with a parameter in it is called by its whole address, with `fetch`. */
export type Path = Exclude<keyof paths, `${string}{${string}`>;
/** A path that costs points. */
export type PaidPath = Extract<Path, `/api/public/${string}`>;
/** The query parameters of a path. */
export type Query<P extends Path> = OrEmpty<NonNullable<paths[P]['get']['parameters']['query']>>;
/** A path without parameters takes `{}`. */
type OrEmpty<Q> = [Q] extends [never] ? Record<string, never> : Q;
/** The `data` of an answer. */
export type Data<P extends Path> = paths[P]['get']['responses'][200]['content']['application/json']['data'];
export interface Answer<T> {
    readonly data: T;
    readonly receipt: Receipt;
    /** Parameters whose value names nothing, so that the default was used: `data` echoes it. */
    readonly fallback: readonly ('category' | 'sub')[];
    /** Parameters that were sent and that the path does not take. */
    readonly ignored: readonly string[];
    /** Days of the range that are outside the data, which are free. */
    readonly daysOutside: number;
    /** The figures are made up, and nothing was charged. */
    readonly isSandbox: boolean;
    /** Number of the published data that the answer is from. */
    readonly dataVersion: number | undefined;
    /** The days that `data` is compared with, both included; undefined where it compares nothing. */
    readonly compared: {
        readonly start: string;
        readonly end: string;
    } | undefined;
    /** Cells behind the answer that are not shown, to protect people; undefined where the service shows all. */
    readonly suppressed: number | undefined;
    /** Names this answer, to ask later whether it has changed. */
    readonly etag: string | undefined;
    /** It is the `previous` answer: data and program have not changed since, and the call cost nothing. */
    readonly isUnchanged: boolean;
}
/** What holds for one call, instead of what holds for the client. */
export interface CallOptions {
    /** Refuse the call if it costs more. */
    readonly maxPoints?: number;
    /** Refuse, free of charge, what would be a fall-back or an ignored parameter. Default: true. */
    readonly strict?: boolean;
    /** The same text for the same call is charged once within an hour. Default: a new one for each call. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
}
/** An earlier answer to the same call: it is given again, free of charge, while it has not changed. */
export interface Reuse<T> {
    readonly previous?: Answer<T>;
}
export interface ClientOptions extends Pick<CallOptions, 'maxPoints' | 'strict'> {
    /** Such as `http://127.0.0.1:8080`. */
    readonly baseUrl: string;
    /** Your API key. Keep it out of source code: read it from the environment. */
    readonly key: string;
    /** Points that all calls of this client may cost together. They are then made one after another. */
    readonly budget?: number;
    /** How often a call that failed on the way or on the server is tried again. Default 2. */
    readonly retries?: number;
    /** Milliseconds that one call may take, with its retries and the waits between them. Default 120,000. */
    readonly timeout?: number;
    readonly fetch?: (request: Request, init: {
        readonly signal: AbortSignal;
    }) => Promise<Response>;
}
export interface MarketDataClient {
    /** Calls a path. Throws a MarketDataError for everything but a 200. */
    get<P extends Path>(path: P, query?: Query<P>, options?: CallOptions & Reuse<Data<P>>): Promise<Answer<Data<P>>>;
    /** The same as CSV: the text of a table, with a header line. */
    csv<P extends PaidPath>(path: P, query?: Query<P>, options?: CallOptions & Reuse<string>): Promise<Answer<string>>;
    /**
     * Calls a path with each of these queries, in turn. Under the name of a run each has an idempotency key of its own, so
     * that a run that is repeated within an hour pays for what it has not asked yet.
     */
    each<P extends PaidPath>(path: P, queries: Iterable<Query<P>>, options?: CallOptions & {
        readonly run?: string;
    }): AsyncGenerator<Answer<Data<P>> & {
        readonly query: Query<P>;
    }>;
    /** A dry run of a call: what it would cost now, over which days, with which names. Free. */
    quote<P extends PaidPath>(path: P, query?: Query<P>, options?: Pick<CallOptions, 'strict' | 'signal'>): Promise<Answer<Data<'/api/account/quote'>>>;
    /** One charged call of the account, by the request id of its answer. Free. */
    call(requestId: string): Promise<Answer<components['schemas']['Call']>>;
    /** Points that are left of the budget; undefined without one. */
    readonly left: number | undefined;
}
/**
 * A client that knows every path, parameter and field. A call that fails on the way is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const key = 'mdk_test_ok'; // the sandbox: made-up figures, for everybody
 *     const client = createMarketDataClient({ baseUrl, key });
 *     const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Home & Living' });
 */
export declare function createMarketDataClient(options: ClientOptions): MarketDataClient;
