import { Budget } from "./budget.js";
import { failureOf, isEnvelope, isUncharged, lost, MarketDataError, numberIn, receiptOf, unreached, } from "./error.js";
export { MarketDataError } from "./error.js";
/** The public key of the sandbox: made-up figures, for everybody. */
export const SANDBOX_KEY = 'mdk_test_ok';
/**
 * A client that knows every path, parameter and field. A call that fails on the way is tried again under the same
 * `Idempotency-Key`, so it is never charged twice.
 *
 *     const key = 'mdk_test_ok'; // the sandbox: made-up figures, for everybody
 *     const client = createMarketDataClient({ baseUrl, key });
 *     const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Home & Living' });
 */
export function createMarketDataClient(options) {
    const { baseUrl, key, retries = 2, timeout = TIMEOUT_MS, fetch: send = globalThis.fetch } = options;
    if (!isAddress(baseUrl))
        throw new TypeError('baseUrl must be an address such as http://127.0.0.1:8080');
    // What `fetch` says of it shows the key.
    if (!/^[\x20-\x7e]+$/.test((key ?? '').trim()))
        throw new TypeError('the key must be letters, digits, _ and - only');
    if (!Number.isInteger(retries) || retries < 0)
        throw new RangeError('retries must be a whole number, 0 or more');
    if (!(timeout > 0 && timeout <= MAX_TIMEOUT_MS))
        throw new RangeError(`timeout must be a number of milliseconds up to ${MAX_TIMEOUT_MS}`);
    const budget = options.budget === undefined ? undefined : new Budget(options.budget);
    const ask = async (target, call = {}, accept, tries = newTries()) => {
        if (!target.startsWith('/'))
            throw new TypeError('path must begin with /, such as /api/public/market/focus');
        const signal = call.signal ?? new AbortController().signal;
        const request = new Request(`${baseUrl.replace(/\/+$/, '')}${target}`, {
            headers: {
                ...(await headersOf(options, call)),
                ...(accept && { accept }),
                ...(call.previous?.etag && { 'if-none-match': call.previous.etag }),
            },
            // The service sends none, and a key must not follow one to another host.
            redirect: 'manual',
            signal,
        });
        const { response, text } = await sendAgain({ send, request, signal, retries, timeout, tries });
        if (response.status === 304 && call.previous)
            return { ...call.previous, receipt: receiptOf(response), isUnchanged: true };
        const isCsv = response.headers.get('content-type')?.startsWith('text/csv') === true;
        const body = isCsv ? { code: 200, data: text } : parsed(text);
        if (response.status !== 200 || !isEnvelope(body) || !('data' in body) || isCsv !== (accept !== undefined))
            throw new MarketDataError(failureOf(body, response), response, request);
        return toAnswer(body, response);
    };
    const paid = (target, call = {}, accept) => {
        if (!budget || !target.startsWith('/api/public/'))
            return ask(target, call, accept);
        const tries = newTries();
        return budget.spend(call.maxPoints ?? options.maxPoints, (maxPoints) => ask(target, { ...call, maxPoints }, accept, tries), (made) => ('value' in made ? costOf(made.value.receipt, tries) : costOfError(made.error, tries)));
    };
    const client = {
        get: async (path, query, call) => (await paid(path + queryText(query), call)),
        csv: async (path, query, call) => (await paid(path + queryText(query), call, 'text/csv')),
        async *each(path, queries, { run, ...call } = {}) {
            for (const query of queries) {
                const named = run && { idempotencyKey: `${run}:${path}${queryText(query)}` };
                yield { ...(await client.get(path, query, { ...call, ...named })), query };
            }
        },
        quote: (path, query, call) => client.get('/api/account/quote', { path, ...query }, call),
        call: async (requestId) => (await ask(`/api/account/calls/${encodeURIComponent(requestId)}`)),
        get left() {
            return budget?.left;
        },
    };
    return client;
}
/** In a browser, also one of its own host. */
function isAddress(baseUrl) {
    try {
        return /^https?:/.test(new Request(baseUrl).url);
    }
    catch {
        return false;
    }
}
const newTries = () => ({ isOneLost: false });
/** A free repetition of a try that was lost does not say what that one cost. */
function costOf({ charged, isReplayed }, { isOneLost }) {
    return isOneLost && isReplayed ? undefined : charged;
}
function costOfError(error, { isOneLost }) {
    // Whoever gave up, before anything was sent or while waiting to send it again, pays for what may have been charged.
    if (!(error instanceof MarketDataError))
        return isOneLost ? undefined : 0;
    if (error.kind === 'charge-unknown')
        return undefined;
    // Of all refusals, only one for the price says that no try before it was paid: that would have been answered again.
    return isOneLost && error.status !== 402 ? undefined : (error.receipt.charged ?? 0);
}
async function headersOf({ key, ...usual }, call) {
    const { maxPoints = usual.maxPoints, strict = usual.strict ?? true, idempotencyKey } = call;
    return {
        'x-api-key': key,
        'idempotency-key': await headerText(idempotencyKey || crypto.randomUUID()),
        ...(maxPoints !== undefined && { 'x-max-points': String(maxPoints) }),
        ...(strict && { prefer: 'handling=strict' }),
    };
}
/**
 * An idempotency key is 1 to 255 visible ASCII characters: any other text goes percent-encoded, and a longer one as its
 * hash, the same way each time.
 */
