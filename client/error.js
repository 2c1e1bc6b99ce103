const KINDS = {
    400: 'bad-request',
    401: 'invalid-key',
    403: 'forbidden',
    404: 'not-found',
    429: 'too-many-requests',
};
function kindOf({ code, msg, data }) {
    if (data?.reason === 'key_limit')
        return 'key-limit';
    if (code === 402)
        return (data?.balance ?? 0) < (data?.required ?? 0) ? 'not-enough-points' : 'above-max-points';
    if (msg.startsWith(UNREACHED))
        return 'unavailable';
    // Half an answer, or a proxy's page in its place, was paid for too.
    if (code === 0 || code === 200 || msg === CHARGE_UNKNOWN)
        return 'charge-unknown';
    return msg === NOT_ALLOWED ? 'not-allowed' : (KINDS[code] ?? 'unavailable');
}
/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export class MarketDataError extends Error {
    /** The HTTP status; 0 where no answer arrived. */
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
export function numberIn(headers, name) {
    const text = headers.get(name);
    return text === null ? undefined : Number(text);
}
export function isEnvelope(body) {
    return typeof body === 'object' && body !== null && 'code' in body;
}
/** What the service says of a key that is limited to something else. */
const NOT_ALLOWED = 'API key may not ask this';
/** What the service says itself where it does not know either. */
const CHARGE_UNKNOWN = 'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once';
const UNREACHED = 'The service cannot be reached';
/** A proxy between here and the service answers so when it has lost the answer: the call may have been charged. */
const isLost = (status) => status === 502 || status === 504;
const isFailure = (body) => isEnvelope(body) && 'msg' in body && typeof body.msg === 'string';
/** Whether the service itself says that a try was not charged. A proxy's page does not know. */
export function isUncharged(body, response) {
    return isFailure(body) && kindOf(failureOf(body, response)) !== 'charge-unknown';
}
/** What did not come from the service, such as a proxy's page, says less. */
export function failureOf(body, { status, statusText }) {
    if (isLost(status))
        return { code: status, msg: CHARGE_UNKNOWN };
    if (status !== 200 && isFailure(body))
        return body;
    const msg = status === 200
        ? 'The answer did not come from the service, or is incomplete'
        : statusText || `HTTP ${status}`;
    return { code: status, msg };
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
    const msg = unreached
        ? `${UNREACHED}: ${unreached}; nothing was sent`
        : `No answer arrived: ${why}. ${CHARGE_UNKNOWN}`;
    const failure = { code: response.status, msg };
    return new MarketDataError(failure, response, request, { cause });
}
