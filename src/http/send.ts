import { STATUS_CODES } from 'node:http';
import type { Reply } from '../request/reply.ts';
import { LINGER_BYTES, LINGER_MS } from './connection.ts';
import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What is sent with every answer, as lines of a head. */
export interface CommonHeaders {
  /** For answers that are no pages: nothing in them may be run, loaded or framed. */
  readonly data: string;
  /** For pages, which bring a policy of their own. */
  readonly page: string;
}

export function commonHeaders({ hsts }: { hsts: boolean }): CommonHeaders {
  const page = [
    ...['x-content-type-options', 'nosniff'],
    ...['referrer-policy', 'same-origin'],
    ...['permissions-policy', 'camera=(), geolocation=(), microphone=()'],
    ...['x-frame-options', 'DENY'],
    ...(hsts ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
  ];
  return {
    page: linesOf(page),
    data: linesOf([...page, 'content-security-policy', "default-src 'none'; frame-ancestors 'none'"]),
  };
}

interface SendOptions {
  readonly common: CommonHeaders;
  /** Beside those of the reply, as lines of a head. */
  readonly lines: string;
  /** HEAD of what is paid tells nothing of the answer, not even its length. */
  readonly isLengthHidden: boolean;
  readonly isLast: boolean;
}

/** Writes a reply: the one place that does. */
export function send(exchange: Exchange, reply: Reply, options: SendOptions): void {
  const { message, response, requestId } = exchange;
  const { status, body, type = JSON_TYPE, isPage, cache = 'no-store' } = reply;
  const hasType = body.length > 0 || options.isLengthHidden;
  response.ownLines =
    `x-request-id: ${requestId}\r\ncache-control: ${cache}\r\n` +
    (hasType ? `content-type: ${type}\r\n` : '') +
    (isPage ? options.common.page : options.common.data) +
    options.lines;
  const hasLength = !options.isLengthHidden && status !== 204 && status !== 304;
  const length = hasLength ? ['content-length', String(body.length)] : [];
  // A body that nobody takes is not read to its end, so nothing can follow it.
  const isCutOff = exchange.hasBody && !message.complete;
  if (isCutOff || options.isLast) response.shouldKeepAlive = false;
  response.writeHead(status, [...length, ...reply.headers]);
  if (!response.shouldKeepAlive) exchange.connection.takeNoMore();
  if (!isCutOff) {
    end(exchange, body);
    return;
  }
  if (body.length > 0 && !exchange.isHead) response.write(body, 'latin1');
  else response.flushHeaders();
  linger(exchange, () => end(exchange, ''));
}

function end(exchange: Exchange, body: Reply['body']): void {
  const { response, connection, client } = exchange;
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
  const unread = response.writableLength;
  // A response whose connection has closed gets no more events, and not every one knows that it has.
  if (unread === 0 || response.closed || response.destroyed || exchange.message.socket.destroyed) {
    connection.finish(exchange);
    return;
  }
  response.once('close', connection.finishLater(exchange, client(), unread));
}

/** Reads a little more of a body and throws it away: a client that is still sending might never see the answer. */
function linger({ message, connection }: Exchange, done: () => void): void {
  if (connection.isBroken) {
    done();
    return;
  }
  const until = message.socket.bytesRead + LINGER_BYTES;
  const timer = setTimeout(() => finish(), LINGER_MS).unref();
  const finish = () => {
    clearTimeout(timer);
    release();
    message.off('data', look).off('end', finish).off('close', finish);
    done();
  };
  // Who sends on without end is no longer listened to, and has until then to read the answer.
  const look = () => {
    if (message.socket.bytesRead > until) message.pause();
  };
  const release = connection.whenBroken(finish);
  message.once('end', finish).once('close', finish);
  if (message.headers['transfer-encoding'] === undefined) message.on('data', look);
  else {
    // Thousands of pieces take longer to read than to send: of these no more is read than came with the head.
    message.resume();
    process.nextTick(() => message.socket.pause());
  }
}

/** The same for what never became a request: as bytes for the socket itself. */
export function replyBytes(
  { status, body, headers }: Reply,
  requestId: string,
  common: CommonHeaders,
): string {
  const first = linesOf([
    ...['content-type', JSON_TYPE],
    ...['content-length', String(body.length)],
    ...['x-request-id', requestId],
    ...['connection', 'close'],
  ]);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${first}${common.data}${linesOf(headers)}\r\n${body}`;
}

/** Names and values in turn, as lines of a head. */
export function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}
