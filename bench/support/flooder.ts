// Sends one request over and over, on so many connections from one address, as fast as it is answered; until it is
// told to stop. Its arguments are JSON. Prints how many answers there were, by status.
import { connect, type Socket } from 'node:net';

interface Flood {
  readonly port: number;
  readonly from: string;
  readonly connections: number;
  /** The bytes of one request. */
  readonly request: string;
  /** Asks and never reads. */
  readonly isDeaf?: boolean;
}

const { port, from, connections, request, isDeaf = false } = JSON.parse(process.argv[2] ?? '{}') as Flood;
const answers: Record<string, number> = {};
const sockets = new Set<Socket>();
let isOver = false;

function open(): void {
  if (isOver) return;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setNoDelay();
  sockets.add(socket);
  let rest = '';
  socket.setEncoding('latin1').on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    setImmediate(open);
  });
  socket.once('connect', () => socket.write(isDeaf ? request.repeat(8) : request));
  if (isDeaf) {
    socket.pause();
    return;
  }
  socket.on('data', (part: string) => {
    rest += part;
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(rest.slice(0, Math.max(end, 0)))?.[1] ?? 0);
      if (end < 0 || rest.length < end + 4 + length) return;
      const status = rest.slice(9, 12);
      answers[status] = (answers[status] ?? 0) + 1;
      rest = rest.slice(end + 4 + length);
      if (!isOver) socket.write(request);
    }
  });
}

for (let i = 0; i < connections; i += 1) open();
// Sockets that nobody reads keep no process alive.
setInterval(() => {}, 1000);
process.once('SIGTERM', () => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0));
});
