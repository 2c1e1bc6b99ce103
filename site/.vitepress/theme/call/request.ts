const PATIENCE_MS = 10_000;

/** An answer, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Who did not answer in time. */
export class Late extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`no answer within ${seconds} seconds`);
    this.seconds = seconds;
  }
}

/** Every request of these pages, to the service that they came from. None waits for ever. */
export async function request(
  target: string,
  init: Omit<RequestInit, 'signal'> = {},
  timeoutMs = PATIENCE_MS,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(target, { ...init, signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw signal.aborted ? new Late(timeoutMs / 1000) : error;
  }
}

/** What a document that everybody may read holds. */
export async function requestData<Data>(target: string, timeoutMs?: number): Promise<Data> {
  const { status, text } = await request(target, {}, timeoutMs);
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return (JSON.parse(text) as { data: Data }).data;
}
