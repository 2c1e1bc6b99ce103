import { lookup } from 'node:dns';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { programVersion } from '../lib/version.ts';
import { isPublicAddress } from './public-address.ts';
import { problemOfReceiver } from './receiver-url.ts';

/** A receiver without a final response by then counts as not there. */
const ANSWER_MS = 15_000;
/** Responses 1xx before the final one; each is parsed in the process that serves calls. */
const MAX_INFORMATIONAL = 3;
/** Everything a receiver may write up to its final status, in bytes of plain text. */
const MAX_RESPONSE_BYTES = 64 * 1024;

interface Sent {
  readonly isDelivered: boolean;
  /** The status, or why there was none. Nothing else of an answer is kept. */
  readonly result: string;
}

interface SendOptions {
  /** Hosts that may be anywhere, and without TLS. */
  readonly trustedHosts: ReadonlySet<string>;
  readonly answerMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Sends one message. Only 2xx is taken as received; who sends elsewhere, is slow or breaks off is tried again later. */
export function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { trustedHosts, answerMs = ANSWER_MS, signal }: SendOptions,
): Promise<Sent> {
  const problem = problemOfReceiver(url, trustedHosts);
  if (problem) return Promise.resolve({ isDelivered: false, result: problem });
  const { hostname, protocol } = new URL(url);
  return new Promise((resolve) => {
    const failed = (result: string) => resolve({ isDelivered: false, result });
    const begin = protocol === 'https:' ? requestHttps : requestHttp;
    const sent: ClientRequest = begin(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `mdq/${programVersion()}`,
      },
      // A connection of its own each time: what was checked is what is used.
      agent: false,
      ...(signal && { signal }),
      ...(trustedHosts.has(hostname) ? {} : { lookup: publicOnly }),
    });
    const breakOff = (result: string) => {
      failed(result);
      sent.destroy();
    };
    const late = setTimeout(() => breakOff(`no answer within ${answerMs / 1000} seconds`), answerMs);
    let informational = 0;
    sent.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) breakOff(`more than ${MAX_INFORMATIONAL} responses 1xx`);
    });
    // The parser reports nothing of empty lines before a status line, however many there are.
    sent.on('socket', (socket) => {
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_RESPONSE_BYTES)
          breakOff(`more than ${MAX_RESPONSE_BYTES / 1024} KiB without a final response`);
      });
    });
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      resolve({ isDelivered: status >= 200 && status < 300, result: String(status) });
      // However long it goes on: nothing of it is read.
      response.destroy();
      sent.destroy();
    });
    // Without this listener, Node would close the connection and report nothing.
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      breakOff('101');
    });
    sent.on('close', () => {
      clearTimeout(late);
      failed('closed without a final response');
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      failed(error.code ?? error.message.slice(0, 100));
    });
    sent.end(body);
  });
}

/** Names are looked up as usual, and what is not public is refused: at connecting, so that no name can change in between. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) callback(new Error('leads to no address of the public internet'), '', 0);
    else if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