async function headerText(text) {
    const sent = /^[\x21-\x7e]+$/.test(text) ? text : encodeURIComponent(text);
    if (sent.length <= 255)
        return sent;
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
/** A value that is missing would be answered, and charged, for the default. */
function queryText(query = {}) {
    const given = Object.entries(query).map(([name, value]) => {
        const text = String(value ?? '');
        const isMissing = value === undefined || value === null;
        if (text.trim() === '')
            throw new TypeError(`${name} is ${isMissing ? value : 'empty'}: give it a value, or leave it out`);
        return [name, text];
    });
    return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
function toAnswer(body, response) {
    const { headers } = response;
    const list = (name) => headers.get(name)?.split(', ') ?? [];
    const [start, end] = headers.get('x-compared')?.split('/') ?? [];
    return {
        data: body.data,
        receipt: receiptOf(response),
        fallback: list('x-fallback').filter((name) => name === 'category' || name === 'sub'),
        ignored: list('x-ignored-parameters'),
        daysOutside: numberIn(headers, 'x-days-outside') ?? 0,
        isSandbox: headers.get('x-sandbox') === 'true',
        dataVersion: numberIn(headers, 'x-data-version'),
        compared: start && end ? { start, end } : undefined,
        suppressed: numberIn(headers, 'x-suppressed'),
        etag: headers.get('etag') ?? undefined,
        isUnchanged: false,
    };
}
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 120_000;
/** A timer takes no more. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** The largest answers of the service are a fraction of it. */
const MAX_BYTES = 32 * 2 ** 20;
/** What may come out otherwise the next time. */
const isPassing = (status) => status === 408 || status === 429 || status >= 500;
/** Until there is an answer, whole: what was paid for and lost on the way is answered again under the same key. */
async function sendAgain(sending) {
    const { send, request, signal, retries, timeout, tries } = sending;
    const deadline = performance.now() + timeout;
    for (let attempt = 0;; attempt++) {
        signal.throwIfAborted();
        let pause = FIRST_WAIT_MS * 2 ** attempt;
        const mayGoOn = () => attempt < retries && performance.now() + pause < deadline;
        // Not the signal of the request: in Node, a copy of it is no longer aborted once memory was freed.
        const attempted = new AbortController();
        const abort = () => attempted.abort(signal.reason);
        signal.addEventListener('abort', abort);
        const late = new Error(`no whole answer within ${timeout} ms`);
        const timer = setTimeout(() => attempted.abort(late), deadline - performance.now());
        try {
            const response = await send(request.clone(), { signal: attempted.signal });
            const text = await textOf(response);
            if (!isPassing(response.status))
                return { response, text };
            tries.isOneLost ||= !isUncharged(parsed(text), response);
            const seconds = numberIn(response.headers, 'retry-after');
            pause = Math.min(seconds ? seconds * 1000 : pause, MAX_WAIT_MS);
            if (!mayGoOn())
                return { response, text };
        }
        catch (error) {
            const code = unreached(error);
            tries.isOneLost ||= code === undefined;
            if (signal.aborted)
                throw error;
            if (!mayGoOn())
                throw lost(error, request, tries.isOneLost ? undefined : code);
        }
        finally {
            clearTimeout(timer);
            signal.removeEventListener('abort', abort);
        }
        await wait(pause, signal);
    }
}
/** The body as text. What is larger than any answer did not come from the service, and is not kept in memory. */
async function textOf({ body }) {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    const reader = body?.getReader();
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
        bytes += read.value.length;
        if (bytes > MAX_BYTES) {
            await reader?.cancel();
            throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
        }
        text += decoder.decode(read.value, { stream: true });
    }
    return text + decoder.decode();
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
        const end = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            if (signal.aborted)
                reject(signal.reason);
            else
                resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end);
    });
}
