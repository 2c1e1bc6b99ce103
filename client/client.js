import createClient, {} from 'openapi-fetch';
/**
 * A client that knows every path, parameter and field. A call that fails is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const client = createMarketDataClient({ baseUrl, key });
 *     const { data, error, response } = await client.GET('/api/public/market/focus', {
 *       params: { query: { category: 'Home & Living' } },
 *     });
 */
export function createMarketDataClient(options) {
    const { baseUrl, key, maxPoints, retries = 2, fetch: send = globalThis.fetch } = options;
    const client = createClient({ baseUrl, fetch: (request) => sendAgain(send, request, retries) });
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
export function receiptOf(response) {
    const number = (name) => {
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
    code;
    data;
    receipt;
    constructor(failure, response) {
        super(failure.msg);
        this.name = 'MarketDataError';
        this.code = failure.code;
        this.data = failure.data;
        this.receipt = receiptOf(response);
    }
}
/** The `data` of an answer and its receipt; throws a MarketDataError when there is none. */
export function unwrap(result) {
    if (result.data)
        return { data: result.data.data, receipt: receiptOf(result.response) };
    throw new MarketDataError(failureOf(result.error, result.response), result.response);
}
/** What did not come from the service, such as a proxy's page, says less. */
function failureOf(error, { status, statusText }) {
    const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'msg' in error;
    return isOurs ? error : { code: status, msg: statusText || `HTTP ${status}` };
}
const FIRST_WAIT_MS = 200;
async function sendAgain(send, request, retries) {
    for (let attempt = 0;; attempt++) {
        try {
            const response = await send(request.clone());
            if (attempt >= retries || !(response.status === 429 || response.status >= 500))
                return response;
            await wait(Number(response.headers.get('retry-after')) * 1000 || FIRST_WAIT_MS * 2 ** attempt);
        }
        catch (error) {
            if (attempt >= retries || request.signal.aborted)
                throw error;
            await wait(FIRST_WAIT_MS * 2 ** attempt);
        }
    }
}
function wait(ms) {
    return new Promise((resolve) => setTimeout(resolve, ms));
}
