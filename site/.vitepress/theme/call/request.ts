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

/** Every request of these pages, to the service that they came from. None waits for ever: `readMs` for what is large. */
export async function request(
  target: string,
  init: Omit<RequestInit, 'signal'> = {},
  readMs = PATIENCE_MS,
): Promise<Reply> {
  const late = new AbortController();
  const giveUpAfter = (ms: number) => setTimeout(() => late.abort(new Late(ms / 1000)), ms);
  let timer = giveUpAfter(PATIENCE_MS);
  try {
    const response = await fetch(target, { ...init, signal: late.signal });
    if (readMs > PATIENCE_MS) {
      clearTimeout(timer);
      timer = giveUpAfter(readMs);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** What a document that everybody may read holds. */
export async function requestData<Data>(target: string, readMs?: number): Promise<Data> {
  const { status, text } = await request(target, {}, readMs);
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return (JSON.parse(text) as { data: Data }).data;
}
