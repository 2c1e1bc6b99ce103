import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { badRequest, type ErrorName, Refusal } from '../errors/callers.ts';
import { failure, type Reply } from '../request/reply.ts';
import type { Connection } from './connection.ts';
import { KEEP_ALIVE_MS } from './response.ts';

/** A little longer than clients are told: a request may be on its way. */
const IDLE_MS = KEEP_ALIVE_MS + 1000;

const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
/** What is wrong with what never became a request, by Node's code for it. */
const NEVER_A_REQUEST: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  [TOO_LATE]: 'requestTimeout',
};
const NO_TUNNEL = failure(new Refusal('notFound'));
const NOT_HTTP = new Refusal('malformedRequest');
const NOT_AN_ADDRESS = badRequest(
  'The address is not valid: write what is not ASCII percent-encoded, as UTF-8',
  'invalidEncoding',
);

interface Connections {
  /** Undefined for a socket on which nothing was asked yet. */
  knownConnection(socket: Socket): Connection | undefined;
  connectionOf(socket: Socket): Connection;
  refuse(socket: Socket, reply: Reply): void;
}

/** Refuses what never becomes a request, such as a CONNECT or what is not HTTP, and ends connections that are quiet. */
export function endNonRequests(server: Server, connections: Connections): void {
  server
    .on('connect', (_message, stream) => {
      const socket = stream as Socket;
      // Node lets go of the socket of a CONNECT: whatever else happens on it is nobody's concern, and ends nothing.
      socket.on('error', () => socket.destroy());
      connections.refuse(socket, NO_TUNNEL);
    })
    .on('timeout', (socket) => endQuiet(server, socket, connections.knownConnection(socket)))
    .on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === TOO_LATE) endLate(error, socket as Socket, connections);
      else endMalformed(error, socket as Socket, connections);
    });
}

/**
 * Where the whole process stood still, what has come in time may not have been read yet: that is done first. Of what is not whole
 * by then nobody would look any more for how long it takes, so it is refused.
 */
function endLate(error: NodeJS.ErrnoException, socket: Socket, connections: Connections): void {
  const isReadSince = connections.connectionOf(socket).sinceNow();
  setImmediate(() =>
    setImmediate(() => {
      if (!isReadSince()) endMalformed(error, socket, connections);
    }),
  );
}

/** No byte came or went for as long as an answer may wait; a connection that is idle is then given the rest of its time. */
function endQuiet(server: Server, socket: Socket, connection: Connection | undefined): void {
  if (connection?.isWaitedOn) return;
  const isFirstTime = socket.timeout === server.timeout;
  if (connection?.isIdle && isFirstTime) socket.setTimeout(IDLE_MS - server.timeout);
  else socket.destroy();
}

function endMalformed(error: NodeJS.ErrnoException, socket: Socket, connections: Connections): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (connections.connectionOf(socket).breakOff(error)) return;
  const name = NEVER_A_REQUEST[error.code ?? ''];
  const other = error.code === 'HPE_INVALID_URL' ? NOT_AN_ADDRESS : NOT_HTTP;
  connections.refuse(socket, failure(name ? new Refusal(name) : other));
}
