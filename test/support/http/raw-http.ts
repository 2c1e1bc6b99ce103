/** HTTP as a stranger speaks it: any method, any header, any bytes. */
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS } from '../../../src/errors/callers.ts';
import { HANG_MS } from '../until.ts';

/** How long to wait before a busy server is asked again. */
export const BUSY_MS = 200;

export type Answer = {
  /** What was sent, so that a failure tells which of many it was. */
  readonly asked: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};
export type Asked = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
};

/** One request on a connection of its own; sent again where the machine is too busy for it to be answered. */
export function ask(url: string, asked: Asked = {}): Promise<Answer> {
  return askWhile(({ status, text, headers }) => isPutOff(status, text, headers), url, asked);
}

/** The same, but for one that has asked for too much: it is told so. */
export function askUnlessBehind(url: string, asked: Asked = {}): Promise<Answer> {
  return askWhile(({ status, text }) => isBehind(status, text), url, asked);
}

async function askWhile(isAgain: (answer: Answer) => boolean, url: string, asked: Asked): Promise<Answer> {
  for (const late = performance.now() + HANG_MS; ; ) {
    const answer = await askOnce(url, asked);
    if (!isAgain(answer) || performance.now() > late) return answer;
    await sleep(BUSY_MS);
  }
}

function isBehind(status: number, body: string): boolean {
  return status === 503 && body.includes(ERRORS.busy.msg);
}

/**
 * What nobody pays for is put off where the server is behind, or where tests have asked for more of it than one client
 * is given. A key that is over its own rate is told so by further headers.
 */
export function isPutOff(status: number, body: string, headers: object): boolean {
  return isBehind(status, body) || (status === 429 && !('ratelimit-policy' in headers));
}

/** The first answer, whatever it is. */
export function askOnce(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const asked = `${method} ${url} ${JSON.stringify(headers)}`;
  // Node frames the body of some methods only.
  const framed = body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { method, headers: framed, agent: false, timeout: HANG_MS };
    const sent = request(url, options, (response) => {
      const { statusCode, headers } = response;
      text(response)
        .then((received) => coded({ asked, status: Number(statusCode), headers, text: received }))
        .then(resolve, reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${asked}`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Waits until the server has read what was sent before: connections are taken in the order in which they were opened. */
export async function untilArrived(url: string): Promise<void> {
  await ask(`${url}/nowhere`);
}

/** Whether the port takes no connection. */
export function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
}

/** Writes bytes to the port as they are and reads what comes back until the other side closes. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error(`no end of the answer to ${bytes}`)));
    socket.on('error', reject);
    socket.write(bytes);
    text(socket)
      .then((received) => coded({ asked: String(bytes).slice(0, 200), ...parseAnswer(received) }))
      .then(resolve, reject);
  });
}

function parseAnswer(received: string): Omit<Answer, 'asked'> {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}

/** Every error of the service has a documented code. Other servers, such as the admin API, have no policy header. */
function coded(answer: Answer): Answer {
  const { asked, status, headers } = answer;
  const isOurs = headers['x-request-id'] !== undefined && headers['content-security-policy'] !== undefined;
  if (status >= 400 && isOurs && !asked.includes('/readyz')) assertErrorCode(status, headers['x-error-code']);
  return answer;
}

export function assertErrorCode(status: number, code: unknown): void {
  const documented = Object.values(ERRORS).filter((each) => each.status === status);
  assert.ok(
    documented.some((each) => each.code === code),
    `${status} with x-error-code ${code}`,
  );
}

/** The body as JSON, in an answer that is JSON and can be told from every other answer. */
export function jsonOf({ headers, text }: Answer): unknown {
  assert.match(String(headers['content-type']), /^application\/json\b/);
  assert.match(String(headers['x-request-id']), /^\S+$/);
  return JSON.parse(text);
}

/** The answer is exactly this error: nothing more at the top level, and the code is the status. */
export function assertError(answer: Answer, code: number, msg: string, data?: object): void {
  const { asked, status } = answer;
  const body = { code, msg, ...(data && { data }) };
  assert.deepEqual({ asked, status, body: jsonOf(answer) }, { asked, status: code, body });
}

/** The answer is some error of the caller in the envelope; returns its message. */
export function assertCallerError(answer: Answer): string {
  const body = jsonOf(answer) as { code: number; msg: string };
  assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} to ${answer.asked}`);
  assert.deepEqual(body, { code: answer.status, msg: body.msg });
  assert.ok(typeof body.msg === 'string' && body.msg.length > 0);
  return body.msg;
}
