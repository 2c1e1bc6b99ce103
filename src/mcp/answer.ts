import { type Failure, failureBody, type RequestId } from './json-rpc.ts';

/** What goes back over HTTP. */
export interface Answer {
  readonly status: number;
  readonly type?: 'application/json' | 'text/event-stream';
  readonly body?: Buffer | string;
}

/** A notification, or a response that nobody waits for, was taken. */
export const ACCEPTED: Answer = { status: 202 };

export function json(body: Buffer | string): Answer {
  return { status: 200, type: 'application/json', body };
}

export function refused(id: RequestId | null | undefined, failure: Failure): Answer {
  return { status: failure.status, type: 'application/json', body: failureBody(id, failure) };
}
