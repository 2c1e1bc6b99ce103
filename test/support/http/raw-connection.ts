/** Connections on which a stranger sends what it likes, when it likes, and reads when it likes. */
import { connect, type Socket } from 'node:net';

/** From an address of this machine, where that matters. */
export function open(url: string, from?: string): Socket {
  const { hostname, port } = new URL(url);
  const local = from === undefined ? {} : { localAddress: from };
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true, ...local });
  socket.on('error', () => {}).on('end', () => socket.end());
  return socket;
}

/** An error on the way to it does not matter. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** The statuses of all answers on a connection until the other side closes it. */
export async function statusesOn(socket: Socket): Promise<number[]> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await closed(socket);
  const statuses: number[] = [];
  for (let rest = received; rest !== ''; ) {
    const head = rest.slice(0, rest.indexOf('\r\n\r\n'));
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    statuses.push(Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]));
    rest = rest.slice(head.length + 4 + length);
  }
  return statuses;
}

export function get(path: string, key = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${key ? `x-api-key: ${key}\r\n` : ''}\r\n`;
}
