/** What came back: the text as it is, and the headers that tell what it cost. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly charged: string | null;
  readonly balance: string | null;
  readonly requestId: string | null;
  readonly dataVersion: string | null;
}

/** Makes one call to the service that this page came from; undefined when there is no answer. */
export async function sendCall(
  target: string,
  key: string,
  terms: { readonly maxPoints?: number | undefined; readonly idempotencyKey?: string } = {},
): Promise<Answer | undefined> {
  // Strict: a name that is not in the data is refused, free of charge, instead of answered for another one.
  const headers = new Headers({ 'x-api-key': key, prefer: 'handling=strict' });
  const { maxPoints, idempotencyKey } = terms;
  if (maxPoints !== undefined) headers.set('x-max-points', String(maxPoints));
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  try {
    const response = await fetch(target, { headers, cache: 'no-store', credentials: 'omit' });
    const header = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      text: await response.text(),
      charged: header('x-points-charged'),
      balance: header('x-points-balance'),
      requestId: header('x-request-id'),
      dataVersion: header('x-data-version'),
    };
  } catch {
    return undefined;
  }
}

/** What the service says of a refusal; undefined where something in between answered. */
export function messageOf({ text }: Answer): string | undefined {
  try {
    const { msg } = JSON.parse(text) as { msg?: unknown };
    return typeof msg === 'string' ? msg : undefined;
  } catch {
    return undefined;
  }
}

/** JSON with line breaks; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
