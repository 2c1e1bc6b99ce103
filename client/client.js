/**
 * A client that knows every path, parameter and field. A call that fails on the way is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const key = 'mdk_test_ok'; // the sandbox: made-up figures, for everybody
 *     const client = createMarketDataClient({ baseUrl, key, strict: true });
 *     const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Home & Living' });
 */
export function createMarketDataClient(options) {
    const { baseUrl, retries = 2, fetch: send = globalThis.fetch } = options;
    const client = {
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
            return toAnswer(body, response);
        },
        quote: (path, range) => client.get('/api/account/quote', { path, ...range }),
    };
    return client;
}
/** A call that was not answered. Where no answer arrived at all, `cause` is what `fetch` threw. */
export class MarketDataError extends Error {
    /** The HTTP status; 0 where no answer arrived. */
    code;
    data;
    receipt;
    /** The key that the call was sent under: with it, the same call is charged once in all. */
    idempotencyKey;
    constructor(failure, response, request, options) {
        super(failure.msg, options);
        this.name = 'MarketDataError';
        this.code = failure.code;
        this.data = failure.data;
        this.receipt = receiptOf(response);
        this.idempotencyKey = request?.headers.get('idempotency-key') ?? undefined;
    }
}
function headersOf({ key, ...usual }, call = {}) {
    const { maxPoints = usual.maxPoints, strict = usual.strict, idempotencyKey } = call;
    return {
        'x-api-key': key,
        'idempotency-key': headerText(idempotencyKey || crypto.randomUUID()),
        ...(maxPoints !== undefined && { 'x-max-points': String(maxPoints) }),
        ...(strict && { prefer: 'handling=strict' }),
    };
}
/** A header takes ASCII: any other text goes percent-encoded, the same way each time. */
function headerText(text) {
    return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : encodeURIComponent(text);
}
function queryText(query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
function toAnswer(body, response) {
    const { headers } = response;
    const list = (name) => headers.get(name)?.split(', ') ?? [];
    return {
        data: body.data,
        receipt: receiptOf(response),
        fallback: list('x-fallback').filter((name) => name === 'category' || name === 'sub'),
        ignored: list('x-ignored-parameters'),
        dataVersion: numberIn(headers, 'x-data-version'),
        suppressed: numberIn(headers, 'x-suppressed'),
    };
}
function receiptOf({ headers }) {
    return {
        charged: numberIn(headers, 'x-points-charged'),
        balance: numberIn(headers, 'x-points-balance'),
        requestId: headers.get('x-request-id') ?? undefined,
        isReplayed: headers.get('idempotent-replayed') === 'true',
    };
}
function numberIn(headers, name) {
    const text = headers.get(name);
    return text === null ? undefined : Number(text);
}
function isEnvelope(body) {
    return typeof body === 'object' && body !== null && 'code' in body;
}
/** What the service says itself where it does not know either. */
const CHARGE_UNKNOWN = 'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once';
/** A proxy between here and the service answers so when it has lost the answer: the call may have been charged. */
const isLost = (status) => status === 502 || status === 504;
/** What did not come from the service, such as a proxy's page, says less. */
function failureOf(body, { status, statusText }) {
    if (isLost(status))
        return { code: status, msg: CHARGE_UNKNOWN };
    if (isEnvelope(body) && 'msg' in body)
        return body;
    const msg = status === 200
        ? 'The answer did not come from the service, or is incomplete'
        : statusText || `HTTP ${status}`;
    return { code: status, msg };
}
/** The call may have arrived all the same, and have been charged. An answer of `Response.error()` has status 0. */
function lost(cause, request) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const response = Response.error();
    const failure = { code: response.status, msg: `No answer arrived: ${why}. ${CHARGE_UNKNOWN}` };
    return new MarketDataError(failure, response, request, { cause });
}
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 60_000;
/** What may come out otherwise the next time. */
const isPassing = (status) => status === 408 || status === 429 || status >= 500;
/** Until there is an answer, whole: what was paid for and lost on the way is answered again under the same key. */
async function sendAgain(send, request, retries) {
    for (let attempt = 0;; attempt++) {
        const usual = FIRST_WAIT_MS * 2 ** attempt;
        try {
            const response = await send(request.clone());
            const text = await response.text();
            if (attempt >= retries || !isPassing(response.status))
                return { response, body: parsed(text) };
            await wait(Number(response.headers.get('retry-after')) * 1000 || usual, request.signal);
        }
        catch (error) {
            if (request.signal.aborted)
                throw error;
            if (attempt >= retries)
                throw lost(error, request);
            await wait(usual, request.signal);
        }
    }
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Ends early where the call is aborted. */
function wait(ms, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, Math.min(ms, LONGEST_WAIT_MS));
        signal.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(signal.reason);
        });
    });
}
