import type { ApiError } from '../errors.ts';

/** An answer as any door can send it. */
export interface Reply {
  readonly status: number;
  /** JSON, always in the envelope. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function success(data: Record<string, unknown>, headers: Record<string, string>): Reply {
  return { status: 200, body: successBody(data), headers };
}

export function successBody(data: Record<string, unknown>): string {
  return JSON.stringify({ code: 200, data });
}

export function failure(error: ApiError, headers: Record<string, string> = {}): Reply {
  const { status: code, message: msg, data } = error;
  return {
    status: code,
    body: JSON.stringify({ code, msg, data }),
    headers: { ...error.headers, ...headers },
  };
}
