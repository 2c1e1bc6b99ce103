import type { Exchange, Heard } from './exchange.ts';

/** One answer, cut out of the bytes of a connection. */
export type Answer = {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Cuts bytes into answers; `isHead` is of the first of them. */
export function readAnswers(bytes: string, isHead: boolean): { answers: Answer[]; rest: string } {
  const answers: Answer[] = [];
  let rest = bytes;
  for (;;) {
    const next = readAnswer(rest, isHead && answers.length === 0);
    if (!next) return { answers, rest };
    rest = next.rest;
    // An interim answer, such as 100, is none.
    if (next.answer.status >= 200) answers.push(next.answer);
  }
}

function readAnswer(bytes: string, isHead: boolean): { answer: Answer; rest: string } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(first)?.[1] ?? Number.NaN);
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const after = bytes.slice(end + 4);
  // To a HEAD that is not valid HTTP the answer may have a body: nobody knew that it was one.
  const isBare = isHead && (after === '' || after.startsWith('HTTP/'));
  if (isBare || status < 200 || status === 204 || status === 304)
    return { answer: { status, headers, body: '' }, rest: after };
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = readChunks(after);
    return chunks && { answer: { status, headers, body: chunks.body }, rest: chunks.rest };
  }
  const length = Number(headers.get('content-length') ?? 0);
  if (after.length < length) return undefined;
  return { answer: { status, headers, body: after.slice(0, length) }, rest: after.slice(length) };
}

function readChunks(bytes: string): { body: string; rest: string } | undefined {
  let body = '';
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.slice(at, line), 16);
    const next = line + 2 + size + 2;
    if (Number.isNaN(size) || bytes.length < next) return undefined;
    body += bytes.slice(line + 2, line + 2 + size);
    if (size === 0) return { body, rest: bytes.slice(next) };
    at = next;
  }
}

/** What is wrong with what was heard; undefined when nothing is. */
export function faultIn({ answers, rest, end }: Heard, { ending, pieces }: Exchange): string | undefined {
  if (end === 'refused') return 'the server has ended';
  if (end === 'hung') return 'it is neither answered nor closed';
  const asked = pieces.join('');
  const [fault] = answers.flatMap((answer) => faultOf(answer, asked) ?? []);
  const isCutByUs = ending === 'reset' || ending === 'leave';
  return fault ?? (rest === '' || isCutByUs ? undefined : `half an answer: ${rest.slice(0, 300)}`);
}

function faultOf(answer: Answer, asked: string): string | undefined {
  const { status, headers, body } = answer;
  const type = headers.get('content-type') ?? '';
  const shown = `${status} ${type} ${body.slice(0, 300)}`;
  if (Number.isNaN(status) || (status >= 500 && status !== 503)) return `answered ${shown}`;
  if (!headers.get('x-request-id')) return `an answer without x-request-id: ${shown}`;
  if (body === '') return undefined;
  // Only documents are compressed.
  if (headers.has('content-encoding') || !type.startsWith('application/json')) {
    const isDocument =
      [200, 301, 302, 308, 404, 503].includes(status) && /\/(developers|llms|api\/docs)/.test(asked);
    const isEvents = type.startsWith('text/event-stream') && asked.includes('/api/mcp');
    return isDocument || isEvents ? undefined : `neither the envelope nor a document: ${shown}`;
  }
  const value = parse(body);
  const isKnown = isEnvelope(value, status) || isRpc(value, asked) || isOther(value, asked);
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
  return (
    asked.includes('/api/mcp') &&
    [value].flat().every((each) => {
      const message = each as { jsonrpc?: string; error?: { message: string } } | undefined;
      return (
        message?.jsonrpc === '2.0' && ('result' in message || typeof message.error?.message === 'string')
      );
    })
  );
}

function isOther(value: unknown, asked: string): boolean {
  const { openapi, status } = (value ?? {}) as { openapi?: string; status?: string };
  if (openapi) return asked.includes('/api/docs/openapi.json');
  return typeof status === 'string' && /\/(healthz|readyz)/.test(asked);
}
