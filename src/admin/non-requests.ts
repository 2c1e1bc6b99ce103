import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refused } from './refusals.ts';

/** What is wrong with what never became a whole request, by Node's code for it. */
const REFUSALS: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: new Refused('headers_too_large', 'Request header fields too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refused('request_timeout', 'Request timeout'),
};
const NOT_HTTP = new Refused('malformed_request', 'The request is not valid HTTP');
const NO_TUNNEL = new Refused('not_found', 'Not found');

/** Node alone would refuse what is not HTTP without a body, and without an error code. */
export function refuseNonRequests(
  server: Server,
  headersOf: (refused: Refused) => Readonly<Record<string, string>>,
): void {
  /** The newest request of each connection. */
  const newest = new WeakMap<Socket, { message: IncomingMessage; isAnswered: boolean }>();
  const refuse = (socket: Socket, refused: Refused) => {
    const { status, body } = refused;
    const headers = { ...headersOf(refused), connection: 'close', 'content-length': Buffer.byteLength(body) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };
  server
    .on('request', (message, response) => {
      const request = { message, isAnswered: false };
      newest.set(message.socket, request);
      response.on('close', () => {
        request.isAnswered = true;
      });
    })
    .on('connect', (_message, stream) => {
      const socket = stream as Socket;
      socket.on('error', () => socket.destroy());
      refuse(socket, NO_TUNNEL);
    })
    .on('clientError', (error: NodeJS.ErrnoException, stream) => {
      const socket = stream as Socket;
      const before = newest.get(socket);
      // The refusal would be read as the answer to the whole request before it.
      const isMistakable = before?.message.complete && !before.isAnswered;
      if (error.code === 'ECONNRESET' || !socket.writable || isMistakable) socket.destroy();
      else refuse(socket, REFUSALS[error.code ?? ''] ?? NOT_HTTP);
    });
}
