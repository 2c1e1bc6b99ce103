import type { components } from './schema.ts';
/** The body of an error of the service: the HTTP status, a message, and with 402 the balance and the price. */
export type ApiFailure = components['schemas']['Error'];
/** The `x-error-code` of an error. A newer service may have more. */
export type ErrorCode = components['headers']['x-error-code'];
/** A call that was not answered, whoever noticed it. */
interface Failure {
    readonly status: number;
    readonly code?: ErrorCode | undefined;
    readonly msg: string;
    readonly data?: ApiFailure['data'] | undefined;
}
/** What a call cost and what is left; undefined where the service did not say (an unknown key, a failed connection). */
export interface Receipt {
    readonly charged: number | undefined;
    readonly balance: number | undefined;
    readonly requestId: string | undefined;
    /** The call was paid before, under the same idempotency key: this one cost nothing. */
    readonly isReplayed: boolean;
}
/** What is to be done about an error. */
export type ErrorKind = 'bad-request' | 'invalid-key' | 'not-enough-points' | 'above-max-points'
/** The key, or its account, has spent what it may in a day or a month: `data.resets` says when that begins again. */
 | 'key-limit' | 'forbidden'
/** The key is limited to other paths or categories. */
 | 'not-allowed' | 'not-found' | 'too-many-requests'
/** Repeat the call under its `idempotencyKey`: it is charged once in all. */
 | 'charge-unknown' | 'unavailable';
/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export declare class MarketDataError extends Error {
    /** The HTTP status; 0 where no answer arrived. */
    readonly status: number;
    /** What is wrong, for programs; `charge_unknown` also where the answer was lost. Undefined if a proxy answered. */
    readonly code: ErrorCode | undefined;
    readonly kind: ErrorKind;
    /** With 402 `balance` and `required`, and `left` and `resets` of a limit; with 404 `did_you_mean`, if a path is close. */
    readonly data: ApiFailure['data'];
    readonly receipt: Receipt;
    /** The key that the call was sent under: with it, the same call is charged once in all. */
    readonly idempotencyKey: string | undefined;
    constructor(failure: Failure, response: Response, request?: Request, options?: ErrorOptions);
}
export declare function receiptOf({ headers }: Response): Receipt;
export declare function numberIn(headers: Headers, name: string): number | undefined;
/** The form of all answers of the service. */
export interface Envelope {
    readonly code: number;
    readonly data?: unknown;
}
export declare function isEnvelope(body: unknown): body is Envelope;
/** Whether the service itself says that a try was not charged. A proxy's page does not know. */
export declare function isUncharged(body: unknown, response: Response): boolean;
/** What did not come from the service, such as a proxy's page, says less. */
export declare function failureOf(body: unknown, response: Response): Failure;
/** What Node calls a connection that did not come about, if that is why `fetch` failed: nothing was sent. */
export declare function unreached(error: unknown): string | undefined;
/**
 * Unless it was `unreached`, the call may have arrived all the same, and have been charged. An answer of
 * `Response.error()` has status 0.
 */
export declare function lost(cause: unknown, request: Request, unreached?: string): MarketDataError;
export {};
