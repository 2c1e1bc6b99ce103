import { type Answer, readAnswers } from './answers.ts';
import { textOf } from './exchange.ts';
import type { Heard } from './send.ts';

/** What a caller was told that a call had cost. */
export type Receipt = { readonly requestId: string; readonly points: number };

type Judged = {
  /** What is wrong with what was heard; undefined when nothing is. */
  readonly fault: string | undefined;
  readonly receipts: readonly Receipt[];
  readonly statuses: readonly number[];
};

export function judge({ exchange, bytes }: Heard): Judged {
  const { answers, rest } = readAnswers(bytes, exchange.heads);
  const faults = answers.flatMap((answer) => faultOf(answer, textOf(exchange)) ?? []);
  const isCutByUs = exchange.ending === 'reset' || exchange.ending === 'leave';
  if (rest !== '' && !isCutByUs) faults.push(`half an answer: ${JSON.stringify(rest.slice(0, 300))}`);
  return {
    fault: faults[0],
    receipts: answers.flatMap(receiptOf),
    statuses: answers.map(({ status }) => status),
  };
}

function receiptOf({ headers }: Answer): Receipt[] {
  const points = Number(headers.get('x-points-charged') ?? 0);
  return points > 0 ? [{ requestId: String(headers.get('x-request-id')), points }] : [];
}

function faultOf(answer: Answer, asked: string): string | undefined {
  const { status, headers, body } = answer;
  const shown = `${status} ${headers.get('content-type') ?? ''} ${body.slice(0, 300)}`;
  if (Number.isNaN(status) || (status >= 500 && status !== 503)) return `answered ${shown}`;
  if (!headers.get('x-request-id')) return `an answer without x-request-id: ${shown}`;
  if (body === '') return undefined;
  // Only documents are compressed.
  if (headers.has('content-encoding') || !headers.get('content-type')?.startsWith('application/json')) {
    return isDocument(answer, asked) ? undefined : `neither the envelope nor a document: ${shown}`;
  }
  const value = parse(body);
  const isKnown = isEnvelope(value, status) || isRpc(value, asked) || isOther(value, status, asked);
  return isKnown ? undefined : `not the envelope: ${shown}`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/** `code` is the status, and nothing is there but what may be. */
function isEnvelope(value: unknown, status: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { code, msg, data, ...others } = value as Record<string, unknown>;
  const hasWhatItNeeds = status === 200 ? data !== undefined : typeof msg === 'string' && msg !== '';
  return code === status && hasWhatItNeeds && Object.keys(others).length === 0;
}

function isRpc(value: unknown, asked: string): boolean {
  if (!asked.includes('/api/mcp')) return false;
  const messages = Array.isArray(value) ? value : [value];
  return messages.every(
    (message) =>
      message?.jsonrpc === '2.0' && ('result' in message || typeof message.error?.message === 'string'),
  );
}

function isOther(value: unknown, status: number, asked: string): boolean {
  const { openapi, status: health } = (value ?? {}) as { openapi?: string; status?: string };
  if (openapi) return status === 200 && asked.includes('/api/docs/openapi.json');
  return typeof health === 'string' && /\/(healthz|readyz)/.test(asked);
}

/** A page, a text or a file of the site; and the events of JSON-RPC. */
function isDocument({ status, headers }: Answer, asked: string): boolean {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return asked.includes('/api/mcp');
  return [200, 301, 302, 308, 404, 503].includes(status) && /\/(developers|llms|api\/docs)/.test(asked);
}
