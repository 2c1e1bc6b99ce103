import type { Points } from '../endpoints/form/price.ts';
import { type ErrorName, Refusal } from '../errors/callers.ts';
import { type ByteText, jsonBytes } from '../lib/text/byte-text.ts';
import type { Asker, UsedUp } from './unpaid-work.ts';

/** An answer as any door can send it. */
export interface Reply {
  readonly status: number;
  readonly body: ByteText | Uint8Array;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The content type; JSON without. */
  readonly type?: string | undefined;
  /** How long it may be kept; not at all without. */
  readonly cache?: string;
  /** A page or a picture for browsers, which brings its own content policy. */
  readonly isPage?: boolean;
  /** Why it is none of what was asked for. */
  readonly reason?: ErrorName;
  /** What a call with a valid key cost, and which key it was. */
  readonly charge?: { readonly points: Points; readonly keyId: string };
  /** It is the sandbox's: not counted among the calls of the service. */
  readonly isSandbox?: boolean;
  /** Who answers for sending it, where it was not paid for and costs more than a refusal. */
  readonly unpaidBy?: Asker | undefined;
}

export type Data = Readonly<Record<string, unknown>>;

export function successBody(data: Data): ByteText {
  return jsonBytes({ code: 200, data });
}

const bodies = new WeakMap<Refusal, ByteText>();

/** A refusal in the envelope. Those that are the same each time are written once. */
export function failure(refusal: Refusal, headers: readonly string[] = []): Reply {
  const { name: reason, status, msg, data } = refusal;
  let body = bodies.get(refusal);
  if (body === undefined) {
    body = jsonBytes({ code: status, msg, data });
    bodies.set(refusal, body);
  }
  const all = refusal.headers.length > 0 ? [...refusal.headers, ...headers] : headers;
  return { status, body, headers: all, reason };
}

/** Nothing more is done for nothing, for a while. */
export function overBudget({ seconds }: UsedUp, headers: readonly string[] = []): Reply {
  return failure(new Refusal('overBudget', { headers: ['retry-after', String(seconds)] }), headers);
}
