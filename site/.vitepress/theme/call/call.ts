import type { operations } from '../../../../client/schema.ts';
import { Late, type Reply, request } from './request.ts';

/** The `data` of an operation, by its name in the OpenAPI document. */
export type DataOf<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': { data: infer Found } } } };
}
  ? Found
  : never;

/** What is called: a path and the parameters that have a value. */
export interface Asked {
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** What a call cost and what is left, as the service says. */
export interface Receipt {
  readonly charged: number | undefined;
  readonly balance: number | undefined;
  readonly requestId: string | undefined;
  /** Of the data that were answered from. */
  readonly version: string | undefined;
  /** How many cells are closed. Named as the header, and as browsers have kept it. */
  readonly suppressed: number | undefined;
  /** The days that the answer compares with, `YYYY-MM-DD/YYYY-MM-DD`. */
  readonly compared?: string | undefined;
  /** How many days of the range the data does not have. Answers that a browser has kept for long do not tell. */
  readonly daysOutside?: number | undefined;
}

/** What came back: the text as it is, and what the headers tell of the call. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly receipt: Receipt;
}

/** How a call ended. Every way has its own explanation. */
export type Outcome =
  | ({ readonly kind: 'answered'; readonly data: unknown } & Answer)
  | ({
      readonly kind: 'refused';
      /** The `x-error-code`; undefined in an answer of a proxy. */
      readonly code: string | undefined;
      readonly msg: string;
      readonly balance: number | undefined;
      readonly required: number | undefined;
      readonly retryAfter: number | undefined;
    } & Answer)
  /** By something between here and the service. */
  | ({ readonly kind: 'garbled' } & Answer)
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'unreachable' };

export type Failure = Exclude<Outcome, { kind: 'answered' }>;
export type Refusal = Extract<Outcome, { kind: 'refused' }>;

export function refusedWith(status: number, outcome: Outcome | undefined): outcome is Refusal {
  return outcome?.kind === 'refused' && outcome.status === status;
}

export interface CallOptions {
  readonly key: string;
  /** The same text again within an hour makes the same call free. */
  readonly idempotencyKey?: string | undefined;
  /** A call that costs more is refused. */
  readonly maxPoints?: number | undefined;
}

/** Makes one call to the service this page came from. Never throws, and never waits for ever. */
export async function call(target: string, options: CallOptions): Promise<Outcome> {
  const { key, idempotencyKey, maxPoints } = options;
  // Strict: a name that is not in the data is refused, free of charge, instead of answered for another one.
  const headers = new Headers({ 'x-api-key': key, prefer: 'handling=strict' });
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (maxPoints !== undefined) headers.set('x-max-points', String(maxPoints));
  try {
    return outcomeOf(await request(target, { headers, cache: 'no-store', credentials: 'omit' }));
  } catch (error) {
    return error instanceof Late ? { kind: 'late', seconds: error.seconds } : { kind: 'unreachable' };
  }
}

/** Whether a call would be refused for what it asks, such as a name that is not in the data: told for nothing. */
export async function isRefused(target: string, key: string): Promise<boolean> {
  const headers = { 'x-api-key': key, prefer: 'handling=strict' };
  try {
    const { status } = await request(target, {
      method: 'HEAD',
      headers,
      cache: 'no-store',
      credentials: 'omit',
    });
    return status === 400;
  } catch {
    return false;
  }
}

/** Reads an answer; what is not in the envelope did not come from the service. */
export function outcomeOf({ status, headers, text }: Reply): Outcome {
  const body = parse(text);
  const receipt = {
    charged: numberOf(headers.get('x-points-charged')),
    balance: numberOf(headers.get('x-points-balance')),
    requestId: headers.get('x-request-id') ?? undefined,
    version: headers.get('x-data-version') ?? undefined,
    suppressed: numberOf(headers.get('x-suppressed')),
    compared: headers.get('x-compared') ?? undefined,
    daysOutside: numberOf(headers.get('x-days-outside')),
  };
  const answer = { status, text, receipt };
  if (body?.code !== status) return { kind: 'garbled', ...answer };
  if (status === 200) return { kind: 'answered', data: body.data, ...answer };
  const more = (body.data ?? {}) as { balance?: number; required?: number };
  return {
    kind: 'refused',
    code: headers.get('x-error-code') ?? undefined,
    msg: String(body.msg),
    balance: more.balance,
    required: more.required,
    retryAfter: numberOf(headers.get('retry-after')),
    ...answer,
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

/** `/api/public/trends/market?category=Home%20%26%20Living` */
export function targetOf({ path, parameters }: Asked): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** The same as one reads it, and a browser takes it: letters that are not Latin stand as they are. */
export function readable(target: string): string {
  return target.replaceAll(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
}

/** Unlike randomUUID, this is there on pages that did not come over HTTPS, too. */
export function newIdempotencyKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return `site-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
