const KIND_OF_CODE = {
    insufficient_points: 'not-enough-points',
    max_points: 'above-max-points',
    key_limit: 'key-limit',
    not_allowed: 'not-allowed',
    charge_unknown: 'charge-unknown',
};
const KIND_OF_STATUS = {
    400: 'bad-request',
    401: 'invalid-key',
    403: 'forbidden',
    404: 'not-found',
    429: 'too-many-requests',
};
function kindOf({ status, code }) {
    return (code && KIND_OF_CODE[code]) ?? KIND_OF_STATUS[status] ?? 'unavailable';
}
/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export class MarketDataError extends Error {
    /** The HTTP status; 0 where no answer arrived. */
    status;
    /** What is wrong, for programs; `charge_unknown` also where the answer was lost. Undefined if a proxy answered. */
    code;
    kind;
    /** With 402 `balance` and `required`, and `left` and `resets` of a limit; with 404 `did_you_mean`, if a path is close. */
    data;
    receipt;
    /** The key that the call was sent under: with it, the same call is charged once in all. */
    idempotencyKey;
    constructor(failure, response, request, options) {
        super(failure.msg, options);
        this.name = 'MarketDataError';
        this.status = failure.status;
        this.code = failure.code;
        this.kind = kindOf(failure);
        this.data = failure.data;
        this.receipt = receiptOf(response);
        this.idempotencyKey = request?.headers.get('idempotency-key') ?? undefined;
    }
}
export function receiptOf({ headers }) {
    return {
        charged: numberIn(headers, 'x-points-charged'),
        balance: numberIn(headers, 'x-points-balance'),
        requestId: headers.get('x-request-id') ?? undefined,
        isReplayed: headers.get('idempotent-replayed') === 'true',
    };
}
/** As much as a number holds exactly. Anything else, such as a header that came twice, tells nothing. */
const WHOLE = /^\d{1,15}$/;
export function numberIn(headers, name) {
    const text = headers.get(name);
    return text !== null && WHOLE.test(text) ? Number(text) : undefined;
}
export function isEnvelope(body) {
    return typeof body === 'object' && body !== null && 'code' in body;
}
/** What the service says itself where it does not know either. */
const CHARGE_UNKNOWN = 'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once';
/** A proxy between here and the service answers so when it has lost the answer: the call may have been charged. */
const isLost = (status) => status === 502 || status === 504;
const isFailure = (body) => isEnvelope(body) && 'msg' in body && typeof body.msg === 'string';
const codeOf = ({ headers }) => headers.get('x-error-code') ?? undefined;
/** Whether the service itself says that a try was not charged. A proxy's page does not know. */
export function isUncharged(body, response) {
    const { code } = failureOf(body, response);
    return isFailure(body) && code !== undefined && code !== 'charge_unknown';
}
/** What did not come from the service, such as a proxy's page, says less. */
export function failureOf(body, response) {
    const { status, statusText } = response;
    if (isLost(status))
        return { status, code: 'charge_unknown', msg: CHARGE_UNKNOWN };
    if (status === 200) {
        // Half an answer, or a proxy's page in its place, was paid for too.
        const msg = 'The answer did not come from the service, or is incomplete';
        return { status, code: 'charge_unknown', msg };
    }
    if (isFailure(body))
        return { status, code: codeOf(response), msg: body.msg, data: body.data };
    return { status, msg: statusText || `HTTP ${status}` };
}
/** What Node calls a connection that did not come about, if that is why `fetch` failed: nothing was sent. */
export function unreached(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ? code : undefined;
}
/**
 * Unless it was `unreached`, the call may have arrived all the same, and have been charged. An answer of
 * `Response.error()` has status 0.
 */
export function lost(cause, request, unreached) {
    const said = (error) => (error instanceof Error ? error.message : String(error));
    // `fetch` itself says only that it failed.
    const why = said(cause) + (cause instanceof Error && cause.cause ? ` (${said(cause.cause)})` : '');
    const response = Response.error();
    const failure = unreached
        ? { status: response.status, msg: `The service cannot be reached: ${unreached}; nothing was sent` }
        : {
            ...{ status: response.status, code: 'charge_unknown' },
            msg: `No answer arrived: ${why}. ${CHARGE_UNKNOWN}`,
        };
    return new MarketDataError(failure, response, request, { cause });
}
