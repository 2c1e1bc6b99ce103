/** What a call cost and what is left, as the service says. */
export interface Receipt {
  readonly charged: number | undefined;
  readonly balance: number | undefined;
  readonly requestId: string | undefined;
  /** Of the data that were answered from. */
  readonly version: string | undefined;
  /** How many figures were kept back because too few people are behind them. */
  readonly suppressed: number | undefined;
}

/** How a call ended. Every way has its own explanation. */
export type Outcome =
  | { readonly kind: 'answered'; readonly data: unknown; readonly receipt: Receipt }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly msg: string;
      readonly balance: number | undefined;
      readonly required: number | undefined;
      readonly retryAfter: number | undefined;
      readonly receipt: Receipt;
    }
  | { readonly kind: 'garbled'; readonly status: number }
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'unreachable' };

export type Failure = Exclude<Outcome, { kind: 'answered' }>;

export interface CallOptions {
  readonly key: string;
  /** The same text again within an hour makes the same call free. */
  readonly idempotencyKey?: string | undefined;
  /** A call that costs more is refused. */
  readonly maxPoints?: number | undefined;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/** Makes one call to the service this page came from. Never throws, and never waits for ever. */
export async function call(target: string, options: CallOptions): Promise<Outcome> {
  const { key, idempotencyKey, maxPoints, timeoutMs = TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  // Strict: a name that is not in the data is refused, free of charge, instead of answered for another one.
  const headers = new Headers({ 'x-api-key': key, prefer: 'handling=strict' });
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (maxPoints !== undefined) headers.set('x-max-points', String(maxPoints));
  try {
    const response = await fetch(target, { headers, signal, cache: 'no-store', credentials: 'omit' });
    return outcomeOf(response, await response.text());
  } catch {
    return signal.aborted ? { kind: 'late', seconds: timeoutMs / 1000 } : { kind: 'unreachable' };
  }
}

/** Reads an answer; what is not in the envelope did not come from the service. */
export function outcomeOf(response: Pick<Response, 'status' | 'headers'>, text: string): Outcome {
  const { status, headers } = response;
  const body = parse(text);
  if (body?.code !== status) return { kind: 'garbled', status };
  const receipt = {
    charged: numberOf(headers.get('x-points-charged')),
    balance: numberOf(headers.get('x-points-balance')),
    requestId: headers.get('x-request-id') ?? undefined,
    version: headers.get('x-data-version') ?? undefined,
    suppressed: numberOf(headers.get('x-suppressed')),
  };
  if (status === 200) return { kind: 'answered', data: body.data, receipt };
  const more = (body.data ?? {}) as { balance?: number; required?: number };
  return {
    kind: 'refused',
    status,
    msg: String(body.msg),
    balance: more.balance,
    required: more.required,
    retryAfter: numberOf(headers.get('retry-after')),
    receipt,
  };
}

function parse(text: string): { code?: unknown; msg?: unknown; data?: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
