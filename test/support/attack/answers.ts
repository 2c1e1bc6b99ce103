/** One answer, cut out of the bytes of a connection. */
export type Answer = {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** What a connection has received so far; `rest` is of an answer that is not complete. */
type Received = { readonly answers: readonly Answer[]; readonly rest: string };

/** Cuts bytes into answers; `heads` are the places of those that have no body, whatever they say. */
export function readAnswers(bytes: string, heads: readonly number[]): Received {
  const answers: Answer[] = [];
  let rest = bytes;
  for (;;) {
    const next = readAnswer(rest, heads.includes(answers.length));
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
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const after = bytes.slice(end + 4);
  // To a HEAD that is not valid HTTP the answer may have a body: nobody knew that it was one.
  const isBare = isHead && (after === '' || after.startsWith('HTTP/'));
  const framed =
    isBare || status < 200 || status === 204 || status === 304
      ? { body: '', rest: after }
      : readBody(headers, after);
  return framed && { answer: { status, headers, body: framed.body }, rest: framed.rest };
}

function readBody(
  headers: ReadonlyMap<string, string>,
  bytes: string,
): { body: string; rest: string } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { body: bytes.slice(0, length), rest: bytes.slice(length) };
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
