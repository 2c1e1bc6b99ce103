import type { ByteText } from '../lib/text/byte-text.ts';
import { type Failure, failureBody, type RequestId } from './json-rpc.ts';

/** What goes back over HTTP. */
export interface Answer {
  readonly status: number;
  readonly type?: 'application/json' | 'text/event-stream';
  readonly body?: ByteText;
}

const JSON_TYPE = 'application/json';

/** A notification, or a response that nobody waits for, was taken. */
export const ACCEPTED: Answer = { status: 202 };

export function json(body: ByteText): Answer {
  return { status: 200, type: JSON_TYPE, body };
}

export function refused(id: RequestId | undefined, failure: Failure): Answer {
  return { status: failure.status, type: JSON_TYPE, body: failureBody(id, failure) };
}
