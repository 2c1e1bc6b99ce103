import { ERRORS } from '../errors/callers.ts';
import { type ByteText, jsonBytes } from '../lib/text/byte-text.ts';

/** The name of a request that the client chose; its answer carries the same. */
export type RequestId = string | number;

export type Fields = Readonly<Record<string, unknown>>;

/** Codes of JSON-RPC 2.0 and, from -32020 on, of MCP. */
const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  retryLater: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** Why there is no result. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data?: Fields;
  /** The HTTP status it goes with. */
  readonly status: number;
}

export function failure(kind: keyof typeof CODES, status: number, message: string, data?: Fields): Failure {
  return { code: CODES[kind], message, status, ...(data && { data }) };
}

/** Without an id where that could not be read: null, as JSON-RPC has it, is not allowed in MCP. */
export function failureBody(id: RequestId | undefined, { code, message, data }: Failure): ByteText {
  return jsonBytes({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** Sent to a client that has used up its budget for free requests. */
export const TOO_MANY = failure(
  'retryLater',
  429,
  'Too many requests: wait a few seconds, or as long as the Retry-After header says',
);

/** Sent while the server sheds everything that is not paid for. */
export const BUSY = failure(
  'retryLater',
  503,
  `${ERRORS.busy.msg}: nothing was done; repeat the request after as many seconds as the Retry-After header says`,
);

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification' }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RequestId | undefined; readonly why: string };

/** What a parsed body, or one item of a batch, is. */
export function readMessage(value: unknown): Message {
  if (!isFields(value)) return { kind: 'invalid', id: undefined, why: 'a message is a JSON object' };
  const { jsonrpc, id, method, params } = value;
  const readable = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return { kind: 'invalid', id: readable, why: 'jsonrpc must be "2.0"' };
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response' };
  if (typeof method !== 'string') return { kind: 'invalid', id: readable, why: 'method must be a string' };
  if (!('id' in value)) return { kind: 'notification' };
  if (readable === undefined) return { kind: 'invalid', id: undefined, why: BAD_ID };
  return { kind: 'request', id: readable, method, params };
}

const BAD_ID =
  'id must be a string, or a whole number from -9007199254740991 to 9007199254740991; longer numbers are sent as a string';

/** A number that JSON would not give back as it came cannot name a request. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** As much of a caller's text as an error repeats. */
export function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
