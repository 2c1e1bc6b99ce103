import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Stands before a server and counts what comes out of it. */
export interface CountingProxy {
  readonly address: string;
  /** Bytes that have left the server since the last time this was asked. */
  take(): number;
  close(): void;
}

export async function countingProxy(target: string): Promise<CountingProxy> {
  const [host = '', port = ''] = target.split(':');
  let bytes = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    upstream.on('data', (data) => {
      bytes += data.length;
    });
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: () => server.close(),
  };
}
